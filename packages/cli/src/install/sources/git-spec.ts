import { posix } from 'node:path';
import { leadsBack, parseWebAddress } from './web-address.ts';
import type { WrongSpec } from './wrong-spec.ts';

export interface GitSpec {
  readonly prefix: 'git';
  /** What git is given. */
  readonly url: string;
  /** A branch, tag or commit; null = what the repository names as its head. */
  readonly ref: string | null;
  /** A folder of the repository; null = all of it. */
  readonly path: string | null;
}

const USER = '[A-Za-z0-9_][A-Za-z0-9._-]*';
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?';
const WAY = '[A-Za-z0-9_.~+%/][A-Za-z0-9._~+%/-]*';
const SCP = new RegExp(`^${USER}@${HOST}:(?!/|.*::)${WAY}$`);
const SSH = new RegExp(`^ssh://(?:${USER}@)?${HOST}(?::\\d{1,5})?/${WAY}$`);
const PLAIN_WEB = new RegExp(`^https?://[^/]+/${WAY}$`);
const REF = /^[A-Za-z0-9_][A-Za-z0-9._/+@-]{0,199}$/;

/** The part behind `git:`: an address of https or ssh, and behind `#` a ref, `path:FOLDER`, or both joined by `&`. */
export function parseGitSpec(rest: string): GitSpec | WrongSpec {
  const [, address = '', fragment = ''] = /^([^#]*)#?(.*)$/.exec(rest) ?? [];
  const found = parseAddress(address);
  if ('wrong' in found) return found;
  let ref: string | null = null;
  let path: string | null = null;
  for (const part of fragment === '' ? [] : fragment.split('&')) {
    if (part.startsWith('path:') && path === null) path = part.slice('path:'.length);
    else if (ref === null) ref = part;
    else return { wrong: 'there is more than one ref behind `#`' };
  }
  if (ref !== null && !isRef(ref)) return { wrong: 'behind `#` stands no branch, tag or commit' };
  if (path !== null) path = settleFolder(path);
  if (path === '') return { wrong: 'behind `path:` stands no folder of the repository' };
  return { prefix: 'git', url: found.url, ref, path };
}

function parseAddress(address: string): { readonly url: string } | WrongSpec {
  if (SCP.test(address) || SSH.test(address)) {
    // The server goes where that leads; a policy reads what is written.
    if (!leadsBack(address.replace(/^ssh:\/\/[^/]*|^[^:]*:/, ''))) return { url: address };
    return { wrong: 'the path of the repository has a `..` in it, and could be another one' };
  }
  if (/^https?:/i.test(address)) {
    const parsed = parseWebAddress(address);
    if ('wrong' in parsed || PLAIN_WEB.test(parsed.url)) return parsed;
    return { wrong: 'the path of the repository has signs that no path needs' };
  }
  return {
    wrong: 'git is not asked at such an address',
    fix: 'Write `git:https://HOST/REPOSITORY.git`, `git:ssh://git@HOST/REPOSITORY.git` or `git:git@HOST:REPOSITORY.git`.',
  };
}

/** A part of what git takes for a ref: nothing with which it would begin to reckon. */
function isRef(ref: string): boolean {
  return REF.test(ref) && !/\.\.|\/\/|@\{|\.lock(\/|$)|\/\.|[./]$/.test(ref);
}

/** Empty where it leaves the repository or is all of it. */
function settleFolder(path: string): string {
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_./@+-]*$/.test(path)) return '';
  const folder = posix.normalize(path).replace(/\/$/, '');
  return folder === '.' || folder.split('/').some((part) => part === '..' || part.startsWith('-'))
    ? ''
    : folder;
}

import { posix } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { isVersionRange } from '@hookmd/core/manifest';
import { cleanLine } from '@hookmd/core/text';

/** Why a text is no spec, as the end of a sentence. */
interface WrongSpec {
  readonly wrong: string;
  /** Default: one example of each form. */
  readonly fix?: string;
}

export interface NpmSpec {
  readonly prefix: 'npm';
  /** With its scope. */
  readonly name: string;
  /** A range of versions, or a tag. */
  readonly wanted: string;
}

export interface GitSpec {
  readonly prefix: 'git';
  /** The argument for git. */
  readonly url: string;
  /** A branch, tag or commit; null = the head of the repository. */
  readonly ref: string | null;
  /** A directory of the repository; null = all of it. */
  readonly path: string | null;
}

export interface FileSpec {
  readonly prefix: 'file';
  readonly path: string;
}

export interface HttpsSpec {
  readonly prefix: 'https';
  readonly url: string;
}

export type Spec = NpmSpec | GitSpec | HttpsSpec | FileSpec;

const LONGEST = 2_048;
const EXAMPLES =
  'Write `npm:NAME@1`, `git:https://HOST/REPOSITORY.git#v1`, `https://HOST/x.tgz` or `./FOLDER`.';

/** The forms of a spec; the first match counts. */
const forms: readonly {
  readonly begins: RegExp;
  readonly parse: (rest: string, spec: string) => Spec | WrongSpec;
}[] = [
  { begins: /^npm:/, parse: parseNpmSpec },
  { begins: /^git:/, parse: parseGitSpec },
  { begins: /^(?=https?:)/i, parse: parseHttpsSpec },
  { begins: /^file:/, parse: parseFileSpec },
  { begins: /^(?=\.{1,2}(\/|$)|\/|~(\/|$))/, parse: parseFileSpec },
];

/**
 * Parses what the user wants to install. Pure: reads no disk and no network.
 *
 * Throws SPEC_INVALID for everything that could be read as something else: an option, two addresses, a secret.
 */
export function parseSpec(spec: string): Spec {
  const parsed = isPlain(spec) ? parsePlain(spec) : describeUnsafe(spec);
  if (!('wrong' in parsed)) return parsed;
  throw new HookError('SPEC_INVALID', {
    spec: hideSecret(cleanLine(spec.slice(0, 200))),
    detail: parsed.wrong,
    fix: parsed.fix ?? EXAMPLES,
  });
}

function isPlain(spec: string): boolean {
  return (
    spec !== '' &&
    spec.length <= LONGEST &&
    !spec.startsWith('-') &&
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s|\s$/u.test(spec)
  );
}

function describeUnsafe(spec: string): WrongSpec {
  if (spec === '') return { wrong: 'it is empty' };
  if (spec.startsWith('-')) return { wrong: 'it begins with a dash, as an option does' };
  if (spec.length > LONGEST) return { wrong: `it has more than ${LONGEST} signs` };
  return { wrong: 'it has control characters, or blanks around it' };
}

function parsePlain(spec: string): Spec | WrongSpec {
  for (const { begins, parse } of forms) {
    const match = begins.exec(spec);
    if (match !== null) return parse(spec.slice(match[0].length), spec);
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(spec)?.[1];
  if (scheme !== undefined) return { wrong: `"${scheme}:" is nothing that it can come from` };
  return {
    wrong: 'it could be a registry package or a directory',
    fix: `Write \`npm:${spec}\` for the registry package, \`./${spec}\` for the directory or file.`,
  };
}

function parseHttpsSpec(url: string): Spec | WrongSpec {
  const parsed = parseWebAddress(url);
  if ('wrong' in parsed) return parsed;
  return { prefix: 'https', url: parsed.url };
}

function parseFileSpec(rest: string): Spec | WrongSpec {
  if (rest === '') return { wrong: 'it does not name a directory' };
  if (/^\/\/[^/]/.test(rest))
    return { wrong: 'it names another machine', fix: 'Write `file:./FOLDER` or `file:/FOLDER`.' };
  return { prefix: 'file', path: rest };
}

/** A message is printed and logged; a password in a URL must not be. */
function hideSecret(spec: string): string {
  return spec.replace(/\/\/[^/@]*@/g, '//…@');
}

const NAME = /^(@[a-z0-9][a-z0-9-]{0,63}\/)?[a-z0-9][a-z0-9._-]{0,63}$/;
const TAG = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;

export function isNpmName(name: string): boolean {
  return NAME.test(name);
}

/** The part after `npm:`. */
function parseNpmSpec(rest: string): NpmSpec | WrongSpec {
  const at = rest.indexOf('@', 1);
  const name = at === -1 ? rest : rest.slice(0, at);
  const wanted = at === -1 ? 'latest' : rest.slice(at + 1);
  if (!isNpmName(name)) {
    return {
      wrong: 'this is no name of a package',
      fix: 'Write `npm:NAME` or `npm:@SCOPE/NAME`, in small letters, digits, `.`, `_` and `-`.',
    };
  }
  if (/[^ -~]/.test(wanted) || !isWanted(wanted)) {
    return {
      wrong: 'there is no version after `@`',
      fix: `Write for example \`npm:${name}@1.2.3\`, \`@^1\` or \`@latest\`.`,
    };
  }
  return { prefix: 'npm', name, wanted };
}

function isWanted(wanted: string): boolean {
  return wanted !== '' && (TAG.test(wanted) || isVersionRange(wanted));
}

const USER = '[A-Za-z0-9_][A-Za-z0-9._-]*';
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?';
const REPOSITORY_PATH = '[A-Za-z0-9_.~+%/][A-Za-z0-9._~+%/-]*';
const SCP = new RegExp(`^${USER}@${HOST}:(?!/|.*::)${REPOSITORY_PATH}$`);
const SSH = new RegExp(`^ssh://(?:${USER}@)?${HOST}(?::\\d{1,5})?/${REPOSITORY_PATH}$`);
const PLAIN_WEB = new RegExp(`^https?://[^/]+/${REPOSITORY_PATH}$`);
const REF = /^[A-Za-z0-9_][A-Za-z0-9._/+@-]{0,199}$/;

/** The part after `git:`: a URL of https or ssh, and after `#` a ref, `path:DIRECTORY`, or both joined by `&`. */
function parseGitSpec(rest: string): GitSpec | WrongSpec {
  const [, address = '', fragment = ''] = /^([^#]*)#?(.*)$/.exec(rest) ?? [];
  const found = parseAddress(address);
  if ('wrong' in found) return found;
  let ref: string | null = null;
  let path: string | null = null;
  for (const part of fragment === '' ? [] : fragment.split('&')) {
    if (part.startsWith('path:') && path === null) path = part.slice('path:'.length);
    else if (ref === null) ref = part;
    else return { wrong: 'there is more than one ref after `#`' };
  }
  if (ref !== null && !isRef(ref)) return { wrong: 'there is no branch, tag or commit after `#`' };
  if (path !== null) path = normalizeDirectory(path);
  if (path === '') return { wrong: 'there is no directory of the repository after `path:`' };
  return { prefix: 'git', url: found.url, ref, path };
}

function parseAddress(address: string): { readonly url: string } | WrongSpec {
  if (SCP.test(address) || SSH.test(address)) {
    // The server follows the `..`; a policy compares the text.
    if (!leadsBack(address.replace(/^ssh:\/\/[^/]*|^[^:]*:/, ''))) return { url: address };
    return { wrong: 'the path of the repository has a `..` in it, and could be another one' };
  }
  if (/^https?:/i.test(address)) {
    const parsed = parseWebAddress(address);
    if ('wrong' in parsed || PLAIN_WEB.test(parsed.url)) return parsed;
    return { wrong: 'the path of the repository has signs that no path needs' };
  }
  return {
    wrong: 'HookMD does not use git with such a URL',
    fix: 'Write `git:https://HOST/REPOSITORY.git`, `git:ssh://git@HOST/REPOSITORY.git` or `git:git@HOST:REPOSITORY.git`.',
  };
}

/** A subset of the refs of git, without its expressions. */
function isRef(ref: string): boolean {
  return REF.test(ref) && !/\.\.|\/\/|@\{|\.lock(\/|$)|\/\.|[./]$/.test(ref);
}

/** Empty if it leaves the repository or is all of it. */
function normalizeDirectory(path: string): string {
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_./@+-]*$/.test(path)) return '';
  const directory = posix.normalize(path).replace(/\/$/, '');
  return directory === '.' || directory.split('/').some((part) => part === '..' || part.startsWith('-'))
    ? ''
    : directory;
}

/** A name or an address of a machine; URL would also accept quotes and characters of a shell. */
const HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])$/;

/**
 * Parses a URL that HookMD may fetch: https, or http of this machine. Returns its normal form.
 *
 * Rejects what another program could read otherwise: characters beyond ASCII, backslashes, blanks, names or passwords.
 */
export function parseWebAddress(text: string): { readonly url: string } | WrongSpec {
  if (/[^!-~]|\\/.test(text)) return { wrong: 'the URL has spaces, backslashes or non-ASCII characters' };
  if (!/^https?:\/\/[^/]/i.test(text)) return { wrong: 'the URL does not start with `https://HOST`' };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return { wrong: 'it is not a URL' };
  // Also an empty one, which URL forgets.
  if (/^https?:\/\/[^/?#]*@/i.test(text)) {
    return {
      wrong: 'it has a name or a password in it, which would be kept and shown',
      fix: 'Leave it out; npm and git have places of their own for credentials.',
    };
  }
  if (!HOSTNAME.test(url.hostname)) return { wrong: 'its host is no name' };
  if (url.port === '0') return { wrong: 'port 0 is none' };
  if (url.hash !== '') return { wrong: 'it has a part after `#`' };
  if (leadsBack(url.pathname)) return { wrong: 'its path has a `..` in it, and could be another one' };
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return { wrong: 'what comes by http can be read and changed on the way', fix: 'Write `https://…`.' };
  }
  return { url: url.href };
}

/** Whether a server could read another path than the text shows: with `.` or `..`, also percent-encoded. */
function leadsBack(path: string): boolean {
  const read = path.replace(/%(2e|2f|5c)/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return read.split(/[/\\]/).some((part) => part === '.' || part === '..');
}

/** Whether a URL is of this machine: no other may be fetched without https. */
export function isLoopback({ hostname }: URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

import { posix } from 'node:path';
import { isPackageName } from '@hookmd/core/manifest';
import { leadsBack, parseWebAddress, type WrongSpec } from '../web-address.ts';

export interface GitSpec {
  readonly prefix: 'git';
  /** The argument for git. */
  readonly url: string;
  /** A branch, tag or commit; null = the head of the repository. */
  readonly ref: string | null;
  /** A directory of the repository; null = all of it. */
  readonly path: string | null;
  /** A plugin of the marketplace that the repository is; null = of none. */
  readonly plugin: string | null;
}

const USER = '[A-Za-z0-9_][A-Za-z0-9._-]*';
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?';
const REPOSITORY_PATH = '[A-Za-z0-9_.~+%/][A-Za-z0-9._~+%/-]*';
const SCP = new RegExp(`^${USER}@${HOST}:(?!/|.*::)${REPOSITORY_PATH}$`);
const SSH = new RegExp(`^ssh://(?:${USER}@)?${HOST}(?::\\d{1,5})?/${REPOSITORY_PATH}$`);
const PLAIN_WEB = new RegExp(`^https?://[^/]+/${REPOSITORY_PATH}$`);
const OWNER = '[A-Za-z0-9][A-Za-z0-9-]{0,38}';
const NAME = '[A-Za-z0-9._-]{1,100}';
const REPOSITORY = new RegExp(`^${OWNER}/${NAME}$`);
/** Before a spec of GitHub without its prefix. */
export const BARE_REPOSITORY: RegExp = new RegExp(`^(?=${OWNER}/${NAME}(?:$|[#:]))`);
const PAGE = new RegExp(
  `^https://(?:www\\.)?github\\.com/(${OWNER}/${NAME})(?:/tree/([^/#?]+)(?:/([^#?]*[^/#?]))?)?/?$`,
  'i',
);
const REF = /^[A-Za-z0-9_][A-Za-z0-9._/+@-]{0,199}$/;

/** The part after `git:`: a URL of https or ssh, and after `#` a ref, `path:DIRECTORY` or `plugin:NAME`, joined by `&`. */
export function parseGitSpec(rest: string): GitSpec | WrongSpec {
  const [, address = '', fragment = ''] = /^([^#]*)#?(.*)$/.exec(rest) ?? [];
  const found = parseAddress(address);
  return 'wrong' in found ? found : parseFragment(found.url, fragment);
}

/** The part after `github:`, or a bare `OWNER/REPOSITORY`: the fragment of git, or `#REF:DIRECTORY`, or `:DIRECTORY` alone. */
export function parseGitHubSpec(rest: string): GitSpec | WrongSpec {
  const [, name = '', directory, fragment = ''] = /^([^#:]*)(?::([^#]*))?(?:#(.*))?$/.exec(rest) ?? [];
  if (!REPOSITORY.test(name) || /[/](\.{1,2}|\.git)$/.test(name))
    return {
      wrong: 'it names no repository of GitHub',
      fix: 'Write `github:OWNER/REPOSITORY#REF:DIRECTORY`.',
    };
  const url = `https://github.com/${name.replace(/\.git$/, '')}.git`;
  if (directory !== undefined && fragment !== '')
    return { wrong: 'there is a directory before `#`', fix: `Write \`github:${name}#REF:DIRECTORY\`.` };
  if (directory !== undefined) return parseFragment(url, `path:${directory}`);
  return parseFragment(url, fragment.replace(/^(?!path:|plugin:)([^&:]*):/, '$1&path:'));
}

/**
 * A page of a repository, or of one of its directories, copied from a browser. The branch is the first name after `tree/`.
 * Null = it is another URL.
 */
export function parseGitHubPage(url: string): GitSpec | WrongSpec | null {
  const [found, name, ref, directory] = PAGE.exec(url) ?? [];
  if (found === undefined) return null;
  const path = directory === undefined ? '' : `:${directory}`;
  return parseGitHubSpec(`${name}${ref === undefined ? '' : `#${ref}${path}`}`);
}

/** The `OWNER/REPOSITORY` of a spec without a prefix, which could also be a directory. */
export function bareRepository(spec: string): string | null {
  return BARE_REPOSITORY.test(spec) ? spec.replace(/[#:].*$/, '') : null;
}

function parseFragment(url: string, fragment: string): GitSpec | WrongSpec {
  let ref: string | null = null;
  let path: string | null = null;
  let plugin: string | null = null;
  for (const part of fragment === '' ? [] : fragment.split('&')) {
    if (part.startsWith('path:') && path === null) path = part.slice('path:'.length);
    else if (part.startsWith('plugin:') && plugin === null) plugin = part.slice('plugin:'.length);
    else if (ref === null) ref = part;
    else return { wrong: 'there is more than one ref after `#`' };
  }
  if (ref !== null && !isRef(ref)) return { wrong: 'there is no branch, tag or commit after `#`' };
  if (path !== null) path = normalizeDirectory(path);
  if (path === '') return { wrong: 'there is no directory of the repository after `path:`' };
  if (plugin !== null && (path !== null || !isPackageName(plugin)))
    return { wrong: 'there is no name of a plugin after `plugin:`' };
  return { prefix: 'git', url, ref, path, plugin };
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

import { HookError } from '@hookmd/core/errors';
import { isPackageName, isVersionRange } from '@hookmd/core/manifest';
import { cleanLine } from '@hookmd/core/text';
import {
  BARE_REPOSITORY,
  type GitSpec,
  parseGitHubPage,
  parseGitHubSpec,
  parseGitSpec,
} from './git/git-spec.ts';
import { parseWebAddress, type WrongSpec } from './web-address.ts';

export interface NpmSpec {
  readonly prefix: 'npm';
  /** With its scope. */
  readonly name: string;
  /** A range of versions, or a tag. */
  readonly wanted: string;
}

export interface FileSpec {
  readonly prefix: 'file';
  readonly path: string;
  /** A plugin of the marketplace that the directory is; null = of none. */
  readonly plugin: string | null;
}

export interface HttpsSpec {
  readonly prefix: 'https';
  readonly url: string;
}

export type Spec = NpmSpec | GitSpec | HttpsSpec | FileSpec;

const LONGEST = 2_048;
const EXAMPLES =
  'Write `npm:NAME@1`, `github:OWNER/REPOSITORY`, `git:https://HOST/REPOSITORY.git#v1`, `https://HOST/x.tgz` or `./FOLDER`.';

/** The forms of a spec; the first match counts. */
const forms: readonly {
  readonly begins: RegExp;
  readonly parse: (rest: string, spec: string) => Spec | WrongSpec;
}[] = [
  { begins: /^npm:/, parse: parseNpmSpec },
  { begins: /^git:/, parse: parseGitSpec },
  { begins: /^github:/, parse: parseGitHubSpec },
  { begins: /^(?=https?:)/i, parse: parseHttpsSpec },
  { begins: /^file:/, parse: parseFileSpec },
  { begins: /^(?=\.{1,2}(\/|$)|\/|~(\/|$))/, parse: parseFileSpec },
  { begins: BARE_REPOSITORY, parse: parseGitHubSpec },
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
  const page = parseGitHubPage(url);
  if (page !== null) return page;
  const parsed = parseWebAddress(url);
  if ('wrong' in parsed) return parsed;
  if (new URL(parsed.url).pathname.endsWith('.git'))
    return { wrong: 'it is the URL of a git repository', fix: `Write \`git:${parsed.url}\`.` };
  return { prefix: 'https', url: parsed.url };
}

function parseFileSpec(rest: string): Spec | WrongSpec {
  if (rest === '') return { wrong: 'it does not name a directory' };
  if (/^\/\/[^/]/.test(rest))
    return { wrong: 'it names another machine', fix: 'Write `file:./FOLDER` or `file:/FOLDER`.' };
  const [, path = rest, plugin = null] = /^(.+)#plugin:([^#]*)$/.exec(rest) ?? [];
  if (plugin !== null && !isPackageName(plugin))
    return { wrong: 'there is no name of a plugin after `plugin:`' };
  return { prefix: 'file', path, plugin };
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

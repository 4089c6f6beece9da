import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { type GitSpec, parseGitSpec } from './git-spec.ts';
import { type NpmSpec, parseNpmSpec } from './npm-spec.ts';
import { parseWebAddress } from './web-address.ts';
import type { WrongSpec } from './wrong-spec.ts';

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

/** What each beginning of a spec means; the first that fits. */
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
 * What a person asks to be installed. Pure; looks at no disk and no network.
 *
 * Throws SPEC_INVALID for everything that could be read as something else: an option, two addresses, a secret.
 */
export function parseSpec(spec: string): Spec {
  const parsed = isPlain(spec) ? parsePlain(spec) : isPlainNot(spec);
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

function isPlainNot(spec: string): WrongSpec {
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
    wrong: 'it could be a package of the registry or a folder',
    fix: `Write \`npm:${spec}\` for the package of the registry, \`./${spec}\` for the folder or file.`,
  };
}

function parseHttpsSpec(url: string): Spec | WrongSpec {
  const parsed = parseWebAddress(url);
  if ('wrong' in parsed) return parsed;
  return { prefix: 'https', url: parsed.url };
}

function parseFileSpec(rest: string): Spec | WrongSpec {
  if (rest === '') return { wrong: 'it names no folder' };
  if (/^\/\/[^/]/.test(rest))
    return { wrong: 'it names another machine', fix: 'Write `file:./FOLDER` or `file:/FOLDER`.' };
  return { prefix: 'file', path: rest };
}

/** A message is shown and kept; a password in an address must not be. */
function hideSecret(spec: string): string {
  return spec.replace(/\/\/[^/@]*@/g, '//…@');
}

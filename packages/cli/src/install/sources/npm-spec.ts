import { isVersionRange } from '@hookmd/core/internal/manifest/version-range';
import type { WrongSpec } from './wrong-spec.ts';

export interface NpmSpec {
  readonly prefix: 'npm';
  /** With its scope. */
  readonly name: string;
  /** A range of versions, or a tag. */
  readonly wanted: string;
}

/** Source: reference/security.md §5. */
const NAME = /^(@[a-z0-9][a-z0-9-]{0,63}\/)?[a-z0-9][a-z0-9._-]{0,63}$/;
const TAG = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;

export function isNpmName(name: string): boolean {
  return NAME.test(name);
}

/** The part behind `npm:`. */
export function parseNpmSpec(rest: string): NpmSpec | WrongSpec {
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
      wrong: 'behind `@` stands no version',
      fix: `Write for example \`npm:${name}@1.2.3\`, \`@^1\` or \`@latest\`.`,
    };
  }
  return { prefix: 'npm', name, wanted };
}

function isWanted(wanted: string): boolean {
  return wanted !== '' && (TAG.test(wanted) || isVersionRange(wanted));
}

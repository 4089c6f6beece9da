import { isHookError } from '@hookmd/core/errors';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import type { LockedPackage } from '../../install/lockfile.ts';
import type { Removal } from '../../install/plan-removal.ts';
import { parseSpec, type Spec } from '../../install/sources/spec.ts';

/** The commands that install the same versions again, and link the same directories. */
export function undoCommands(
  removals: readonly Removal[],
  links: readonly { readonly target: string }[],
): readonly string[] {
  const installs = removals.flatMap(({ scope, locked }) => {
    const specs = locked.flatMap(exactSpec).map(asWord);
    const inScope = scope.source === 'project' ? ' --scope project' : '';
    return specs.length === 0 ? [] : [`hooks install ${specs.join(' ')}${inScope}`];
  });
  return [...installs, ...links.map(({ target }) => `hooks install --link ${asWord(target)}`)];
}

/** None for a spec that cannot be installed: a lockfile comes from a repository, and removing must work without one. */
function exactSpec({ spec, version, commit }: LockedPackage): readonly string[] {
  const parsed = parseIfValid(spec);
  if (parsed === null) return [];
  if (parsed.prefix === 'npm' && version !== null) return [`npm:${parsed.name}@${version}`];
  // The commit of a plugin may be of another repository than its marketplace.
  if (parsed.prefix !== 'git' || commit === null || parsed.plugin !== null) return [spec];
  return [`git:${parsed.url}#${commit}${parsed.path === null ? '' : `&path:${parsed.path}`}`];
}

function parseIfValid(spec: string): Spec | null {
  try {
    return parseSpec(spec);
  } catch (error) {
    if (isHookError(error)) return null;
    throw error;
  }
}

function asWord(text: string): string {
  return quoteWord(cleanLine(text));
}

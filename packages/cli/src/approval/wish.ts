import { type Issue, issue } from '@hookmd/core/errors';
import { type HookStatus, type Survey, writeEnablement } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';

const SCOPES = ['project', 'user'] as const;

/** Where a wish about a hook is kept; for `enable` and `disable`. */
export const wishOptions: readonly OptionRow[] = [
  { flags: '--here', about: 'in this project only; kept in the state folder, never committed' },
  { flags: '--scope <user|project>', about: 'user: in every project; project: the same as --here' },
];

/** Throws USAGE for a `--scope` that there is not: before anything is asked or changed. */
export function rejectUnknownScope({ options }: Context): void {
  options.word('scope', SCOPES);
}

/**
 * Records that a person wants a hook on or off: where its package lives (a project's hook in that
 * project, any other for the user) unless they say otherwise. Throws STATE_NOT_WRITABLE.
 */
export function recordWish(
  context: Context,
  { places }: Survey,
  { record }: HookStatus,
  enabled: boolean,
): void {
  const scope = context.options.word('scope', SCOPES);
  const isHere = context.options.has('here') || scope === 'project';
  const isProjects = record.root.source === 'project';
  const projectDir = isHere || isProjects ? places.projectDir : null;
  writeEnablement(places.stateDir, record.qualifiedName, projectDir, { enabled, digest: record.digest });
}

/** It is on by `enable --here`, whatever holds in other projects; null = it is not. A project's own hooks have no other place. */
export function enabledHere({ record, isEnabled, enabledBy, hold }: HookStatus): Issue | null {
  if (!isEnabled || enabledBy !== 'project' || record.root.source === 'project') return null;
  if (hold?.says === 'required') return null; // no wish counts
  return issue('ENABLED_HERE', { name: quoteWord(record.qualifiedName) });
}

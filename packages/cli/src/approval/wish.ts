import { type Issue, issue } from '@hookmd/core/errors';
import { type HookStatus, type Inventory, writeEnablement } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';

const SCOPES = ['project', 'user'] as const;

/** Where `enable` and `disable` store their setting. */
export const wishOptions: readonly OptionRow[] = [
  { flags: '--here', about: 'only in this project, and only for you' },
  {
    flags: '--scope <user|project>',
    about: 'user: in every project; project: same as --here',
    isHidden: true,
  },
];

/** Throws USAGE for an unknown `--scope`, before any prompt or change. */
export function rejectUnknownScope({ options }: Context): void {
  options.word('scope', SCOPES);
}

/**
 * Stores whether the user wants a hook enabled: for the project of a project's hook, else for every project, unless an option
 * selects the scope. Throws STATE_NOT_WRITABLE.
 */
export function recordWish(
  context: Context,
  { places }: Inventory,
  { record }: HookStatus,
  enabled: boolean,
): void {
  const scope = context.options.word('scope', SCOPES);
  const isHere = context.options.has('here') || scope === 'project';
  const isProjects = record.root.source === 'project';
  const projectDir = isHere || isProjects ? places.projectDir : null;
  writeEnablement(places.stateDir, record.qualifiedName, projectDir, { enabled, digest: record.digest });
}

/** Warns that a hook stays enabled by `enable --here`; null = it does not. A project's own hooks are always stored there. */
export function enabledHere({ record, isEnabled, enabledBy, hold }: HookStatus): Issue | null {
  if (!isEnabled || enabledBy !== 'project' || record.root.source === 'project') return null;
  if (hold?.hold === 'required') return null; // the policy enables it
  return issue('ENABLED_HERE', { name: quoteWord(record.qualifiedName) });
}

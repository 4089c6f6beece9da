import { HookError } from '@hookmd/core/errors';
import type { Session } from '../../install/staging.ts';
import { cut } from '../../ui/output.ts';
import { promptChoice } from '../../ui/prompts.ts';
import { showUnsearched } from '../search/view.ts';

/** What the prompt draws before a choice, and a column at the end. */
const MARGIN = 6;

/**
 * Lets the user choose among the packages that a search without words finds. Returns the spec. Throws LOCK_NONE where it finds
 * none, INSTALL_DECLINED, INSTALL_INTERRUPTED.
 */
export async function offerPackage(session: Session): Promise<string> {
  const { err } = session.context;
  // Loaded where it is needed: a search starts git and npm.
  const { searchPackages } = await import('../../search/search-packages.ts');
  const { sources, packages } = await searchPackages(session, []);
  showUnsearched(err, sources);
  const choices = packages.flatMap(({ name, source, description, spec, problem }) =>
    spec === null || problem !== null
      ? []
      : [{ value: spec, label: cut(`${name}  ${source}  ${description}`.trim(), err.width - MARGIN) }],
  );
  if (choices.length === 0) throw new HookError('LOCK_NONE', {}, { exitCode: 1 });
  const spec = await promptChoice(err, 'Install which package?', choices);
  if (spec === null) throw new HookError('INSTALL_DECLINED', { command: 'hooks install' }, { exitCode: 130 });
  return spec;
}

import { refreshIfStale } from '@hookmd/core/hook-index';
import { type Survey, survey } from '@hookmd/core/registry';
import { agentVariable, type Context, placesOf } from '../command-line/context.ts';
import { mayBeUnfinished } from '../install/unfinished.ts';

/**
 * Surveys everything for a command that reads, and brings the compiled files up to date. What an `install` that was killed
 * had decided is finished first, unless an agent calls.
 */
export async function look(context: Context): Promise<Survey> {
  const { stateDir } = placesOf(context);
  if (mayBeUnfinished(stateDir) && agentVariable(context.environment) === null) {
    const { finishInstalls } = await import('../install/finish-installs.ts');
    await finishInstalls(context);
  }
  const seen = await survey(placesOf(context), context.environment);
  await refreshIfStale(seen, context.environment);
  return seen;
}

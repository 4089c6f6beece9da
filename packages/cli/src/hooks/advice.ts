import { type Decision, isFailed } from '@hookmd/core/events';
import type { Inventory } from '@hookmd/core/registry';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import { changedText } from '@hookmd/ui/words';
import type { Context } from '../command-line/context.ts';
import { explainFailure } from './failure.ts';
import { everyHook, nameFor } from './find-hook.ts';
import { isWarned, ranOtherVersion } from './health.ts';

/** What the user can do about hooks that failed, printed what has no effect, are paused, or ran in another version than their directory has. */
export function adviceOn(context: Context, seen: Inventory, { hooks }: Decision): readonly string[] {
  const all = everyHook(seen);
  const lines = hooks.flatMap((run) => {
    const status = all.find(({ record }) => record.qualifiedName === run.qualifiedName);
    const name = cleanLine(status === undefined ? quoteWord(run.name) : nameFor(all, status));
    const fix =
      isFailed(run) || isWarned(run) ? explainFailure(run, status ?? null, { ...context, ...seen }).fix : '';
    return [
      ...(fix === '' ? [] : [`Fix ${name}:  ${fix}`]),
      ...(run.cause === 'BREAKER_OPEN' ? [`Why ${name} fails:  hooks info ${name}`] : []),
      ...(ranOtherVersion(run, status) ? [changedText(name)] : []),
    ];
  });
  // A hook runs once for each file of a patch.
  return [...new Set(lines)];
}

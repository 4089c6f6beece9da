import { type Decision, isFailed } from '@hookmd/core/events';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { changedText } from '../../event-log/event-text.ts';
import { explainFailure } from '../../hooks/failure.ts';
import { everyHook } from '../../hooks/find-hook.ts';
import { ranOtherVersion } from '../../hooks/health.ts';
import { look } from '../../hooks/look.ts';

/** What the user can do about hooks that failed, are paused, or ran in another version than their directory has. */
export async function adviceOn(context: Context, { hooks }: Decision): Promise<readonly string[]> {
  if (hooks.length === 0) return [];
  const seen = await look(context);
  const all = everyHook(seen);
  return hooks.flatMap((run) => {
    const status = all.find(({ record }) => record.qualifiedName === run.qualifiedName);
    const name = cleanLine(quoteWord(run.name));
    const scene = { ...context, places: seen.places };
    const fix = isFailed(run) ? explainFailure(run, status ?? null, scene).fix : '';
    return [
      ...(fix === '' ? [] : [`Fix ${name}:  ${fix}`]),
      ...(run.cause === 'BREAKER_OPEN' ? [`Why ${name} fails:  hooks info ${name}`] : []),
      ...(ranOtherVersion(run, status) ? [changedText(name)] : []),
    ];
  });
}

import type { HookEvent } from '../events/event.ts';
import type { HookRun } from '../events/outcome.ts';
import type { CompiledCondition } from '../matching/condition.ts';
import { toolNames } from '../matching/tool-view.ts';
import type { ActiveSet } from '../registry/active-set.ts';
import { describeMismatch, skippedRun } from './hook-run.ts';
import type { PlannedHook } from './plan.ts';
import { toolCallOf } from './tool-call.ts';

/**
 * The rows of all planned hooks where every `if` says no; null where one of them has to be asked.
 *
 * Then nobody changes the event, so that what is judged here is what each would find when its turn comes.
 * It costs less than a third of loading what runs hooks.
 */
export async function turnAwayAll(
  planned: readonly PlannedHook[],
  { hooks }: Pick<ActiveSet, 'hooks'>,
  event: HookEvent,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly HookRun[] | null> {
  const call = toolCallOf(event, environment);
  const names = toolNames(call.toolName, call.view);
  const rows: HookRun[] = [];
  const inQuestion = [];
  for (const { hook, phase } of planned) {
    const { condition } = hook;
    if (condition === null) return null;
    // Most are about another tool: that is known without what reads globs and shell commands.
    if (names.includes(condition.name)) inQuestion.push(condition);
    rows.push(skippedRun(hook, 'NO_MATCH', describeMismatch(condition), phase));
  }
  if (inQuestion.length === 0) return rows;
  const { concernsAny } = await import('../matching/concerns-any.ts');
  const all = (): CompiledCondition[] => hooks.flatMap(({ condition }) => condition ?? []);
  try {
    return concernsAny(inQuestion, call, hooks, all) ? null : rows;
  } catch {
    return null; // a failure of that hook alone, which is said where it is asked
  }
}

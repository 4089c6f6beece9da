import { type CompiledCondition, judgeCondition } from './condition.ts';
import { ConditionIndex } from './condition-index.ts';
import type { ToolCall } from './subjects.ts';

/** Fewer are looked at as fast, one after another. */
const WORTH_AN_INDEX = 32;

/** Of what events are judged by again and again, as in a process that stays; null = for the first time. */
const indexes = new WeakMap<object, ConditionIndex | null>();

/**
 * Whether any of `conditions` concerns the call. `all` are those of every hook of the set, which is `key`: from its second
 * event on they are looked up.
 */
export function concernsAny(
  conditions: readonly CompiledCondition[],
  call: ToolCall,
  key: object,
  all: () => readonly CompiledCondition[],
): boolean {
  if (conditions.length < WORTH_AN_INDEX) return conditions.some((one) => judgeCondition(one, call));
  let index = indexes.get(key);
  if (index === undefined) {
    indexes.set(key, null);
    return conditions.some((one) => judgeCondition(one, call));
  }
  if (index === null) {
    index = new ConditionIndex(all());
    indexes.set(key, index);
  }
  return index.choose(call).some((one) => conditions.includes(one));
}

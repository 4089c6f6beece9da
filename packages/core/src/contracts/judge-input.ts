import type { HookEvent } from '../events/event.ts';
import type { JsonObject } from '../events/json.ts';
import { missingArguments, viewTool } from '../matching/tool-view.ts';
import { changedKeys, isCovered } from './changed-keys.ts';
import type { ContractVerdict } from './contract-verdict.ts';

/**
 * Judges a new tool input: every changed, added or removed key must be declared, and the tool must
 * still get its required arguments. One key outside refuses the whole change.
 *
 * Source: contracts.md §3, features.md G7, G10, G29.
 */
export function judgeInput(
  event: HookEvent,
  proposal: JsonObject,
  allowed: readonly string[],
  merge: 'replace' | 'shallow',
): ContractVerdict {
  const current = event.tool_input ?? {};
  const proposed = merge === 'shallow' ? { ...current, ...proposal } : proposal;
  const changed = changedKeys(current, proposed);
  if (changed.length === 0) return { event, changed };

  const outside = changed.filter((key) => !isCovered(key, allowed));
  if (outside.length > 0) return { violation: describeOutside(outside, current, proposed, allowed) };

  const toolName = event.tool_name ?? '';
  const alreadyMissing = new Set(missingArguments(toolName, current));
  const missing = missingArguments(toolName, proposed).filter((key) => !alreadyMissing.has(key));
  if (missing.length > 0)
    return { violation: `${toolName} needs ${missing.join(', ')} with another type or at all` };

  const tool = viewTool(toolName, event.tool?.native_name ?? toolName, proposed);
  return { event: { ...event, tool_input: proposed, tool }, changed };
}

function describeOutside(
  outside: readonly string[],
  current: JsonObject,
  proposed: JsonObject,
  allowed: readonly string[],
): string {
  const removed = outside.filter((key) => Object.hasOwn(current, key) && !Object.hasOwn(proposed, key));
  const advice = removed.length > 0 ? '; return the whole input, or declare `merge: shallow`' : '';
  const may = allowed.length > 0 ? allowed.join(', ') : 'nothing';
  return `changed ${outside.join(', ')}, may change ${may}${advice}`;
}

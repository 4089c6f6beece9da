import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import { isJsonObject, isSameJson, type JsonValue } from '../events/json.ts';
import { replaceTexts } from '../protocols/replace-texts.ts';
import type { ContractVerdict } from './contract-verdict.ts';
import { judgeRedaction } from './judge-redaction.ts';

/** Judges a new output: anything where the hook may replace it, else redaction only. */
export function judgeOutput(
  event: HookEvent,
  proposal: JsonValue,
  allowed: 'replace' | 'redact',
): ContractVerdict {
  const field = eventRow(event.hook_event_name).output ?? '';
  const current = event[field] as JsonValue | undefined;
  if (isSameJson(current, proposal)) return { event, changed: [] };
  const removed: string[] = [];
  if (allowed === 'redact') {
    const verdict = judgeRedaction(current, proposal);
    if ('violation' in verdict) return { violation: `may only redact: ${verdict.violation}` };
    removed.push(...verdict.removed);
  } else {
    const problem = shapeProblem(event, field, current, proposal);
    if (problem !== null) return { violation: problem };
  }
  return { event: { ...event, [field]: proposal }, changed: [field], removed };
}

/**
 * Withholds an output behind a marker, in the shape it has, because the hook that should have looked
 * at it failed and declares `onFailure: block`.
 */
export function withholdOutput(event: HookEvent, hookName: string, cause: string): HookEvent {
  const field = eventRow(event.hook_event_name).output ?? '';
  const marker = `[withheld: ${hookName} failed (${cause})]`;
  return { ...event, [field]: replaceTexts(event[field], marker) };
}

/**
 * What is wrong with the shape of a replacement: agents check the outputs of their own tools, and use the
 * original where a replacement does not fit. An MCP tool may answer anything.
 */
function shapeProblem(event: HookEvent, field: string, current: unknown, proposal: JsonValue): string | null {
  if (typeof current === 'string' && typeof proposal !== 'string')
    return `\`${field}\` is a text and must stay one`;
  if (event.tool?.mcp != null || !isJsonObject(current)) return null;
  if (!isJsonObject(proposal)) return `\`${field}\` is an object and must stay one`;
  const lost = Object.keys(current).find((key) => typeof proposal[key] !== typeof current[key]);
  return lost === undefined ? null : `\`${field}.${lost}\` must stay and keep its type`;
}

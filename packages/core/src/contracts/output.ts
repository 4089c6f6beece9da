import type { HookEvent } from '../protocol/event.ts';
import { eventRow } from '../protocol/events.ts';
import { isJsonObject, isSameJson, type JsonValue } from '../protocol/json.ts';
import type { ContractVerdict } from './contract.ts';
import { judgeRedaction } from './redaction.ts';

/** Judges a new output: anything where the hook may replace it, else redaction only. */
export function judgeOutput(event: HookEvent, proposal: JsonValue, allowed: 'replace' | 'redact'): ContractVerdict {
  const field = eventRow(event.hook_event_name).output ?? '';
  const current = event[field] as JsonValue | undefined;
  if (isSameJson(current, proposal)) return { event, changed: [] };
  const removed: string[] = [];
  if (allowed === 'redact') {
    const verdict = judgeRedaction(current, proposal);
    if ('violation' in verdict) return { violation: `may only redact: ${verdict.violation}` };
    removed.push(...verdict.removed);
  } else if (typeof current === 'string' && typeof proposal !== 'string') {
    return { violation: `\`${field}\` is a text and must stay one` };
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

function replaceTexts(value: unknown, marker: string): unknown {
  if (typeof value === 'string') return value === '' ? value : marker;
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, marker));
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTexts(item, marker)]));
  }
  return value ?? marker;
}

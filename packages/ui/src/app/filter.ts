import type { EventLogRecord } from '@hookmd/core/event-log';
import { type HookRun, isFailed } from '@hookmd/core/events';
import { callText, dispatchText } from '../words.ts';

const CANNOT_RUN: readonly string[] = ['INELIGIBLE', 'BREAKER_OPEN', 'HOST_CANNOT', 'HOST_LACKS'];

/** What an event came to, in the words of the filter; each has a color. */
export const tones = {
  block: 'blocked',
  ask: 'prompted',
  change: 'changed',
  fail: 'a hook failed or could not run',
  none: 'proceeded',
  idle: 'no hook ran',
} as const;
export type Tone = keyof typeof tones;

export function toneOf({ decision, halted, hooks }: EventLogRecord): Tone {
  if (decision === 'block' || halted) return 'block';
  if (decision === 'ask') return 'ask';
  if (hooks.some((run) => isFailed(run) || isMissing(run))) return 'fail';
  if (hooks.some(({ changed, sendsBack }) => changed.length > 0 || sendsBack)) return 'change';
  return hooks.every(({ outcome }) => outcome === 'skipped') ? 'idle' : 'none';
}

/** It matches, and could not run although you wanted it to. */
export function isMissing({ cause }: Pick<HookRun, 'cause'>): boolean {
  return cause !== null && CANNOT_RUN.includes(cause);
}

/** Selects events; every value must match, and an empty one always does. */
export interface Filter {
  /** Words that the text of the event has, each of them. */
  readonly text?: string;
  readonly agent?: string;
  /** The name of a hook that ran. */
  readonly hook?: string;
  readonly decision?: string;
  readonly session?: string;
}

export function filterEvents(
  events: readonly EventLogRecord[],
  { text = '', agent = '', hook = '', decision = '', session = '' }: Filter,
): readonly EventLogRecord[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if ([agent, hook, decision, session].every((value) => value === '') && words.length === 0) return events;
  return events.filter(
    (event) =>
      (agent === '' || event.agent === agent) &&
      (session === '' || event.sessionId === session) &&
      (decision === '' || toneOf(event) === decision) &&
      (hook === '' || event.hooks.some(({ name, outcome }) => name === hook && outcome !== 'skipped')) &&
      (words.length === 0 || includesAll(searchedText(event), words)),
  );
}

/** The text of an event that the filter searches. */
function searchedText(event: EventLogRecord): string {
  const { agent, event: name, projectDir, reason, sessionId, spanId, traceId, hooks } = event;
  const ran = hooks.filter(({ outcome }) => outcome !== 'skipped').map((run) => run.name);
  const texts = [name, agent, sessionId, projectDir, spanId, traceId, reason ?? '', ...ran];
  return [...texts, callText(event), dispatchText(event)].join('\n').toLowerCase();
}

function includesAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

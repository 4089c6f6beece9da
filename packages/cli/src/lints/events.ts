import { type Issue, issue } from '@hookmd/core/errors';
import type { EventName } from '@hookmd/core/events';
import { findForeignName, protocols } from '@hookmd/core/protocols';
import { leftOutBy, reportingAgents } from '../attach/registration-files.ts';
import { type Linted, placeOfKey } from './lint.ts';

/** Events of the manifest that no known agent reports to HookMD, in one issue. */
export function neverDispatchedLint(linted: Linted): readonly Issue[] {
  const never = linted.manifest.events.filter(
    ({ events }) => events.length > 0 && !events.some((event) => reportingAgents(event).length > 0),
  );
  if (never.length === 0) return [];
  const events = never.map(({ name, events: eventNames }) => name + whyNot(eventNames)).join(', ');
  return [issue('EVENT_NEVER_DISPATCHED', { events }, placeOfKey(linted, 'events'))];
}

/** Where an agent has the event, and HookMD keeps out of it. */
function whyNot(events: readonly EventName[]): string {
  const reasons = events.flatMap(leftOutBy).map(({ agent, why }) => `not ${agent}: ${why}`);
  return reasons.length === 0 ? '' : ` for HookMD (${reasons.join('; ')})`;
}

/** What each vocabulary's own handlers are run as. */
const protocolOf = {
  kodelet: 'kodelet',
  microclaw: 'microclaw-rfc',
  openclaw: 'openclaw',
  gemini: 'gemini',
  cursor: 'cursor',
  copilot: 'copilot',
  qwen: 'qwen',
  opencode: 'opencode',
} as const;

/** `protocol` names one system, the event's name belongs to another: the handler was written for the other one. */
export function foreignEventLint(linted: Linted): readonly Issue[] {
  const { manifest } = linted;
  const { id, vocabulary } = protocols[manifest.protocol];
  return manifest.events.flatMap(({ name, events }) => {
    const foreign = findForeignName(name);
    if (foreign === undefined || foreign.vocabulary === vocabulary) return [];
    const parameters = {
      event: name,
      system: foreign.vocabulary,
      current: id,
      instead: events.join(', ') || 'an event of `hooks events`',
      protocol: protocolOf[foreign.vocabulary],
    };
    return [issue('EVENT_OF_ANOTHER_SYSTEM', parameters, placeOfKey(linted, 'events'))];
  });
}

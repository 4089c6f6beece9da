import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { eventRow, isToolEvent } from '@hookmd/core/internal/protocol/events';
import { describeMs } from '../views/describe.ts';
import { type Linted, placeOfKey } from './lint.ts';

const LONG_WAIT_MS = 60_000;

/** A guard of every tool call, without `matcher` and `if`: a process for each of them. */
export function broadGuardLint(linted: Linted): readonly Issue[] {
  const { manifest } = linted;
  const isBroad = (manifest.matcher ?? '').trim() === '' && manifest.condition === null;
  const guardsCalls = manifest.events.some(({ events }) => events.includes('PreToolUse'));
  if (!isBroad || !guardsCalls || manifest.observe !== 'no' || manifest.handler.mode !== 'command') return [];
  return [issue('GUARD_IS_BROAD', {}, placeOfKey(linted, 'events'))];
}

/** A long time limit where the agent waits. A result of a tool may be waited for; a call that a person wants may not. */
export function slowGateLint(linted: Linted): readonly Issue[] {
  const { timeoutMs, events, isAsync } = linted.manifest;
  if (timeoutMs === null || timeoutMs <= LONG_WAIT_MS || isAsync) return [];
  const gate = events.find((named) =>
    named.events.some((event) => eventRow(event).class === 'gate' && (isToolEvent(event) || isAsked(event))),
  );
  if (gate === undefined) return [];
  const parameters = { timeout: describeMs(timeoutMs), event: gate.name };
  return [issue('GATE_IS_SLOW', parameters, placeOfKey(linted, 'timeout'))];
}

/** A person sits before the agent and waits. */
function isAsked(event: string): boolean {
  return event === 'UserPromptSubmit' || event === 'PermissionRequest';
}

import { type Issue, issue } from '@hookmd/core/errors';
import { eventRow, isToolEvent } from '@hookmd/core/events';
import { describeMs } from '../hooks/describe.ts';
import { type Linted, placeOfKey } from './lint.ts';

const LONG_WAIT_MS = 60_000;

/** What a guard costs at each call, by its mode; the others cost next to nothing, or are kept warm. */
const costs: Readonly<Record<string, string>> = {
  command: 'starts a process',
  prompt: 'asks a model',
  agent: 'asks a model',
};

/** A guard of every tool call, without `matcher` and `if`. */
export function broadGuardLint(linted: Linted): readonly Issue[] {
  const { manifest } = linted;
  const isBroad = (manifest.matcher ?? '').trim() === '' && manifest.condition === null;
  const guardsCalls = manifest.events.some(({ events }) => events.includes('PreToolUse'));
  const cost = costs[manifest.handler.mode];
  if (!isBroad || !guardsCalls || manifest.observe !== 'no' || cost === undefined) return [];
  return [issue('GUARD_IS_BROAD', { cost }, placeOfKey(linted, 'events'))];
}

/** A long time limit while the agent waits. Waiting for a result is acceptable; waiting before a call is not. */
export function slowGateLint(linted: Linted): readonly Issue[] {
  const { timeoutMs, events, isAsync } = linted.manifest;
  if (timeoutMs === null || timeoutMs <= LONG_WAIT_MS || isAsync) return [];
  const gate = events.find((named) =>
    named.events.some(
      (event) => eventRow(event).class === 'gate' && (isToolEvent(event) || isInvoked(event)),
    ),
  );
  if (gate === undefined) return [];
  const parameters = { timeout: describeMs(timeoutMs), event: gate.name };
  return [issue('GATE_IS_SLOW', parameters, placeOfKey(linted, 'timeout'))];
}

/** The user waits for the agent. */
function isInvoked(event: string): boolean {
  return event === 'UserPromptSubmit' || event === 'PermissionRequest';
}

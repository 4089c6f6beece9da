import { type Issue, issue } from '@hookmd/core/errors';
import { eventRow, isToolEvent } from '@hookmd/core/events';
import type { ModifySpec } from '@hookmd/core/manifest';
import { matcherOf } from '@hookmd/core/matching';
import type { HookStatus } from '@hookmd/core/registry';
import { describeMs } from '../hooks/describe.ts';
import { type Linted, placeOfKey } from './lint.ts';

const LONG_WAIT_MS = 60_000;
const USER_WAITS = ['UserPromptSubmit', 'PermissionRequest'];

/** What a guard costs at each call, by its mode; the others cost next to nothing, or are kept warm. */
const costs: Readonly<Record<string, string>> = {
  command: 'starts a process',
  prompt: 'calls a model',
  agent: 'calls a model',
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
  const waiting = events.find((named) =>
    named.events.some(
      (event) =>
        eventRow(event).kind === 'before' &&
        (isToolEvent(event) || USER_WAITS.some((name) => name === event)),
    ),
  );
  if (waiting === undefined) return [];
  const parameters = { timeout: describeMs(timeoutMs), event: waiting.name };
  return [issue('GATE_IS_SLOW', parameters, placeOfKey(linted, 'timeout'))];
}

interface Change extends Linted {
  readonly event: string;
  readonly subject: string;
}

/**
 * Enabled hooks that may change the same thing on the same event at the same priority: their sources and names decide which
 * change wins. One hint for each later hook.
 */
export function orderLint(statuses: readonly HookStatus[]): readonly Issue[] {
  const seen = new Map<string, Change[]>();
  return statuses.flatMap((status) => {
    const { record, isEnabled } = status;
    const { manifest } = record;
    if (manifest === null || !isEnabled || record.displacedBy !== null) return [];
    // The user ordered settings entries, and nothing declares what they may change.
    if (record.entry !== undefined) return [];
    const found: Issue[] = [];
    for (const change of changesOf({ record, manifest })) {
      const key = JSON.stringify([change.event, change.subject, manifest.priority]);
      const rivals = seen.get(key) ?? [];
      const rival = rivals.find((item) => mayMeet(item, change));
      seen.set(key, [...rivals.slice(0, 20), change]);
      if (rival !== undefined && found.length === 0) found.push(orderIssue(change, rival));
    }
    return found;
  });
}

function changesOf(linted: Linted): readonly Change[] {
  return Object.entries(linted.manifest.modify).flatMap(([event, spec]) =>
    wholeNames(spec).map((subject) => ({ ...linted, event, subject })),
  );
}

function wholeNames({ input = [], ...rest }: ModifySpec): readonly string[] {
  const keys = input === 'policy' ? [] : input;
  return [...keys.map((key) => `\`${key}\``), ...Object.keys(rest).filter((key) => key !== 'redact')];
}

/** Names that have none in common, and conditions, keep two hooks apart; a pattern may be anything. */
function mayMeet(change: Change, item: Change): boolean {
  if (change.manifest.condition !== null || item.manifest.condition !== null) return false;
  const [first, second] = [change, item].map(({ manifest }) => matcherOf(manifest));
  if (first === undefined || second === undefined || 'error' in first || 'error' in second) return false;
  if (first.kind !== 'names' || second.kind !== 'names') return true;
  return first.names.some((name) => second.names.includes(name));
}

function orderIssue({ record, manifest, event, subject }: Change, rival: Change): Issue {
  const parameters = {
    name: record.qualifiedName,
    rival: rival.record.qualifiedName,
    subject: subject.startsWith('`') ? subject : `the ${subject}`,
    event,
    priority: manifest.priority,
  };
  return issue('ORDER_BY_NAME', parameters, placeOfKey({ record, manifest }, 'modify'));
}

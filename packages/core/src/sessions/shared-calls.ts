import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import { type EventName, eventRow, fieldNames } from '../events/events.ts';
import { isJsonObject, type JsonValue, stableJson } from '../events/json.ts';
import { writeFileAtomic } from '../state/files.ts';
import { sha256 } from '../state/hash.ts';
import { tryLock } from '../state/lock.ts';
import { readRecord } from '../state/record-file.ts';
import { sessionPath } from './sessions.ts';

const SCHEMA = 'hookmd.shared/1';
/** Without an id two calls with one input look the same; with one too, where the model's server restarts its count in each turn. */
const FRESH_MS = 2_000;
const FRESH_WITH_ID_MS = 10_000;
const KEEP_MS = 60_000;
/** No agent waits longer: a decision that long after the call has the time of another clock. */
const LONGEST_EVALUATED_MS = 600_000;
const MAX_CACHED = 64;
/** Fields that do not identify a call; its id is compared separately. */
const notOfTheCall: ReadonlySet<string> = new Set(['duration_ms', 'tool_use_id', 'original_tool_input']);

/** One decision, and the registrations that received it. */
interface SharedDecision {
  readonly schema: typeof SCHEMA;
  readonly decidedAt: number;
  readonly takers: readonly string[];
  readonly decision: Decision;
}

/** One call that several registrations of an agent receive. */
export interface SharedCall {
  /** Null = another process evaluates it. Throws STATE_NOT_WRITABLE. */
  lock(): (() => void) | null;
  /** The decision, once for each registration; null = none, or one of an earlier call. Only under the lock. */
  take(): Decision | null;
  /** Stores the decision for the other registrations. Only under the lock. Throws STATE_NOT_WRITABLE. */
  leave(decision: Decision, now: number): void;
}

/** `arrivedAt` is when this registration received the call. */
export function openSharedCall(
  stateDir: string,
  event: HookEvent,
  { registration, arrivedAt }: { readonly registration: string; readonly arrivedAt: number },
): SharedCall {
  const directory = join(sessionPath(stateDir, event.agent.name, event.session_id), 'calls');
  const callId = typeof event.tool_use_id === 'string' && event.tool_use_id !== '' ? event.tool_use_id : null;
  const pathOf = (hookEvent: HookEvent): string => join(directory, `${keyOf(hookEvent, callId)}.json`);
  const path = pathOf(event);
  const write = (to: string, takers: readonly string[], decision: Decision, decidedAt: number): void =>
    writeFileAtomic(to, JSON.stringify({ schema: SCHEMA, decidedAt, takers, decision }), { isMemory: true });
  return {
    lock: () => tryLock(`${path}.lock`),
    take() {
      const { value } = readRecord(path, isSharedDecision);
      if (value === null) return null;
      const { decidedAt, takers, decision } = value;
      const ageMs = arrivedAt - decidedAt;
      const isFresh =
        ageMs <= (callId === null ? FRESH_MS : FRESH_WITH_ID_MS) && ageMs >= -LONGEST_EVALUATED_MS;
      if (!isFresh || (callId === null && takers.includes(registration))) return null;
      write(path, [...takers, registration], decision, decidedAt);
      return decision;
    },
    leave(decision, now) {
      clear(directory, now);
      // Messages for the user are in the first decision and in the event log.
      const shared = { ...decision, hooks: [], userMessages: [] };
      write(path, [registration], shared, now);
      const changed = asChanged(event, decision);
      // An agent may give the next registration the changed input: the same call, which needs no further change.
      if (changed !== null) write(pathOf(changed), [registration], unchanged(shared), now);
    },
  };
}

/** A key of every field that identifies the call, so that no registration gets the decision of another call. */
function keyOf(event: HookEvent, callId: string | null): string {
  const { hook_event_name: name } = event;
  const facts = fieldNames(name)
    .filter((field) => !notOfTheCall.has(field))
    .map((field) => [field, event[field] ?? null]);
  // Agents that read each other's settings send one call with keys in two orders.
  return sha256(stableJson([name, callId, event.cwd, facts])).slice(0, 32);
}

/** The event with the input or output that the decision replaces; null = it changes nothing. */
function asChanged(event: HookEvent, { decision, changed, input, output }: Decision): HookEvent | null {
  const row = eventRow(event.hook_event_name);
  if (output !== null && row.output !== null) return { ...event, [row.output]: output } as HookEvent;
  const isChanged = row.input === 'tool_input' && changed.length > 0 && input !== null;
  return isChanged && decision !== 'block' ? ({ ...event, tool_input: input } as HookEvent) : null;
}

function unchanged(decision: Decision): Decision {
  return { ...decision, changed: [], output: null };
}

function isSharedDecision(value: unknown): value is SharedDecision {
  if (!isJsonObject(value as JsonValue)) return false;
  const { schema, decidedAt, takers, decision } = value as unknown as SharedDecision;
  return (
    schema === SCHEMA &&
    typeof decidedAt === 'number' &&
    Array.isArray(takers) &&
    typeof decision === 'object' &&
    decision !== null &&
    typeof (decision.event satisfies EventName) === 'string'
  );
}

/** Removes expired decisions, and the oldest where there are too many. Best effort: `sweepSessions` removes the rest. */
function clear(directory: string, now: number): void {
  try {
    const files = readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(directory, name))
      .map((path) => ({ path, at: lstatSync(path).mtimeMs }))
      .sort((a, b) => b.at - a.at);
    const old = files.filter(({ at }, index) => index >= MAX_CACHED || Math.abs(now - at) > KEEP_MS);
    for (const { path } of old) rmSync(path, { force: true });
  } catch {
    // There is no directory yet, or another process removed a file.
  }
}

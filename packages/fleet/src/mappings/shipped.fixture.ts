import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALLOW_SCHEMA, type AllowRecord, appendRecord } from '@hookmd/core/event-log';
import type { EventName } from '@hookmd/core/events';
import { claude } from '@hookmd/core/protocols';
import { localHost, openRuntime } from '@hookmd/core/runtime';
import { resolvePlaces } from '@hookmd/core/system';
import { makeHook } from '@hookmd/core/testing';
import fc from 'fast-check';
import type { ShippedRecord } from './shipped-record.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Makes a shipped record of an entry. The hashes have the right form and nothing more. */
export function shipped(entry: Entry, sequence = 1): ShippedRecord {
  return {
    schema: 'hookmd.shipped/1',
    machine: 'm-4f2a',
    sequence,
    previous: '0'.repeat(64),
    hash: 'f'.repeat(64),
    entry,
  };
}

/** An entry such as the engine writes, complete where a test does not care. */
export function traceEntry(facts: Entry = {}): Entry {
  return {
    schema: 'hookmd.trace/1',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    parentSpanId: null,
    time: '2026-11-20T12:00:00.000Z',
    event: 'PreToolUse',
    eventId: '01JD4ZQ0G0000000000000000A',
    sessionId: 'session-1',
    agent: 'claude-code',
    projectDir: '/home/ana/shop',
    tool: { kind: 'shell', name: 'Bash' },
    decision: 'none',
    reason: null,
    hooks: [],
    dropped: [],
    failedOpen: [],
    cost: null,
    durationMs: 4.4,
    ...facts,
  };
}

/** The lines of an event log that the real runtime writes: blocked, prompted, changed, failed, sent back, and allowed by the user. */
export async function realEntries(): Promise<readonly Entry[]> {
  const home = mkdtempSync(join(tmpdir(), 'hookmd-mappings-'));
  const environment = { HOME: home };
  const places = resolvePlaces({ workDir: home, cwd: home, environment });
  const runtime = await openRuntime({ places, environment, cwd: home, host: localHost(claude) });
  const dispatch = (event: EventName, run: Parameters<typeof makeHook>[0], tool = 'Bash'): Promise<unknown> =>
    runtime.dispatch(
      event,
      { session_id: 's', cwd: home, tool_name: tool, tool_input: { command: 'ls', file_path: `${home}/a` } },
      { extraHooks: [makeHook(run, { on: event })] },
    );
  const specific = (fields: object) => () => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields },
  });
  const directory = join(places.stateDir, 'event-log');
  try {
    await dispatch('PreToolUse', () => undefined, 'Read');
    await dispatch('PreToolUse', () => ({ decision: 'block', reason: 'No “rm” here.' }));
    await dispatch('PreToolUse', specific({ permissionDecision: 'ask' }), 'Write');
    await dispatch('PreToolUse', specific({ permissionDecision: 'allow', updatedInput: { command: 'pwd' } }));
    await dispatch('PreToolUse', () => {
      throw new Error('a bug');
    });
    await dispatch('Stop', () => ({ decision: 'block', reason: 'Run the tests first.' }));
    await dispatch('SessionStart', () => undefined);
    const allow: AllowRecord = {
      schema: ALLOW_SCHEMA,
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      parentSpanId: null,
      time: new Date().toISOString(),
      event: 'PreToolUse',
      projectDir: home,
      by: 'ana',
      use: 'once',
      forMs: 1000,
      hooks: [],
    };
    appendRecord(directory, allow, new Date());
    return readdirSync(directory).flatMap((name) =>
      readFileSync(join(directory, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Entry),
    );
  } finally {
    await runtime.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Anything that a line of a file can be, often with the names of the engine's fields. */
export const anyEntry: fc.Arbitrary<Entry> = fc
  .tuple(
    fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
    fc.record(
      Object.fromEntries(
        [...Object.keys(traceEntry()), 'decidedBy', 'sentBack', 'halted', 'by', 'truncated'].map((name) => [
          name,
          fc.oneof(
            fc.constantFrom(...fieldValues()),
            fc.jsonValue({ stringUnit: 'binary' }),
            fc.string().map((text) => `${text}\ud800`),
          ),
        ]),
      ),
      { requiredKeys: [] },
    ),
  )
  .map(([others, fields]) => ({ ...others, ...fields }));

/** Values that mean something in one field or another. */
function fieldValues(): readonly unknown[] {
  return [
    ...Object.values(traceEntry()),
    ...['block', 'ask', 'allow', 'hookmd.late/1', 'hookmd.allow/1', '9999-12-31T00:00:00Z', '1960-01-01'],
    ...[true, -1, Number.POSITIVE_INFINITY, { kind: 'read', name: 'Read' }, ['user/guard'], [null, 1]],
    [
      { outcome: 'non_blocking_error', cause: 'EXIT' },
      { '\ud800': 1, '\ud801': 2 },
    ],
  ];
}

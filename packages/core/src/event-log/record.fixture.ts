import type { HookRun } from '../events/outcome.ts';
import type { EventLogRecord } from './record.ts';

/** A record of a dispatch, complete where a test does not care. */
export function makeRecord(facts: Partial<EventLogRecord> = {}): EventLogRecord {
  return {
    schema: 'hookmd.trace/1',
    traceId: 'a',
    spanId: 'b',
    parentSpanId: null,
    time: '2026-11-20T12:00:00.000Z',
    event: 'PreToolUse',
    eventId: 'e',
    sessionId: 's',
    agent: 'a',
    projectDir: '/',
    tool: null,
    decision: 'none',
    reason: null,
    hooks: [],
    dropped: [],
    failedOpen: [],
    cost: null,
    durationMs: 1,
    ...facts,
  };
}

/** Makes the run of a hook for tests; missing facts have harmless values. */
export function makeRun(qualifiedName: string, facts: Partial<HookRun> = {}): HookRun {
  return {
    name: qualifiedName.split('/')[1] ?? '',
    qualifiedName,
    source: qualifiedName.split('/')[0] ?? '',
    phase: 'guard',
    mode: 'command',
    outcome: 'success',
    cause: null,
    reason: null,
    changed: [],
    exitCode: 0,
    startMs: 0,
    durationMs: 1,
    digest: null,
    stderrTail: null,
    warnings: [],
    cost: null,
    ...facts,
  };
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import type { HookRun } from '../events/outcome.ts';
import { type EventLogRecord, MAX_LINE_BYTES, traceRecord } from './record.ts';

const SECRET = 'payload-value-7f3a';

const run: HookRun = {
  name: 'clamp',
  qualifiedName: 'user/clamp',
  source: 'user',
  phase: 'modify',
  mode: 'command',
  outcome: 'success',
  cause: null,
  reason: null,
  changed: ['timeout'],
  exitCode: 0,
  startMs: 0.123,
  durationMs: 6.789,
  digest: `sha256:${'a'.repeat(64)}`,
  stderrTail: null,
  warnings: [],
  cost: null,
};

const decision: Decision = {
  schema: 'hookmd.decision/1',
  traceId: 'ignored',
  event: 'PreToolUse',
  eventId: '01ARYZ6S410000000000000000',
  decision: 'block',
  reason: 'no',
  decidedBy: ['user/clamp'],
  input: { command: SECRET },
  output: SECRET,
  changed: ['timeout'],
  context: [SECRET],
  feedback: [SECRET],
  followUps: [SECRET],
  messages: [{ role: 'user', content: SECRET }],
  hints: [SECRET],
  tools: [SECRET],
  callback: { name: SECRET, args: { a: SECRET } },
  halt: { reason: SECRET },
  userMessages: [SECRET],
  suppressOutput: false,
  hooks: [run],
  dropped: ['context: the agent takes none'],
  failedOpen: ['user/clamp'],
  durationMs: 41.2345,
};

const event: HookEvent = {
  schema: 'hookmd.event/1',
  hook_event_name: 'PreToolUse',
  event_id: '01ARYZ6S410000000000000000',
  session_id: 's',
  turn_id: null,
  cwd: '/work',
  project_dir: '/work',
  transcript_path: SECRET,
  permission_mode: null,
  invoked_by: 'main',
  agent: { name: 'claude-code', version: null, native_event: 'PreToolUse' },
  tool: { kind: 'shell', native_name: 'Bash', command: SECRET, paths: [SECRET], mcp: null },
  tool_name: 'Bash',
  tool_input: { command: SECRET },
};

const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: null };
const now = new Date(0);
const record = (change: Partial<Decision> = {}, changedEvent: Partial<HookEvent> = {}): EventLogRecord =>
  traceRecord({ ...decision, ...change }, { ...event, ...changedEvent } as HookEvent, ids, '/work', {}, now);
const bytes = (eventLogRecord: EventLogRecord): number =>
  Buffer.byteLength(`${JSON.stringify(eventLogRecord)}\n`);

test('the record has the documented form', () => {
  expect(record()).toEqual({
    schema: 'hookmd.trace/1',
    ...ids,
    time: '1970-01-01T00:00:00.000Z',
    event: 'PreToolUse',
    eventId: '01ARYZ6S410000000000000000',
    sessionId: 's',
    agent: 'claude-code',
    projectDir: '/work',
    tool: { kind: 'shell', name: 'Bash' },
    decision: 'block',
    reason: 'no',
    decidedBy: ['user/clamp'],
    halted: true,
    hooks: [{ ...run, startMs: 0.1, durationMs: 6.8 }],
    dropped: ['context: the agent takes none'],
    failedOpen: ['user/clamp'],
    cost: null,
    durationMs: 41.2,
  });
  const { tool, tool_name, tool_input, ...withoutTool } = event;
  expect(traceRecord(decision, withoutTool as HookEvent, ids).tool).toBeNull();
});

test('an agent that goes on is marked as sent back, with the hooks that send it and without what they say', () => {
  const sends = { ...run, sendsBack: true } as const;
  const sent = record({ decision: 'none', followUps: [SECRET], hooks: [sends, run] });
  expect(sent).toMatchObject({ sentBack: true, hooks: [{ sendsBack: true }, {}] });
  expect(JSON.stringify(sent)).not.toContain(SECRET);
  const left = record({ decision: 'none', followUps: [], hooks: [sends] });
  expect(left).not.toHaveProperty('sentBack');
});

test('an agent that is stopped is marked as halted, with the hooks that stop it', () => {
  const stops = { ...run, halts: true } as const;
  const halted = record({ decision: 'none', halt: { reason: SECRET }, hooks: [stops, run] });
  expect(halted).toMatchObject({ halted: true, hooks: [{ halts: true }, {}] });
  expect(JSON.stringify(halted)).not.toContain(SECRET);
  expect(record({ decision: 'none', halt: null, hooks: [stops] })).not.toHaveProperty('halted');
});

test('no value of the payload, of an answer or of an unknown field gets into it', () => {
  const strange = { ...run, output: SECRET, env: { A: SECRET } } as HookRun;
  expect(JSON.stringify(record({ hooks: [strange] }, { extra: SECRET, raw: SECRET }))).not.toContain(SECRET);
});

describe('texts', () => {
  const reasonOf = (reason: string): string | null =>
    record({ hooks: [{ ...run, reason }] }).hooks[0]?.reason ?? null;

  test('lose control characters and stay on one line', () => {
    expect(reasonOf('\u001b[31mred\u001b[0m\nnext\tline\u0007\u202e end\u0000')).toBe('red next line end');
  });

  test('are cut at 1 KiB, between characters', () => {
    const long = reasonOf('é'.repeat(2000)) ?? '';
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(1024);
    expect(long).toMatch(/^é+…$/);
    expect(record({ reason: 'x'.repeat(5000) }).reason).toHaveLength(1022);
  });

  test('of standard error keep their end and their lines', () => {
    const stderrTail = `${'begin\n'.repeat(1000)}é\nthe cause`;
    const cached = record({ hooks: [{ ...run, stderrTail }] }).hooks[0]?.stderrTail ?? '';
    expect(cached.endsWith('begin\né\nthe cause')).toBe(true);
    expect(Buffer.byteLength(cached)).toBeLessThanOrEqual(1024);
  });
});

describe('a line of at most 16 KiB', () => {
  const long = { ...run, reason: 'r'.repeat(1000), stderrTail: 'e'.repeat(1000) };
  const many = (count: number, hookRun: HookRun = long): HookRun[] =>
    Array.from({ length: count }, () => hookRun);

  test('is not touched when it fits', () => {
    const fits = record({ hooks: many(6) });
    expect(fits.truncated).toBeUndefined();
    expect(fits.hooks[0]).toMatchObject({ reason: long.reason, stderrTail: long.stderrTail });
  });

  test('loses standard error first', () => {
    const cut = record({ hooks: many(10) });
    expect(cut).toMatchObject({ truncated: true });
    expect(cut.hooks.every((item) => item.stderrTail === null && item.reason === long.reason)).toBe(true);
  });

  test('then loses reasons, and keeps a row for every hook', () => {
    const cut = record({ hooks: many(30) });
    expect(cut.hooks).toHaveLength(30);
    expect(cut.hooks[0]?.reason).toBe(`${'r'.repeat(97)}…`);
    expect(cut.hooksLeftOut).toBeUndefined();
  });

  test('then loses rows, those of skipped hooks first, and says how many', () => {
    const skipped: HookRun = { ...run, outcome: 'skipped', cause: 'NO_MATCH' };
    const cut = record({ hooks: [...many(60, skipped), run, ...many(60, skipped)] });
    expect(cut).toMatchObject({ truncated: true, hooksLeftOut: 120, hooks: [{ outcome: 'success' }] });
    expect(record({ hooks: many(100) })).toMatchObject({ hooksLeftOut: 95 });
  });

  test('whatever hooks, hosts and payloads say', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.constantFrom('"', '\\', '\u0001', 'é', '\u{1f600}', '\ud800').map((part) => part.repeat(6000)),
    );
    const texts = fc.array(text, { maxLength: 40 });
    const hook = fc.record({
      name: text,
      qualifiedName: text,
      reason: text,
      stderrTail: text,
      changed: texts,
      warnings: texts,
    });
    fc.assert(
      fc.property(fc.array(hook, { maxLength: 120 }), text, texts, (hooks, any, list) => {
        const eventLogRecord = record(
          {
            hooks: hooks.map((fields) => ({ ...run, ...fields })),
            reason: any,
            dropped: list,
            failedOpen: list,
            eventId: any,
          },
          { session_id: any, tool_name: any, project_dir: any },
        );
        expect(bytes(eventLogRecord)).toBeLessThanOrEqual(MAX_LINE_BYTES);
        expect(eventLogRecord.hooks.length + (eventLogRecord.hooksLeftOut ?? 0)).toBe(hooks.length);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});

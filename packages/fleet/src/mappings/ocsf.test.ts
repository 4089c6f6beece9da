import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toOcsf } from './ocsf.ts';
import { anyEntry, realEntries, shipped, traceEntry } from './shipped.fixture.ts';

type Event = Readonly<Record<string, unknown>>;

/** The class, compiled from the official schema: every unknown attribute is an error. */
const validate = new Ajv({
  strict: true,
  allErrors: true,
  strictTypes: false,
  strictRequired: false,
}).compile(JSON.parse(readFileSync(join(import.meta.dirname, 'ocsf-1.7.0.fixture.json'), 'utf8')));

/** The event as it is sent, with what the schema says against it. */
function sent(entry: Event): { readonly event: Event; readonly errors: unknown } {
  const event = JSON.parse(JSON.stringify(toOcsf(shipped(entry, 7))));
  return { event, errors: validate(event) ? [] : validate.errors };
}

describe('an event of OCSF 1.7.0', () => {
  it('is valid for each line of a log of the real runtime', async () => {
    const entries = await realEntries();
    expect(entries).toHaveLength(8);
    const events = entries.map(sent);
    expect(events.flatMap(({ errors }) => errors)).toEqual([]);
    expect(
      events.map(({ event }) => [
        event['type_name'],
        event['activity_name'],
        event['disposition'],
        event['severity'],
      ]),
    ).toEqual([
      ['API Activity: Read', 'Read', 'Logged', 'Informational'],
      ['API Activity: Other', 'PreToolUse', 'Blocked', 'Low'],
      ['API Activity: Update', 'Update', 'Prompted the user', 'Informational'],
      ['API Activity: Other', 'PreToolUse', 'Allowed', 'Informational'],
      ['API Activity: Other', 'PreToolUse', 'Logged', 'Medium'],
      ['API Activity: Other', 'Stop', 'Sent back', 'Informational'],
      ['API Activity: Other', 'SessionStart', 'Logged', 'Informational'],
      ['API Activity: Other', 'PreToolUse', 'Approved', 'Informational'],
    ]);
  });

  it('is valid for anything that a line can be', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        expect(sent(entry).errors).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is rejected by the schema with one misspelled or one missing attribute at any depth', () => {
    const { event } = sent(traceEntry({ decision: 'block', decidedBy: ['user/guard'] }));
    const wrong = [
      { ...event, dispositon: 'Blocked' },
      { ...event, metadata: { ...(event['metadata'] as Event), sequnce: 1 } },
      { ...event, actor: {} },
      { ...event, device: { uid: 'm' } },
      { ...event, disposition: 'Allowed' },
      { ...event, type_uid: 600301 },
    ];
    expect(validate(event)).toBe(true);
    expect(wrong.map((each) => validate(each))).toEqual(wrong.map(() => false));
  });

  it('has what it has no place for in `unmapped`, so that no field of the entry is lost', () => {
    const facts = { decision: 'block', reason: 'no', decidedBy: ['user/a', 'user/b'], truncated: true };
    const entry = traceEntry({ ...facts, next: { a: 1 } });
    const { event } = sent(entry);
    expect(event).toMatchObject({
      action: 'Denied',
      api: { operation: 'Bash' },
      actor: { app_name: 'claude-code', session: { uid: 'session-1' } },
      policy: { name: 'user/a', is_applied: true },
      metadata: { uid: 'm-4f2a.7', sequence: 7, original_event_uid: entry['eventId'], is_truncated: true },
      trace: { uid: entry['traceId'], span: { uid: entry['spanId'] } },
    });
    const { tool, projectDir, hooks, dropped, failedOpen } = entry;
    expect(event['unmapped']).toEqual({
      previous: '0'.repeat(64),
      hash: 'f'.repeat(64),
      entry: {
        ...{ tool, projectDir, hooks, dropped, failedOpen },
        ...{ decision: 'block', decidedBy: ['user/a', 'user/b'], next: { a: 1 } },
      },
    });
  });

  it('has the span of an event whose time it cannot read', () => {
    const { event, errors } = sent(traceEntry({ time: 'yesterday' }));
    expect(errors).toEqual([]);
    expect(event).toMatchObject({ time: 0, trace: { span: { uid: traceEntry()['spanId'], end_time: 0 } } });
  });

  it('keeps a field that it cannot read as it is', () => {
    const { event } = sent({
      schema: 'hookmd.dropped/1',
      time: 'yesterday',
      sessionId: 12,
      durationMs: -1,
    });
    expect(event).not.toHaveProperty('duration');
    expect(event).toMatchObject({
      time: 0,
      severity: 'Low',
      message: 'hookmd.dropped/1',
      unmapped: { entry: { time: 'yesterday', sessionId: 12, durationMs: -1 } },
    });
  });
});

import type { EventLogRecord, LastRun } from '@hookmd/core/event-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Context } from '../command-line/context.ts';
import { listTable } from '../commands/list/view.ts';
import { LogView } from '../commands/log/view.ts';
import { showTrace } from '../commands/trace/command.ts';
import type { SummaryRow } from '../hooks/overview.ts';
import { type Output, wrap } from './output.ts';

/** What a terminal of this width would show, line by line. */
function terminal(width: number): { readonly out: Output; readonly lines: string[] } {
  const lines: string[] = [];
  const out: Output = {
    isTerminal: true,
    width,
    glyph: (utf8) => utf8,
    paint: (_, text) => text,
    line: (text = '') => lines.push(...text.split('\n')),
  };
  return { out, lines };
}

const name = fc.stringMatching(/^[a-z][a-z-]{0,40}$/);
const text = fc.string({ maxLength: 200 });
const width = fc.integer({ min: 60, max: 200 });

const row = fc.record({
  name,
  qualifiedName: name.map((value) => `user/${value}`),
  events: fc.constantFrom('Stop', 'PreToolUse, PostToolUse, SessionStart', ''),
  source: fc.constantFrom('user', 'bundled 1.0.0', 'project 10.20.30-beta.1'),
  state: fc.constantFrom('ready', 'ineligible', 'disabled'),
  why: fc.constantFrom('', 'SLACK_WEBHOOK_URL is not set', 'x'.repeat(150)),
}) as fc.Arbitrary<SummaryRow>;
const lastRun = fc.option(
  fc.record({
    timeMs: fc.constantFrom(Date.parse('2026-11-20T12:00:00.000Z'), 0),
    outcome: fc.constantFrom('blocked', 'canceled', 'ok'),
    event: fc.constant('Stop'),
    traceId: fc.constant('t'),
    durationMs: fc.constant(1),
  }),
) as fc.Arbitrary<LastRun | null>;

const run = fc.record({
  name,
  qualifiedName: name.map((value) => `user/${value}`),
  phase: fc.constantFrom('guard', 'modify', null),
  outcome: fc.constantFrom('success', 'blocking', 'skipped', 'non_blocking_error'),
  cause: fc.constantFrom('EXIT', null),
  reason: fc.option(text),
  changed: fc.array(name, { maxLength: 3 }),
  startMs: fc.option(fc.integer({ min: 0, max: 99_999 })),
  durationMs: fc.option(fc.integer({ min: 0, max: 99_999 })),
  stderrTail: fc.option(text),
  warnings: fc.array(text, { maxLength: 2 }),
});
const record = fc.record({
  schema: fc.constant('hookmd.trace/1'),
  traceId: fc.constant('4bf92f3577b34da6a3ce929d0e0e4736'),
  parentSpanId: fc.constant(null),
  time: fc.constant('2026-11-20T12:00:00.000Z'),
  event: fc.constantFrom('Stop', 'PostToolUseFailure'),
  sessionId: text,
  tool: fc.option(fc.constant({ kind: 'search', name: 'WebSearch' })),
  decision: fc.constantFrom('none', 'block', 'ask'),
  reason: fc.option(text),
  hooks: fc.array(run, { maxLength: 5 }),
  dropped: fc.array(text, { maxLength: 2 }),
  failedOpen: fc.array(name, { maxLength: 2 }),
  durationMs: fc.integer({ min: 0, max: 99_999 }),
}) as unknown as fc.Arbitrary<EventLogRecord>;

const tooLong = (lines: readonly string[], most: number): readonly string[] =>
  lines.filter((line) => line.length > most);

describe('a terminal of 60 columns or more', () => {
  test('holds every line of the list', () => {
    const rows = fc.array(fc.tuple(row, lastRun), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(rows, width, (shown, columns) => {
        const { out } = terminal(columns);
        const lines = listTable(
          out,
          shown.map(([overviewRow]) => overviewRow),
          shown.map(([, item]) => item),
        );
        const names = Math.max(...shown.map(([entry]) => entry.qualifiedName.length));
        if (columns < 80 || names < 30) expect(tooLong(lines, columns)).toEqual([]);
        expect(lines).toHaveLength(shown.length + 1);
      }),
    );
  });

  test('holds every line of the log, a line for each dispatch', () => {
    fc.assert(
      fc.property(record, width, fc.option(name, { nil: undefined }), (eventLogRecord, columns, hook) => {
        const { out, lines } = terminal(columns);
        new LogView({ out, isJson: false } as Context, hook).show(eventLogRecord);
        expect(tooLong(lines, columns)).toEqual([]);
        expect(lines.length - (lines[0]?.length === '2026-11-20'.length ? 1 : 0)).toBe(1);
      }),
    );
  });

  test('holds every line of a trace', () => {
    fc.assert(
      fc.property(record, width, (element, columns) => {
        const { out, lines } = terminal(columns);
        showTrace({ out, environment: {} }, element, { background: [], allowed: [], workarounds: [] });
        expect(tooLong(lines, columns)).toEqual([]);
      }),
    );
  });
});

test('text is broken between words, and no part of it is lost', () => {
  fc.assert(
    fc.property(fc.array(name), fc.integer({ min: 1, max: 80 }), (words, columns) => {
      const lines = wrap(words.join(' '), columns);
      // A word that is wider than the screen stays whole, so that it can be copied: the terminal breaks it.
      const several = lines.filter((line) => line.includes(' '));
      expect(tooLong(several, columns)).toEqual([]);
      expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
    }),
  );
});

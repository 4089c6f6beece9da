import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRecord } from './record.fixture.ts';
import { appendRecord } from './record.ts';
import { EventLogTail } from './tail.ts';

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookmd-tail-'));
  dir = join(root, 'event-log');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const append = (traceId: string, day = '2026-11-20'): void => {
  expect(appendRecord(dir, makeRecord({ traceId }), new Date(`${day}T12:00:00Z`))).toBeNull();
};
const read = (tail: EventLogTail): readonly string[] => tail.read().entries.map(({ traceId }) => traceId);
const file = (): string => join(dir, '2026-11-20.jsonl');

test('gives what comes after it began, once, also of days that begin later', () => {
  append('old');
  const tail = new EventLogTail(dir);
  expect(read(tail)).toEqual([]);
  append('a');
  append('b', '2026-11-21');
  expect(read(tail)).toEqual(['a', 'b']);
  rmSync(file());
  append('c', '2026-11-21');
  expect(read(tail)).toEqual(['c']);
  expect(read(tail)).toEqual([]);
});

test('waits for a folder that is not there yet', () => {
  const tail = new EventLogTail(dir);
  expect(read(tail)).toEqual([]);
  append('a');
  expect(read(tail)).toEqual(['a']);
});

test('reads a file that was cut or replaced from its beginning', () => {
  append('old');
  append('older');
  const tail = new EventLogTail(dir);
  truncateSync(file(), 0);
  append('a');
  expect(read(tail)).toEqual(['a']);
  renameSync(file(), join(root, 'away'));
  append('b');
  append('c');
  expect(read(tail)).toEqual(['b', 'c']);
});

test('waits for no pipe, and passes over what is no line of ours', () => {
  append('a');
  const tail = new EventLogTail(dir);
  execFileSync('mkfifo', [join(dir, '2026-11-22.jsonl')]);
  appendFileSync(file(), `\nplain\n${'x'.repeat(3 * 1024 * 1024)}\n{"schema":"hookmd.other/1"}\n`);
  append('b');
  expect(tail.read()).toMatchObject({ entries: [{ traceId: 'b' }], skipped: 2 });
});

test('gives every line once and in order, in whatever pieces it is written', () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), pieces, fc.nat({ max: 600 }), (count, sizes, begin) => {
      rmSync(dir, { recursive: true, force: true });
      append('first');
      const ids = Array.from({ length: count }, (_, index) => `é${index}`);
      const text = Buffer.from(ids.map((traceId) => `${JSON.stringify(makeRecord({ traceId }))}\n`).join(''));
      // A line may be half written when the tail begins.
      let at = Math.min(begin, text.indexOf('\n'));
      appendFileSync(file(), text.subarray(0, at));
      const tail = new EventLogTail(dir);
      const seen: string[] = [];
      for (let turn = 0; at < text.length; turn++) {
        const end = at + (sizes[turn % sizes.length] ?? 1);
        appendFileSync(file(), text.subarray(at, end));
        at = end;
        seen.push(...read(tail));
      }
      expect(seen).toEqual(ids);
    }),
    { numRuns: 100 },
  );
});

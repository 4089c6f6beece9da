import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendRecord } from './record.ts';

const now = new Date('2026-11-20T23:59:59.999Z');
const record = { schema: 'hookmd.trace/1', traceId: 'a' };

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookmd-append-'));
  dir = join(root, 'state', 'event-log');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('each record is one line in the private file of its day in UTC', () => {
  expect(appendRecord(dir, record, now)).toBeNull();
  expect(appendRecord(dir, { ...record, traceId: 'b\n' }, now)).toBeNull();
  expect(appendRecord(dir, record, new Date(now.getTime() + 1))).toBeNull();
  expect(readdirSync(dir)).toEqual(['2026-11-20.jsonl', '2026-11-21.jsonl']);
  expect(readFileSync(join(dir, '2026-11-20.jsonl'), 'utf8')).toBe(
    '{"schema":"hookmd.trace/1","traceId":"a"}\n{"schema":"hookmd.trace/1","traceId":"b\\n"}\n',
  );
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, '2026-11-20.jsonl')).mode & 0o777).toBe(0o600);
});

const obstacles: Readonly<Record<string, (path: string) => void>> = {
  'a named pipe': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
  'a link': (path) => {
    writeFileSync(join(root, 'victim'), '');
    symlinkSync(join(root, 'victim'), path);
  },
};
test.each(Object.entries(obstacles))(
  '%s in the place of the file is said, not waited for or followed',
  (_, location) => {
    mkdirSync(dir, { recursive: true });
    location(join(dir, '2026-11-20.jsonl'));
    expect(appendRecord(dir, record, now)).toMatchObject({
      code: 'EVENT_LOG_NOT_WRITABLE',
      severity: 'warning',
      remedy: `Free disk space, or fix the permissions of ${dir}.`,
    });
  },
);

test('an event log that cannot be written never throws', () => {
  writeFileSync(join(root, 'state'), 'a file');
  expect(appendRecord(dir, record, now)?.code).toBe('EVENT_LOG_NOT_WRITABLE');
  expect(appendRecord(root, record, new Date(Number.NaN))?.code).toBe('EVENT_LOG_NOT_WRITABLE');
});

import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetRecords, isOpen, recordFailure, recordSuccess } from './breakers.ts';
import { isKnownModifier, recordModifier } from './modifiers.ts';

const START = 1_700_000_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'hookmd-breakers-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

function fail(times: number, now: number = START): void {
  for (let count = 0; count < times; count += 1) recordFailure(state, 'user/x', now);
}
const at = (now: number): string => isOpen(state, 'user/x', now);
const files = (): string[] => readdirSync(join(state, 'breakers'));

test('is closed, and leaves no trace, where nothing failed', () => {
  expect(at(START)).toBe('closed');
  recordSuccess(state, 'user/x');
  expect(readdirSync(state)).toEqual([]);
});

test('opens for a minute after five failures in a row', () => {
  fail(4);
  expect(at(START)).toBe('closed');
  fail(1, START + 10);
  expect([at(START + 10), at(START + MINUTE + 9)]).toEqual(['open', 'open']);
  expect(isOpen(state, 'user/y', START)).toBe('closed');
});

test('a success in between begins the row anew', () => {
  fail(4);
  recordSuccess(state, 'user/x');
  expect(files()).toEqual([]);
  fail(4);
  expect(at(START)).toBe('closed');
});

test('after the minute one gets the probe and the others find it open', () => {
  fail(5);
  const later = START + MINUTE;
  expect([at(later), at(later), at(later + 1)]).toEqual(['probe', 'open', 'open']);
});

test('a probe that succeeds closes it and leaves no trace', () => {
  fail(5);
  expect(at(START + MINUTE)).toBe('probe');
  recordSuccess(state, 'user/x');
  expect(at(START + MINUTE)).toBe('closed');
  expect(files()).toEqual([]);
});

test('a probe that fails opens it for another minute, again and again without growing', () => {
  fail(5);
  for (let turn = 1; turn < 50; turn += 1) {
    const now = START + turn * (MINUTE + 5_000);
    expect([turn, at(now)]).toEqual([turn, 'probe']);
    recordFailure(state, 'user/x', now + 4_000);
    expect([turn, at(now + 4_000)]).toEqual([turn, 'open']);
  }
  expect(files()).toHaveLength(2);
  expect(statSync(join(state, 'breakers', 'user%2Fx')).size).toBeLessThan(200);
});

test('a probe whose process was killed is followed by another after a minute', () => {
  fail(5);
  expect(at(START + MINUTE)).toBe('probe');
  expect(at(START + 2 * MINUTE - 1)).toBe('open');
  expect(at(START + 2 * MINUTE)).toBe('probe');
});

test('a process killed between claiming the probe and saying so does not wedge it', () => {
  fail(5);
  writeFileSync(join(state, 'breakers', `user%2Fx+probe-${START}-1`), '');
  expect(at(START + MINUTE)).toBe('open');
  expect(at(START + 2 * MINUTE)).toBe('probe');
});

test('a clock that jumps by a day neither wedges nor breaks it', () => {
  fail(5);
  expect(at(START + DAY)).toBe('probe');
  recordFailure(state, 'user/x', START + DAY);
  expect([at(START), at(START)]).toEqual(['probe', 'open']);
});

test('a few milliseconds between two processes do not count as a jump', () => {
  fail(5);
  expect(at(START - 50)).toBe('open');
});

test('names that end like a probe are breakers of their own', () => {
  fail(5);
  const name = `user/x+probe-${START}-1`;
  for (let count = 0; count < 5; count += 1) recordFailure(state, name, START);
  recordSuccess(state, 'user/x');
  expect(isOpen(state, name, START)).toBe('open');
});

test('a record cut at any byte never throws and heals', () => {
  fail(5);
  const path = join(state, 'breakers', 'user%2Fx');
  const whole = readFileSync(path);
  for (let size = 0; size <= whole.length; size += 1) {
    writeFileSync(path, whole);
    truncateSync(path, size);
    expect(at(START)).toBe(size < whole.length ? 'closed' : 'open');
    recordFailure(state, 'user/x', START);
    recordFailure(state, 'user/x', START);
    recordSuccess(state, 'user/x');
    expect([size, at(START), files()]).toEqual([size, 'closed', []]);
  }
});

test('garbage, a pipe or a folder in its place never throws, blocks or wedges', () => {
  const path = join(state, 'breakers', 'user%2Fx');
  mkdirSync(path, { recursive: true });
  fail(6);
  expect(at(START)).toBe('closed');
  recordSuccess(state, 'user/x');
  rmSync(path, { recursive: true });
  execFileSync('mkfifo', [path]);
  fail(6);
  expect(at(START)).toBe('closed');
  rmSync(path);
  writeFileSync(path, Buffer.alloc(100_000));
  expect([at(START), at(START)]).toEqual(['probe', 'open']);
  recordSuccess(state, 'user/x');
  expect(files()).toEqual([]);
});

test('a state that cannot be written keeps no hook from being asked', () => {
  writeFileSync(join(state, 'breakers'), 'a file');
  fail(6);
  expect(at(START)).toBe('closed');
});

test('nothing is left of a hook that is forgotten, and everything of one whose name begins the same', () => {
  for (const version of ['user/x@sha256-a', 'user/x@sha256-b', 'user/xy@sha256-a']) {
    recordFailure(state, version, START);
    recordModifier(state, version);
  }
  forgetRecords(state, 'user/x');
  expect(files()).toEqual(['user%2Fxy%40sha256-a']);
  expect(isKnownModifier(state, 'user/x@sha256-a')).toBe(false);
  expect(isKnownModifier(state, 'user/xy@sha256-a')).toBe(true);
  forgetRecords(join(state, 'nowhere'), 'user/x');
});

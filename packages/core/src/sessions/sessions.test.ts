import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONTINUATIONS, openSession, sweepSessions } from './sessions.ts';

const DAY_MS = 24 * 3_600_000;

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'hookmd-sessions-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const folders = (): string[] => readdirSync(join(state, 'sessions'));

describe('a session', () => {
  test('creates nothing before something is written', () => {
    const session = openSession(state, 'claude-code', 's1');
    expect(session.count('stop')).toBe(0);
    session.release('user/x');
    expect(readdirSync(state)).toEqual([]);
    expect(session.problems).toEqual([]);
  });

  test('has a private folder named after agent and session', () => {
    openSession(state, `../agent ${'x'.repeat(100)}`, '../../s').claim('a');
    expect(folders()).toEqual([expect.stringMatching(/^%2E\.%2Fagent%20x{25}-[0-9a-f]{16}$/)]);
    expect(statSync(join(state, 'sessions', folders()[0] ?? '')).mode & 0o777).toBe(0o700);
  });

  test('gives a key once until it is released', () => {
    const session = openSession(state, 'a', 's');
    expect([session.claim('k'), session.claim('k'), openSession(state, 'a', 's').claim('k')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([session.claim('other'), openSession(state, 'a', 't').claim('k')]).toEqual([true, true]);
    session.release('k');
    expect(session.claim('k')).toBe(true);
  });

  test('counts across processes, apart from claims', () => {
    const session = openSession(state, 'a', 's');
    session.claim('stop');
    expect([session.increment('stop'), session.increment('stop')]).toEqual([1, 2]);
    expect(openSession(state, 'a', 's').count('stop')).toBe(2);
  });

  test('forgets the continuations of the agent, and no hook that is called so', () => {
    const session = openSession(state, 'agent', 's');
    session.claim('continuations-hook');
    session.increment(`${CONTINUATIONS}-Stop`);
    session.forget(CONTINUATIONS);
    expect(session.isClaimed('continuations-hook')).toBe(true);
    expect(session.count(`${CONTINUATIONS}-Stop`)).toBe(0);
  });

  test('in a state that cannot be written says yes, and says why once', () => {
    writeFileSync(join(state, 'sessions'), 'a file');
    const session = openSession(state, 'a', 's');
    expect([session.claim('k'), session.claim('k'), session.increment('n'), session.count('n')]).toEqual([
      true,
      true,
      1,
      0,
    ]);
    session.release('k');
    expect(session.problems).toEqual([
      expect.objectContaining({
        code: 'SESSION_NOT_WRITABLE',
        remedy: `Free disk space, or fix the permissions of ${state}.`,
      }),
    ]);
  });

  test('waits for no pipe and writes through no link', () => {
    const session = openSession(state, 'a', 's');
    session.claim('x');
    const directory = join(state, 'sessions', folders()[0] ?? '');
    execFileSync('mkfifo', [join(directory, 'count-pipe')]);
    writeFileSync(join(state, 'victim'), '');
    symlinkSync('../../victim', join(directory, 'count-link'));
    session.increment('pipe');
    session.increment('link');
    expect(session.count('pipe')).toBe(0);
    expect(statSync(join(state, 'victim')).size).toBe(0);
  });
});

describe('sweeping', () => {
  function age(id: string, days: number): void {
    const session = openSession(state, 'a', id);
    session.claim('k');
    session.increment('n');
    const when = Date.now() / 1000 - days * 86_400;
    const directory = join(state, 'sessions', folders().at(-1) ?? '');
    for (const path of [...readdirSync(directory).map((name) => join(directory, name)), directory])
      utimesSync(path, when, when);
    utimesSync(directory, when, when);
  }

  test('removes sessions in which nothing was written for seven days', () => {
    age('old', 8);
    const [old] = folders();
    mkdirSync(join(state, 'sessions', 'a-new'));
    writeFileSync(join(state, 'sessions', 'no folder'), '');
    expect(sweepSessions(state)).toBe(1);
    expect(folders()).not.toContain(old);
    expect(folders().sort()).toEqual(['a-new', 'no folder']);
  });

  test('keeps an old session that still counts', () => {
    age('old', 8);
    openSession(state, 'a', 'old').increment('n');
    expect(sweepSessions(state)).toBe(0);
  });

  test('keeps everything when the clock jumps by a day', () => {
    openSession(state, 'a', 's').claim('k');
    expect(sweepSessions(state, 7 * DAY_MS, Date.now() + DAY_MS)).toBe(0);
    expect(sweepSessions(state, 7 * DAY_MS, Date.now() - DAY_MS)).toBe(0);
    expect(sweepSessions(state, 7 * DAY_MS, Date.now() - 8 * DAY_MS)).toBe(1);
  });

  test('looks at a bounded number and still gets to all', () => {
    mkdirSync(join(state, 'sessions'));
    for (let index = 0; index < 520; index += 1) mkdirSync(join(state, 'sessions', `a-${index}`));
    const later = Date.now() + 8 * DAY_MS;
    expect(sweepSessions(state, 7 * DAY_MS, later)).toBe(500);
    expect(sweepSessions(state, 7 * DAY_MS, later)).toBe(20);
    expect(folders()).toEqual([]);
  });

  test('without any session there is nothing to do', () => {
    expect(sweepSessions(state)).toBe(0);
    expect(existsSync(join(state, 'sessions'))).toBe(false);
  });
});

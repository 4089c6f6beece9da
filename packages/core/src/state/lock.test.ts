import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeAbandonedLock, withLock } from './lock.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-lock-'));
  path = join(dir, 'state', 'lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** The name of the file that says who holds the lock. */
function holder(): string {
  const [name] = readdirSync(path);
  if (name === undefined) throw new Error('nobody holds the lock');
  return name;
}

/** A lock as a process with these facts would have left it. */
function leaveLock(change: (parts: string[]) => void): string {
  const parts = withLock(path, holder).split('.');
  change(parts);
  mkdirSync(path);
  writeFileSync(join(path, parts.join('.')), '');
  return parts.join('.');
}

const timesOut = expect.objectContaining({ code: 'STATE_LOCKED', exitCode: 1 });

test('the lock is held during the work and gone after it', () => {
  expect(withLock(path, () => existsSync(path))).toBe(true);
  expect(readdirSync(join(dir, 'state'))).toEqual([]);
});

test('the lock is given back when the work throws', () => {
  expect(() =>
    withLock(path, () => {
      throw new Error('no');
    }),
  ).toThrowError('no');
  expect(withLock(path, () => 'again')).toBe('again');
});

test('the lock is held until a promise of the work is settled', async () => {
  let finish = (): void => {};
  const pending = withLock(path, () => new Promise<void>((resolve) => (finish = resolve)));
  expect(existsSync(path)).toBe(true);
  finish();
  await pending;
  expect(existsSync(path)).toBe(false);
  await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrowError('no');
  expect(existsSync(path)).toBe(false);
});

test('a thread that holds the lock is told at once instead of waiting for itself', () => {
  withLock(path, () => {
    const begin = performance.now();
    expect(() => withLock(path, () => 0)).toThrowError(timesOut);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

test('a lock of a living process is waited for, then said', () => {
  const name = leaveLock(() => {});
  const work = (): never => {
    throw new Error('must not run');
  };
  expect(() => withLock(path, work, { waitMs: 60 })).toThrowError(timesOut);
  expect(holder()).toBe(name);
});

describe('taking over', () => {
  test('a lock of a dead process is taken over', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    leaveLock((parts) => (parts[0] = String(child.pid)));
    expect(withLock(path, () => 'mine', { waitMs: 1000 })).toBe('mine');
    expect(existsSync(path)).toBe(false);
  });

  test.runIf(process.platform === 'linux')('a lock of a reused pid is taken over', () => {
    leaveLock((parts) => (parts[1] = '1'));
    expect(withLock(path, () => 'mine', { waitMs: 1000 })).toBe('mine');
  });

  test('a lock from before the machine was started again is taken over', () => {
    leaveLock((parts) => (parts[2] = '00000000'));
    expect(withLock(path, () => 'mine', { waitMs: 1000 })).toBe('mine');
  });

  test('a lock of another machine or container is never taken', () => {
    leaveLock((parts) => {
      parts[0] = '999999999';
      parts[3] = '00000000';
    });
    expect(() => withLock(path, () => 0, { waitMs: 30 })).toThrowError(timesOut);
  });

  test('of two takers one wins: who judged the dead holder too late does not get the lock of the other', () => {
    const dead = leaveLock((parts) => (parts[0] = '999999999'));
    const value = withLock(join(dir, 'other'), () => readdirSync(join(dir, 'other'))[0] ?? '');
    const kill = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      renameSync(join(path, dead), join(path, value));
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    });
    expect(() => withLock(path, () => 0, { waitMs: 30 })).toThrowError(timesOut);
    expect(holder()).toBe(value);
    kill.mockRestore();
  });

  test('an empty lock, left by a kill between the two steps of giving back, is free', () => {
    mkdirSync(path, { recursive: true });
    expect(withLock(path, () => 'mine', { waitMs: 1000 })).toBe('mine');
  });

  test('a lock of a dead process is removed once, and that of another is left to it', () => {
    expect(removeAbandonedLock(path)).toBe(false);
    const dead = leaveLock((parts) => (parts[0] = '999999999'));
    expect(removeAbandonedLock(path)).toBe(true);
    expect(existsSync(path)).toBe(false);
    expect(withLock(path, () => [removeAbandonedLock(path), readdirSync(path).length])).toEqual([false, 1]);
    mkdirSync(path);
    writeFileSync(join(path, dead), '');
    const value = withLock(join(dir, 'other'), () => readdirSync(join(dir, 'other'))[0] ?? '');
    const kill = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      renameSync(join(path, dead), join(path, value));
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    });
    expect(removeAbandonedLock(path)).toBe(false);
    expect(holder()).toBe(value);
    kill.mockRestore();
  });

  test('something else in the place of the lock is never removed', () => {
    mkdirSync(join(dir, 'state'));
    writeFileSync(path, 'a file');
    expect(() => withLock(path, () => 0, { waitMs: 30 })).toThrowError(timesOut);
    rmSync(path);
    mkdirSync(path);
    writeFileSync(join(path, 'notes.txt'), '');
    expect(() => withLock(path, () => 0, { waitMs: 30 })).toThrowError(timesOut);
    expect(readdirSync(path)).toEqual(['notes.txt']);
  });

  test('who gives back a lock that was taken from it does not remove that of the taker', () => {
    withLock(path, () => {
      const name = holder();
      renameSync(join(path, name), join(path, `${name.slice(0, -8)}00000000`));
    });
    expect(holder()).toMatch(/\.00000000$/);
  });
});

test('a folder that cannot be written is a clear error', () => {
  writeFileSync(join(dir, 'state'), 'a file');
  expect(() => withLock(join(dir, 'state', 'deeper', 'lock'), () => 0)).toThrowError(
    expect.objectContaining({ code: 'STATE_NOT_WRITABLE' }),
  );
});

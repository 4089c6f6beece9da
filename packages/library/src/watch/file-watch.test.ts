import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FileChange, FileWatch } from './file-watch.ts';

let dir: string;
let watch: FileWatch | null = null;
let tracked: Set<string>;
let outside: ReadonlySet<string>;
let isWanted = true;
let reported: string[];
let refreshes: number;
const at = (name: string): string => join(dir, name);

function begin(report: (change: FileChange) => Promise<unknown> = async () => {}): void {
  watch = new FileWatch({
    tracked: {
      get paths() {
        return tracked;
      },
      refresh: async () => {
        refreshes += 1;
      },
      isInside: (path) => !outside.has(path),
    },
    isWanted: () => isWanted,
    report: ({ path, change }) => {
      reported.push(`${change} ${path.slice(dir.length + 1)}`);
      return report({ path, change });
    },
  });
}

/** Long enough for some comparisons; the clock is faked. */
const poll = async (times = 3): Promise<unknown> => vi.advanceTimersByTimeAsync(times * 250);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  dir = mkdtempSync(join(tmpdir(), 'hookmd-watch-'));
  tracked = new Set(['a', 'b', 'c'].map(at));
  for (const name of ['a', 'b', 'untracked']) writeFileSync(at(name), 'one');
  outside = new Set();
  isWanted = true;
  reported = [];
  refreshes = 0;
});
afterEach(() => {
  watch?.close();
  vi.useRealTimers();
  rmSync(dir, { recursive: true });
});

test('reports a change, a new file and a deleted one once, and no other file', async () => {
  begin();
  await poll();
  expect(reported).toEqual([]);
  writeFileSync(at('a'), 'second');
  rmSync(at('b'));
  writeFileSync(at('c'), '');
  writeFileSync(at('untracked'), 'second');
  await poll();
  expect(reported).toEqual(['change a', 'unlink b', 'add c']);
  await poll(5);
  expect(reported).toHaveLength(3);
});

test('reports a file that is replaced by one of the same size and time', async () => {
  begin();
  writeFileSync(at('new'), 'one');
  renameSync(at('new'), at('a'));
  await poll();
  expect(reported).toEqual(['change a']);
});

test('reports a file that is written in pieces once it is settled', async () => {
  begin();
  for (const text of ['12', '123', '1234', '12345']) {
    writeFileSync(at('a'), text);
    await poll(1);
    expect(reported).toEqual([]);
  }
  await poll(2);
  expect(reported).toEqual(['change a']);
});

test('never reports a change that was made while no hook listened', async () => {
  isWanted = false;
  begin();
  writeFileSync(at('a'), 'second');
  await poll();
  expect(refreshes).toBe(0);
  isWanted = true;
  watch?.start();
  await poll();
  expect(reported).toEqual([]);
  writeFileSync(at('a'), 'at once');
  await poll();
  expect(reported).toEqual(['change a']);
  isWanted = false;
  await poll();
  writeFileSync(at('a'), 'not reported');
  isWanted = true;
  await poll();
  expect(reported).toEqual(['change a']);
});

test('compares many files less often, and reports a changed one as soon as it is settled', async () => {
  const all = tracked;
  begin();
  tracked = Object.assign(new Set(all), {
    [Symbol.iterator]: () => {
      vi.advanceTimersByTime(1000);
      return all.values();
    },
  });
  await poll(1);
  refreshes = 0;
  writeFileSync(at('a'), 'second');
  await poll(79);
  expect([refreshes, reported]).toEqual([0, []]);
  await poll(2);
  expect([refreshes, reported]).toEqual([1, ['change a']]);
});

test('reports a file that becomes tracked, and one that is untracked and deleted', async () => {
  begin();
  tracked = new Set([at('a'), at('untracked')]);
  rmSync(at('b'));
  await poll();
  expect(reported).toEqual(['unlink b', 'add untracked']);
  tracked = new Set([at('a')]);
  await poll();
  expect(reported).toHaveLength(2);
});

test('reports one change after another, and none after it is closed', async () => {
  const answers: (() => void)[] = [];
  begin(() => new Promise<void>((resolve) => answers.push(resolve)));
  writeFileSync(at('a'), 'second');
  writeFileSync(at('b'), 'second');
  await poll();
  expect(reported).toEqual(['change a']);
  watch?.close();
  answers[0]?.();
  await poll();
  expect(reported).toEqual(['change a']);
});

test('reports a deleted file outside the project, and no changed one', async () => {
  begin();
  await poll();
  outside = new Set([at('a'), at('b')]);
  writeFileSync(at('a'), 'of another program');
  rmSync(at('b'));
  await poll();
  expect(reported).toEqual(['unlink b']);
});

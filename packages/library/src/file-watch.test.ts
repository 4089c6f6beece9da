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
let told: string[];
let asked: number;
const at = (name: string): string => join(dir, name);

function begin(tell: (change: FileChange) => Promise<unknown> = async () => {}): void {
  watch = new FileWatch({
    tracked: () => {
      asked += 1;
      return tracked;
    },
    isInside: (path) => !outside.has(path),
    isWanted: () => isWanted,
    tell: ({ path, change }) => {
      told.push(`${change} ${path.slice(dir.length + 1)}`);
      return tell({ path, change });
    },
  });
}

/** Long enough for some looks; the clock is faked, so nothing is waited for. */
const look = async (times = 3): Promise<unknown> => vi.advanceTimersByTimeAsync(times * 250);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  dir = mkdtempSync(join(tmpdir(), 'hookmd-watch-'));
  tracked = new Set(['a', 'b', 'c'].map(at));
  for (const name of ['a', 'b', 'untracked']) writeFileSync(at(name), 'one');
  outside = new Set();
  isWanted = true;
  told = [];
  asked = 0;
});
afterEach(() => {
  watch?.close();
  vi.useRealTimers();
  rmSync(dir, { recursive: true });
});

test('a change, a new file and one that is gone are told of once, others never', async () => {
  begin();
  await look();
  expect(told).toEqual([]);
  writeFileSync(at('a'), 'second');
  rmSync(at('b'));
  writeFileSync(at('c'), '');
  writeFileSync(at('untracked'), 'second');
  await look();
  expect(told).toEqual(['change a', 'unlink b', 'add c']);
  await look(5);
  expect(told).toHaveLength(3);
});

test('a file that is replaced has changed, also where its size and time are the same', async () => {
  begin();
  writeFileSync(at('new'), 'one');
  renameSync(at('new'), at('a'));
  await look();
  expect(told).toEqual(['change a']);
});

test('what is being written is told of when it has come to rest', async () => {
  begin();
  for (const text of ['12', '123', '1234', '12345']) {
    writeFileSync(at('a'), text);
    await look(1);
    expect(told).toEqual([]);
  }
  await look(2);
  expect(told).toEqual(['change a']);
});

test('what was not wanted at the time is never told of', async () => {
  isWanted = false;
  begin();
  writeFileSync(at('a'), 'second');
  await look();
  expect(asked).toBe(0);
  isWanted = true;
  watch?.attend();
  await look();
  expect(told).toEqual([]);
  writeFileSync(at('a'), 'at once');
  await look();
  expect(told).toEqual(['change a']);
  isWanted = false;
  await look();
  writeFileSync(at('a'), 'unheard of');
  isWanted = true;
  await look();
  expect(told).toEqual(['change a']);
});

test('many files are looked at more rarely, and one that changes is told of as soon as it is at rest', async () => {
  const all = tracked;
  begin();
  tracked = Object.assign(new Set(all), {
    [Symbol.iterator]: () => {
      vi.advanceTimersByTime(1000);
      return all.values();
    },
  });
  await look(1);
  asked = 0;
  writeFileSync(at('a'), 'second');
  await look(79);
  expect([asked, told]).toEqual([0, []]);
  await look(2);
  expect([asked, told]).toEqual([1, ['change a']]);
});

test('a file is added when it is tracked from now on, and gone when it is no more and not there', async () => {
  begin();
  tracked = new Set([at('a'), at('untracked')]);
  rmSync(at('b'));
  await look();
  expect(told).toEqual(['unlink b', 'add untracked']);
  tracked = new Set([at('a')]);
  await look();
  expect(told).toHaveLength(2);
});

test('one is told after another, and none after the end', async () => {
  const answers: (() => void)[] = [];
  begin(() => new Promise<void>((resolve) => answers.push(resolve)));
  writeFileSync(at('a'), 'second');
  writeFileSync(at('b'), 'second');
  await look();
  expect(told).toEqual(['change a']);
  watch?.close();
  answers[0]?.();
  await look();
  expect(told).toEqual(['change a']);
});

test('nothing is told of a file that is another one now, but that the tracked one is gone', async () => {
  begin();
  await look();
  outside = new Set([at('a'), at('b')]);
  writeFileSync(at('a'), 'of somebody else');
  rmSync(at('b'));
  await look();
  expect(told).toEqual(['unlink b']);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Script } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import type { LoadedBundle } from './code-cache.ts';
import { keepCode } from './keep-code.ts';
import { readKeptCode } from './kept-code-file.ts';

const WAY = 7;
const OTHER_WAY = 8;
const NUMBERS = Array.from({ length: 50 }, (_, number) => number);
let sources = 1000;

const owner = process.geteuid?.() ?? 0;
const seal = Buffer.alloc(32, 1);

test('what V8 threw away since is still kept', () => {
  const cacheFile = scratchFile();
  keepCode([loaded(cacheFile, calledOnce())], WAY);
  const most = kept(cacheFile)?.code.length ?? 0;
  keepCode([loaded(cacheFile, neverCalled())], WAY);
  expect(kept(cacheFile)).toMatchObject({ lessons: [WAY], code: { length: most } });
});

test('a call that teaches something new is none of those that taught nothing', () => {
  const cacheFile = scratchFile();
  keepCode([loaded(cacheFile, neverCalled())], WAY);
  keepCode([loaded(cacheFile, neverCalled())], WAY);
  keepCode([loaded(cacheFile, calledOnce())], OTHER_WAY);
  expect(kept(cacheFile)?.lessons).toEqual([WAY]);
  keepCode([loaded(cacheFile, calledOnce())], OTHER_WAY);
  expect(kept(cacheFile)?.lessons).toEqual([WAY, OTHER_WAY]);
});

test('what V8 did not take is replaced, be it longer', () => {
  const cacheFile = scratchFile();
  keepCode([loaded(cacheFile, calledOnce())], WAY);
  const most = kept(cacheFile)?.code.length ?? 0;
  keepCode([{ ...loaded(cacheFile, neverCalled()), isRejected: true }], WAY);
  expect(kept(cacheFile)?.code.length).toBeLessThan(most);
});

function scratchFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hookmd-keep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'code-cache', 'bundle.bin');
}

function loaded(cacheFile: string, script: Script): LoadedBundle {
  return { script, cacheFile, seal, owner, lessons: [], isRejected: false };
}

/** Functions that are compiled when they are called. Each time another source: V8 shares what it made of the same one. */
function neverCalled(): Script {
  const functions = NUMBERS.map((number) => `(list) => list.map((one) => one * ${number})`);
  sources += 1;
  return new Script(`[${functions.join()}, ${sources}]`);
}

function calledOnce(): Script {
  const script = neverCalled();
  const functions = script.runInThisContext() as ((list: readonly number[]) => number[])[];
  for (const call of functions.slice(0, NUMBERS.length)) call([1]);
  return script;
}

function kept(cacheFile: string): ReturnType<typeof readKeptCode> {
  return readKeptCode(cacheFile, seal, owner);
}

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stampPackage } from './package-tree.ts';

let dir: string;
const at = (...names: string[]): string => join(dir, 'package', ...names);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-stamp-'));
  mkdirSync(at('lib'), { recursive: true });
  writeFileSync(at('HOOK.md'), 'one');
  utimesSync(at('HOOK.md'), 1000, 1000);
  writeFileSync(at('lib', 'a'), '');
  symlinkSync('lib/a', at('link'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the stamp', () => {
  test('stays the same as long as nothing changes', () => {
    expect(stampPackage(at())).toBe(stampPackage(at()));
  });

  const changes: Readonly<Record<string, () => void>> = {
    'a new file': () => writeFileSync(at('lib', 'b'), ''),
    'a removed file': () => unlinkSync(at('lib', 'a')),
    'a renamed file': () => renameSync(at('lib', 'a'), at('lib', 'b')),
    'a mode': () => chmodSync(at('lib', 'a'), 0o755),
    'a replaced link': () => {
      unlinkSync(at('link'));
      symlinkSync('lib/b', at('link'));
    },
    'a new empty folder': () => mkdirSync(at('lib', 'empty')),
    'the same size and the same time, but different content': () => {
      writeFileSync(at('HOOK.md'), 'two');
      utimesSync(at('HOOK.md'), 1000, 1000);
    },
    'a folder that is gone': () => rmSync(at(), { recursive: true }),
  };
  test.each(Object.entries(changes))('tells %s', (_, change) => {
    const before = stampPackage(at());
    change();
    expect(stampPackage(at())).not.toBe(before);
  });

  test('of a folder beyond the caps is a new one every time', () => {
    mkdirSync(at(...Array.from({ length: 20 }, () => 'd')), { recursive: true });
    expect(stampPackage(at())).not.toBe(stampPackage(at()));
  });

  test('of a missing folder never throws', () => {
    expect(stampPackage(at('missing'))).toBe(stampPackage(at('missing')));
  });
});

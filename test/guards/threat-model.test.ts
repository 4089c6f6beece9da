import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'THREAT-MODEL.md'), 'utf8');
const threats = [...text.matchAll(/^\| threat \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/gm)]
  .flatMap(([, rows = '']) => rows.trimEnd().split('\n'))
  .map((row) => {
    const [threat = '', , tests = ''] = row.slice(2, -2).split(' | ');
    return { threat, tests };
  });

describe('THREAT-MODEL.md', () => {
  it('has a row for each threat', () => {
    expect(threats.length).toBeGreaterThanOrEqual(25);
    expect(new Set(threats.map(({ threat }) => threat)).size).toBe(threats.length);
  });

  it.each(threats)('names tests that exist: $threat', ({ tests }) => {
    expect(tests).toMatch(/^`[^`]+`: `[^`]+`(?:, `[^`]+`: `[^`]+`)*$/);
    for (const [, file = '', title = ''] of tests.matchAll(/`([^`]+)`: `([^`]+)`/g)) {
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(readFileSync(join(root, file), 'utf8').includes(title), `${file}: ${title}`).toBe(true);
    }
  });
});

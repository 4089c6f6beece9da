import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stages } from './explain.ts';

const root = join(import.meta.dirname, '../../../../..');

it('every stage names files that exist', () => {
  const files: readonly string[] = Object.values(stages).flat();
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('the start of a handler names the file of every hook type', () => {
  const shared = ['environment.ts', 'executor.ts', 'index.ts'];
  const types = readdirSync(join(root, 'packages/core/src/executors'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !shared.includes(file))
    .map((file) => `packages/core/src/executors/${file}`);
  expect([...stages['start handler']].sort()).toEqual(types);
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const MAX_EXCEPTIONS = 15;

it('identifiers and comments use the standard terms: npm run words lists where they do not', () => {
  const script = join(root, 'test/support/check-words.mjs');
  const output = execFileSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
  expect(output).toBe('0 avoided words\n');
});

it('has few exceptions, each with a reason', async () => {
  const { default: words } = await import('../support/avoided-words.json', { with: { type: 'json' } });
  expect(words.exceptions.length).toBeLessThanOrEqual(MAX_EXCEPTIONS);
  expect(words.exceptions.filter(({ why }) => why === '')).toEqual([]);
});

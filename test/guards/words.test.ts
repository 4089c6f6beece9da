import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Uses of avoided words in identifiers and comments. It only goes down. */
const MAX_AVOIDED_WORDS = 326;

it('code uses standard terms: npm run words lists where it does not', () => {
  const script = join(root, 'test/support/check-words.mjs');
  const output = execFileSync(process.execPath, [script, '--count'], { cwd: root, encoding: 'utf8' });
  const total = Number(/(\d+) avoided words\n$/.exec(output)?.[1]);
  expect(total).toBeLessThanOrEqual(MAX_AVOIDED_WORDS);
  expect(total).toBeGreaterThan(MAX_AVOIDED_WORDS - 200);
});

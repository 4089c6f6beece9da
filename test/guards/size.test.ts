import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Size {
  readonly name: string;
  readonly lines: number;
  readonly budget: number;
}

const script = join(import.meta.dirname, '../../scripts/size.mjs');
const sizes: readonly Size[] = JSON.parse(
  execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' }),
);

describe.each(sizes)('the size of $name', ({ lines, budget }) => {
  it('is at most 3 % above its budget in scripts/size-budgets.json', () => {
    expect(lines).toBeLessThanOrEqual(Math.ceil(budget * 1.03));
  });
});

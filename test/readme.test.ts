import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { makeScratch } from './support/scratch.ts';
import { asPattern, shownCommands, typeCommand } from './support/shown-output.ts';

const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
const scratch = makeScratch();
afterAll(() => scratch.remove());

describe('the README', () => {
  const manifest = /```markdown\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

  it('shows a whole hook in six lines', () => {
    expect(manifest.trimEnd().split('\n')).toHaveLength(6);
    const dir = join(scratch.home, '.hookmd/hooks/deny-force-push');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'HOOK.md'), manifest);
  });

  it.each(shownCommands(readme))('says what `$command` prints', ({ command, output }) => {
    expect(typeCommand(command, scratch)).toMatch(asPattern(output));
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { makeScratch } from './support/scratch.ts';
import { asPattern } from './support/shown-output.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const scratch = makeScratch();
afterAll(() => scratch.remove());

interface Shown {
  readonly command: string;
  readonly output: string;
}

/** Every `$ command` of the console blocks, with the output below it. */
function shownCommands(): readonly Shown[] {
  const blocks = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...lines] = part.trimEnd().split('\n');
        return { command, output: lines.join('\n') };
      }),
  );
}

describe('the README', () => {
  const manifest = /```markdown\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

  it('shows a whole hook in six lines', () => {
    expect(manifest.trimEnd().split('\n')).toHaveLength(6);
    const dir = join(scratch.home, '.hookmd/hooks/deny-force-push');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'HOOK.md'), manifest);
  });

  it.each(shownCommands())('says what `$command` prints', ({ command, output }) => {
    const hooks = `hooks() { '${process.execPath}' '${join(root, 'packages/cli/dist/hooks.cjs')}' "$@"; }`;
    const { stdout } = spawnSync('bash', ['-c', `${hooks}\n${command}`], {
      cwd: scratch.project,
      env: { PATH: process.env['PATH'], HOME: scratch.home, LANG: 'C.UTF-8' },
      encoding: 'utf8',
    });
    // On a narrow machine nothing is cut: a pipe has no width.
    expect(stdout.trimEnd()).toMatch(asPattern(output));
  });
});

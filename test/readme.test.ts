import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch } from './support/scratch.ts';
import { asPattern, shownCommands, typeCommand, typeWhileServing } from './support/shown-output.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const scratch = makeScratch();
const bin = join(scratch.home, '.local/bin');
const type = (command: string): string => typeCommand(command, scratch, bin);

beforeAll(() => {
  writeHistory();
  const clone = join(scratch.dir, 'clone');
  mkdirSync(clone);
  symlinkSync(join(root, 'packages'), join(clone, 'packages'));
  const [, install = ''] = /^(mkdir -p ~[\s\S]*?)```/m.exec(readme) ?? [];
  execFileSync('bash', ['-e', '-c', install], {
    cwd: clone,
    env: { PATH: process.env['PATH'], HOME: scratch.home },
    stdio: 'pipe',
  });
});
afterAll(() => scratch.remove());

/** What the user's agent did yesterday. */
function writeHistory(): void {
  const directory = join(scratch.home, '.claude/projects/-home-ada-app');
  const timestamp = new Date(Date.now() - 36 * 3_600_000).toISOString();
  const lines = ['npm test', 'cd web && rm -rf src', 'git push origin main'].map((command) => {
    const content = [{ type: 'tool_use', id: command, name: 'Bash', input: { command } }];
    const facts = { type: 'assistant', timestamp, sessionId: 's', cwd: '/home/ada/app' };
    return JSON.stringify({ ...facts, message: { role: 'assistant', content } });
  });
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'one.jsonl'), lines.join('\n'));
}

describe('the README', () => {
  const manifest = /```markdown\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

  it('has at most 150 lines', () => {
    expect(readme.split('\n').length - 1).toBeLessThanOrEqual(150);
  });

  it('describes how to install the command', () => {
    expect(type('hooks --version')).toMatch(/^hooks \d+\.\d+\.\d+$/);
  });

  it('shows a whole hook in six lines', () => {
    expect(manifest.trimEnd().split('\n')).toHaveLength(6);
    const dir = join(scratch.home, '.hookmd/hooks/publish-in-ci');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'HOOK.md'), manifest);
  });

  it.each(shownCommands(readme))('shows what `$command` prints', async ({ command, output }) => {
    expect(await typeWhileServing(command, scratch, bin)).toMatch(asPattern(output));
  });

  it('states which commands its hook blocks', () => {
    const isBlocked = (command: string): boolean => {
      const payload = JSON.stringify({ tool_name: 'Bash', tool_input: { command } });
      writeFileSync(join(scratch.log, 'payload.json'), payload);
      const run = `hooks run PreToolUse --only publish-in-ci < ${scratch.log}/payload.json`;
      return type(run).includes('blocked');
    };
    const sentence = /^`if` parses the command\. .*$/m.exec(readme)?.[0] ?? '';
    const commands = [...sentence.matchAll(/`([^`]+)`/g)].slice(1).map(([, command = '']) => command);
    type('hooks enable publish-in-ci');
    expect(commands.map(isBlocked)).toEqual([true, true, false]);
  });
});

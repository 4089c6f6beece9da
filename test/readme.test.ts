import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandNames } from '../packages/cli/src/command-line/table.ts';
import { type Registry, startRegistry } from './support/registry.ts';
import { makeScratch } from './support/scratch.ts';
import { asPattern, shownCommands, typeCommand, typeWhileServing } from './support/shown-output.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const scratch = makeScratch();
const bin = join(scratch.home, '.local/bin');
let registry: Registry;
const type = (command: string): string => typeCommand(command, scratch, bin);

beforeAll(() => {
  const clone = join(scratch.dir, 'clone');
  mkdirSync(clone);
  symlinkSync(join(root, 'packages'), join(clone, 'packages'));
  const [, install = ''] = /```sh\n(mkdir -p ~[\s\S]*?)```/.exec(readme) ?? [];
  execFileSync('bash', ['-e', '-c', install], {
    cwd: clone,
    env: { PATH: process.env['PATH'], HOME: scratch.home },
    stdio: 'pipe',
  });
});
beforeAll(async () => {
  registry = await startRegistry();
  writeFileSync(join(scratch.home, '.npmrc'), registry.npmrc);
  await publish('1.0.0', 'Bash(rm *)');
});
afterAll(async () => {
  scratch.remove();
  await registry.stop();
});

/** The package of somebody else, a year ago. */
async function publish(version: string, condition: string): Promise<void> {
  const dir = join(scratch.dir, `no-rm-${version}`);
  mkdirSync(dir);
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: '@acme/no-rm', version }));
  const command = `[sh, -c, "echo 'ask before you delete' >&2; exit 2"]`;
  writeFileSync(
    join(dir, 'HOOK.md'),
    `---\nname: no-rm\nevents: [PreToolUse]\nif: ${condition}\ncommand: ${command}\nprotocol: hookmd\n---\n`,
  );
  await registry.publish(dir);
}

describe('the README', () => {
  const manifest = /```markdown\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

  it('says how to install the command', () => {
    expect(type('hooks --version')).toMatch(/^hooks \d+\.\d+\.\d+$/);
  });

  it('shows a whole hook in six lines', () => {
    expect(manifest.trimEnd().split('\n')).toHaveLength(6);
    const dir = join(scratch.home, '.hookmd/hooks/deny-force-push');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'HOOK.md'), manifest);
  });

  it('says of a package that nobody has published that it stands for one, and where its files are', () => {
    expect(readme).toContain('`@acme/no-rm` stands here for a package of somebody else');
    const guide = readFileSync(join(root, 'docs/guides/install.md'), 'utf8');
    const files = [...guide.matchAll(/^`~\/no-rm\/([\w.]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm)];
    const dir = join(scratch.home, 'no-rm');
    mkdirSync(dir);
    // The second time it is the next version.
    for (const [, name = '', text = ''] of files.slice(0, 2)) writeFileSync(join(dir, name), text);
    expect(type('hooks install ~/no-rm --dry-run')).toMatch(/^@acme\/no-rm 1\.0\.0 {2}for the user/);
  });

  it.each(shownCommands(readme))('says what `$command` prints', async ({ command, output }) => {
    if (command === 'hooks outdated') await publish('1.1.0', 'Bash(*rm *)');
    expect(await typeWhileServing(command, scratch, bin)).toMatch(asPattern(output));
  });

  it('says of its first hook which spellings it blocks, and which go on', () => {
    const isBlocked = (command: string): boolean => {
      const payload = JSON.stringify({ tool_name: 'Bash', tool_input: { command } });
      writeFileSync(join(scratch.log, 'payload.json'), payload);
      const run = `hooks run PreToolUse --only deny-force-push < ${scratch.log}/payload.json`;
      return type(run).includes('blocked');
    };
    const [, blocked = '', open = ''] =
      /The condition looked into ([\s\S]*?)It is a first sketch([\s\S]*?) go on\./.exec(readme) ?? [];
    const commandsIn = (text: string): readonly string[] =>
      [...text.matchAll(/`([^`]+)`/g)].map((regExpExecArray) => regExpExecArray[1] ?? '');
    expect(commandsIn(blocked).map(isBlocked)).toEqual([true, true]);
    expect(commandsIn(open).map(isBlocked)).toEqual([false, false]);
  });

  it('has a row for every command, and for every exit status that `hooks --help` names', () => {
    for (const name of commandNames) expect(readme).toMatch(new RegExp(`^\\|.*\`hooks ${name}\\b.*\\|`, 'm'));
    const [, codes = ''] = type('hooks --help').split('Exit codes');
    const statuses = [...codes.matchAll(/^ +(\d+) /gm)].map(([, status]) => status);
    expect([...readme.matchAll(/^\| (\d+) \|/gm)].map(([, status]) => status)).toEqual(statuses);
  });
});

/** An agent that is attached and `entriesFrom` with the same settings file: what both guides show, together. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachedAgent } from '@hookmd/core/internal/protocol/attached-agent';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeText } from './support/hook-package.ts';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

// Without a compiler the launcher is a script, which is made at once.
const env = { PATH: '/nowhere' };
const hooks = (...words: readonly string[]): Promise<Ended> => runHooks(scratch, words, { env });
const inHome = (path: string): string => join(scratch.home, path);
const CLAUDE = '.claude/settings.json';

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: string; readonly command: string }[];
}
type Groups = Readonly<Record<string, readonly Group[]>>;

const command = (line: string): Group => ({ hooks: [{ type: 'command', command: line }] });
/** What the user had before HookMD: two hooks, one of them in a script. */
const mine: Groups = {
  PreToolUse: [{ matcher: 'Bash', ...command('~/.claude/hooks/guard.sh') }],
  Stop: [command('echo stop >> ~/ran.log')],
};

function writeSettings(file: string, groups: Groups): void {
  writeText(inHome(file), { text: JSON.stringify({ model: 'opus', hooks: groups }, null, 2) });
}

function writeAll(): void {
  writeText(inHome('.claude/hooks/guard.sh'), {
    text: '#!/bin/sh\necho guard >> ~/ran.log\n',
    mode: 0o755,
  });
  writeSettings(CLAUDE, mine);
  writeText(inHome('.hookmd/config.yaml'), { text: `entriesFrom: [~/${CLAUDE}]\n` });
}

const groupsNow = (): Groups =>
  (JSON.parse(readFileSync(inHome(CLAUDE), 'utf8')) as { readonly hooks?: Groups }).hooks ?? {};

/** The names of the user's hooks, without those that come with HookMD. */
async function listed(...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await hooks('list', '--json', ...options);
  const all = (JSON.parse(stdout) as { readonly hooks: readonly { name: string; source: string }[] }).hooks;
  return all.filter(({ source }) => ['user', 'session'].includes(source)).map(({ name }) => name);
}

describe("HookMD's own lines in a settings file", () => {
  it('are no hooks of `entriesFrom`, `--settings` and `hooks import`', async () => {
    writeAll();
    expect((await hooks('attach', 'claude-code', '--yes')).exit).toBe(0);
    expect(Object.keys(groupsNow()).length).toBeGreaterThan(20);
    const names = [
      expect.stringMatching(/^PreToolUse-guard\.sh-/),
      expect.stringMatching(/^Stop-ran\.log-/),
    ] as const;
    expect(await listed()).toEqual(names);
    const check = await hooks('check');
    expect([check.exit, `${check.stdout}${check.stderr}`]).toEqual([
      0,
      expect.not.stringMatching(/hooks-fire|FileChanged/),
    ]);
    const { imported, refused } = JSON.parse(
      (await hooks('import', inHome(CLAUDE), '--dry-run', '--json')).stdout,
    );
    expect(refused).toEqual([]);
    expect(imported).toMatchObject([{ events: ['PreToolUse'] }, { events: ['Stop'] }]);
    writeText(inHome('.hookmd/config.yaml'), { text: '' });
    expect(await listed('--settings', inHome(CLAUDE))).toEqual(names);
  });

  it('are none in any of the forms and from any of the places that they had', async () => {
    const lines = [
      '/elsewhere/bin/hooks-fire claude-code Stop',
      "'/a home/.local/state/hookmd/bin/hooks-fire' claude-code Stop",
      '~/.local/state/hookmd/bin/hooks-fire claude-code Stop',
      '! test -x ~/.local/state/hookmd/bin/hooks-fire || ~/.local/state/hookmd/bin/hooks-fire claude-code Stop',
      '/usr/local/bin/hooks run --agent claude-code',
      'node /gone/dist/hooks.cjs run --agent=codex Stop',
      'npx -y @hookmd/cli run --agent claude-code',
    ];
    const theirs = [
      'sh -c true hooks run --agent claude-code',
      'docker run --agent claude-code',
      'echo hooks-fire',
    ];
    expect(lines.map((line) => attachedAgent(line) === null)).not.toContain(true);
    const entries = [...lines, ...theirs].map((line) => command(line));
    writeSettings('theirs.json', { Stop: entries });
    writeText(inHome('.hookmd/config.yaml'), {
      text: `entriesFrom: [~/theirs.json]\nentries: ${JSON.stringify({ PreToolUse: entries })}\n`,
    });
    expect(await listed()).toHaveLength(2 * theirs.length);
    const skill = join(scratch.dir, 'skill');
    mkdirSync(skill);
    writeFileSync(
      join(skill, 'SKILL.md'),
      `---\nname: careful\nhooks: ${JSON.stringify({ Stop: lines.map(command) })}\n---\n`,
    );
    const { stdout } = await hooks('list', '--json', '--skill', skill);
    expect(stdout).not.toContain('careful');
  });

  it('alone are nothing to import', async () => {
    writeSettings(CLAUDE, {});
    await hooks('attach', 'claude-code', '--yes');
    expect(await hooks('import', inHome(CLAUDE))).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/IMPORT_NOTHING/),
    });
    expect(existsSync(inHome('.hookmd/hooks'))).toBe(false);
  });
});

import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Decision } from '@hookmd/core/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Options } from '../packages/cli/src/command-line/context.ts';
import { makeContext } from '../packages/cli/src/command-line/run-command.ts';
import { command } from '../packages/cli/src/commands/try/command.ts';
import { tryEvent } from '../packages/cli/src/commands/try/try-event.ts';
import { runEvent } from '../packages/cli/src/run/run-event.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch } from './support/scratch.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const scratch = makeScratch();
const bundled = ['no-force-push', 'block-dangerous', 'protect-paths'];
afterAll(() => scratch.remove());

/** Every entry of the state directory with its time and content. */
function snapshot(): readonly string[] {
  const names = readdirSync(scratch.state, { recursive: true, encoding: 'utf8' }).sort();
  return ['', ...names].map((name) => {
    const path = join(scratch.state, name);
    const stats = lstatSync(path);
    return `${name} ${stats.ino} ${stats.mode} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.isFile() ? readFileSync(path, 'base64') : ''}`;
  });
}

function writeHook(name: string, lines: readonly string[]): void {
  const directory = join(scratch.home, '.hookmd/hooks', name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'HOOK.md'), ['---', 'protocol: hookmd', ...lines, '---', ''].join('\n'));
}

beforeAll(async () => {
  writeHook('pushes', [
    'events: [PreToolUse]',
    'if: shell(git push*)',
    'command: [sh, -c, "echo No push today. >&2; exit 2"]',
  ]);
  writeHook('fails', ['events: [SessionStart]', 'command: [sh, -c, "exit 1"]']);
  writeHook('first', ['events: [SessionStart]', 'once: true', 'command: [sh, -c, "exit 0"]']);
  writeHook('counts', [
    'events: [SessionStart]',
    'command: [sh, -c, "echo x >> $HOOK_DATA_DIR/calls; touch ran"]',
  ]);
  writeHook('late', ['events: [SessionStart]', 'async: true', 'command: [sh, -c, "touch late"]']);
  writeHook('insists', ['events: [Stop]', `command: [printf, '{"followUp": "Run the tests."}']`]);
  const hooks = ['pushes', 'fails', 'first', 'counts', 'late', 'insists', ...bundled];
  await runHooks(scratch, ['enable', ...hooks, '--yes']);
}, 60_000);

describe('`hooks try`', () => {
  it('leaves the state directory as it is, whatever the hooks do', async () => {
    const tries = async (): Promise<void> => {
      for (const event of ['SessionStart', 'Stop'])
        await runHooks(scratch, ['try', '--event', event], { stdin: '{"session_id":"s"}' });
      await runHooks(scratch, ['try', 'git push']);
    };
    const before = snapshot();
    await tries();
    expect(snapshot()).toEqual(before);
    expect(readdirSync(scratch.project)).toEqual(['.git', 'ran']);
    expect(readdirSync(join(scratch.dir, 'tmp')).filter((name) => name.startsWith('hookmd-try'))).toEqual([]);
    // The counts, claims and files of real events are no reason to write either.
    await runHooks(scratch, ['run', 'SessionStart'], { stdin: '{"session_id":"s"}' });
    await runHooks(scratch, ['run', 'Stop'], { stdin: '{"session_id":"s"}' });
    const after = snapshot();
    expect(after).not.toEqual(before);
    await tries();
    expect(snapshot()).toEqual(after);
  });

  it.each<readonly [string, readonly string[]]>([
    ['pushes', spellings()],
    ...bundled.map((name) => [name, linesOf(name)] as const),
  ])(
    'decides as `hooks run` for every spelling of a call: %s',
    { timeout: 60_000 },
    async (only, commands) => {
      const made = await makeContext(
        command,
        [],
        new Options({ home: scratch.home, project: scratch.project, only }),
      );
      const environment = { PATH: process.env['PATH'], HOME: scratch.home };
      const context = { ...made, environment, cwd: scratch.project };
      const { signal } = new AbortController();
      const decided = new Set<string>();
      const compare = async (text: string): Promise<void> => {
        const payload = { tool_name: 'Bash', tool_input: { command: text } };
        const call = { agent: null, signal, daemon: null };
        const ran = essence(await runEvent(context, 'PreToolUse', payload, call));
        expect(essence(await tryEvent(context, 'PreToolUse', payload, signal)), text).toEqual(ran);
        decided.add(ran.decision);
      };
      await Promise.all(
        [0, 1, 2].map(async (lane) => {
          for (const text of commands.filter((_, index) => index % 3 === lane)) await compare(text);
        }),
      );
      expect([...decided].sort()).toEqual(['block', 'none']);
    },
  );
});

/** What a decision means for the agent. */
function essence({
  decision,
}: {
  readonly decision: Decision;
}): Pick<Decision, 'decision' | 'reason' | 'decidedBy'> {
  const { decision: value, reason, decidedBy } = decision;
  return { decision: value, reason, decidedBy };
}

/** Spellings of `git push`, and commands that only resemble one. */
function spellings(): readonly string[] {
  const file = join(repository, 'packages/shell/src/hostile-spellings.json');
  const { reach, harmless } = JSON.parse(readFileSync(file, 'utf8'));
  return [...reach, ...harmless].map(({ command }: { readonly command: string }) => command);
}

/** A sample of the commands with which a bundled guard is tested. */
function linesOf(name: string): readonly string[] {
  const tests = join(repository, 'hooks', name, 'tests');
  return ['blocked.txt', 'passes.txt'].flatMap((file) => {
    const lines = readFileSync(join(tests, file), 'utf8').split('\n');
    return lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .filter((_, index) => index % 40 === 0);
  });
}

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { integrations } from '@hookmd/agents';
import { eventNames, isEventName } from '@hookmd/core/events';
import { afterAll, describe, expect, it } from 'vitest';
import { makeScratch } from './support/scratch.ts';
import { typeCommand } from './support/shown-output.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
const scratch = makeScratch();
afterAll(() => scratch.remove());

const agent = integrations['claude-code'];
/** On the first two a hook creates or removes the worktree instead of Claude Code; the third comes with every piece of output. */
const notAttached: readonly string[] = ['WorktreeCreate', 'WorktreeRemove', 'MessageDisplay'];

interface Settings {
  readonly hooks: Readonly<Record<string, readonly Group[]>>;
}
interface Group {
  readonly hooks: readonly { readonly command: string; readonly timeout: number }[];
}

/** As a page shows them, with the command that was built here. */
function settingsOf(page: string): Settings['hooks'] {
  const [, json = '{}'] = /```json\n([\s\S]*?)```/.exec(readText(page)) ?? [];
  const command = join(root, 'packages/cli/dist/hooks.cjs');
  return (JSON.parse(json.replaceAll('/usr/local/bin/hooks', command)) as Settings).hooks;
}

describe('the settings of docs/agents/claude-code.md', () => {
  it('have every event that Claude Code fires, but for those that would stop its worktrees', () => {
    const fired = eventNames.filter((name) => agent?.supports(name) && !notAttached.includes(name));
    expect(Object.keys(settingsOf('docs/agents/claude-code.md')).sort()).toEqual([...fired].sort());
  });
});

describe('what `hooks attach claude-code` writes', () => {
  it('has every event of Claude Code that a bundled package waits for', () => {
    const directories = readdirSync(join(root, 'hooks'), { withFileTypes: true }).filter((dirent) =>
      dirent.isDirectory(),
    );
    const waiting = directories.flatMap(({ name }) => {
      const [, events = ''] = /^events: \[(.*)\]$/m.exec(readText(`hooks/${name}/HOOK.md`)) ?? [];
      return events.split(', ');
    });
    const fired = [...new Set(waiting)].filter((name) => isEventName(name) && agent?.supports(name));
    const { events } = JSON.parse(typeCommand('hooks attach claude-code --dry-run --json', scratch));
    expect(events).toEqual(expect.arrayContaining(fired));
  });
});

describe.each(['docs/agents/claude-code.md'])('the settings of %s', (page) => {
  it('give HookMD the time that it reckons with', () => {
    for (const name of eventNames) {
      const groups = settingsOf(page)[name] ?? [];
      const seconds = Math.ceil((agent?.budgetMs(name) ?? 0) / 1000);
      for (const { hooks } of groups) expect(hooks, name).toMatchObject([{ timeout: seconds }]);
    }
  });

  /** What the command in it answers to a call. */
  function answerTo(payload: object, environment = {}): unknown {
    typeCommand('hooks enable block-dangerous --yes', scratch);
    const command = settingsOf(page)['PreToolUse']?.[0]?.hooks[0]?.command ?? '';
    // Under `--agent` no variable says where home is.
    const { status, stdout } = spawnSync('sh', ['-c', `${command} --home '${scratch.home}'`], {
      cwd: scratch.project,
      env: { PATH: process.env['PATH'], ...environment },
      input: JSON.stringify(payload).replaceAll('{{project}}', scratch.project),
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return JSON.parse(stdout || 'null');
  }
  const denied = { hookSpecificOutput: { permissionDecision: 'deny' } };

  it('start a command that blocks what Claude Code sent', () => {
    const recorded = readText('examples/session/events/06-PreToolUse.blocked.json');
    expect(answerTo(JSON.parse(recorded))).toMatchObject(denied);
  });

  it.each([
    ['Cursor', 'Shell', { cursor_version: '3.9.16', hook_event_name: 'preToolUse', session_id: 's' }],
    ['VS Code', 'run_in_terminal', { hook_event_name: 'PreToolUse', tool_use_id: 'call_1__vscode-1' }],
    ['VS Code', 'run_in_terminal', { hookEventName: 'PreToolUse', sessionId: 's' }],
  ])('start a command that blocks what %s sends of its %s', (_, tool, sent) => {
    const call = { tool_name: tool, tool_input: { command: 'find . -delete' }, cwd: '{{project}}' };
    expect(answerTo({ ...sent, ...call })).toMatchObject(denied);
  });

  it('start a command that judges what Copilot sends under a name of its own for the event', () => {
    const sent = { hookName: 'preToolUse', sessionId: 's', timestamp: 1, cwd: '{{project}}' };
    const call = { toolName: 'bash', toolArgs: { command: 'find . -delete' } };
    expect(answerTo({ ...sent, ...call }, { COPILOT_CLI: '1' })).toMatchObject({
      permissionDecision: 'deny',
    });
  });
});

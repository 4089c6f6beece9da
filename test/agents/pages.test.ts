/** The settings that the pages of docs/agents show: every event, the time HookMD reckons with, a command that blocks. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { integrations } from '@hookmd/agents';
import { type EventName, eventNames } from '@hookmd/core/events';
import { afterAll, describe, expect, it } from 'vitest';
import { makeScratch } from '../support/scratch.ts';
import { typeCommand } from '../support/shown-output.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
const scratch = makeScratch();
afterAll(() => scratch.remove());

interface Page {
  readonly agent: string;
  /** Where the settings are, in a home. */
  readonly file: string;
  readonly blocked: string;
  readonly leftOut?: readonly EventName[];
  /** Of a time limit, in ms. */
  readonly unit: number;
  readonly denial: object;
}

const pages: readonly Page[] = [
  {
    agent: 'codex',
    file: '.codex/hooks.json',
    blocked: 'PreToolUse.blocked',
    unit: 1000,
    denial: { hookSpecificOutput: { permissionDecision: 'deny' } },
  },
  {
    agent: 'copilot',
    file: '.copilot/hooks/hookmd.json',
    blocked: 'preToolUse.blocked',
    unit: 1000,
    denial: { permissionDecision: 'deny' },
  },
  {
    agent: 'gemini-cli',
    file: '.gemini/settings.json',
    blocked: 'BeforeTool.blocked',
    leftOut: ['PreModelCall', 'PostModelCall', 'PreCompact'],
    unit: 1,
    denial: { decision: 'deny' },
  },
  {
    agent: 'qwen-code',
    file: '.qwen/settings.json',
    blocked: 'PreToolUse.blocked',
    unit: 1000,
    denial: { hookSpecificOutput: { permissionDecision: 'deny' } },
  },
];

interface Entry {
  readonly command?: string;
  readonly bash?: string;
  readonly timeout?: number;
  readonly timeoutSec?: number;
  readonly hooks?: readonly Entry[];
}

describe.each(pages)(
  'docs/agents/$agent.md',
  ({ agent: name, file, blocked, leftOut = [], unit, denial }) => {
    const agent = integrations[name];
    if (agent === undefined) throw new Error(name);
    const [, json = '{}'] = /```json\n([\s\S]*?)```/.exec(readText(`docs/agents/${name}.md`)) ?? [];
    const here = json.replaceAll('/usr/local/bin/hooks', join(root, 'packages/cli/dist/hooks.cjs'));
    const settings = JSON.parse(here) as { readonly hooks: Readonly<Record<string, readonly Entry[]>> };
    const entryOf = (event: EventName): Entry | undefined => {
      const [group] = settings.hooks[agent.nativeOf(event) ?? ''] ?? [];
      return group?.hooks?.[0] ?? group;
    };

    it('has every event that it fires, but for those it leaves out', () => {
      const fired = eventNames.filter((event) => agent.supports(event) && !leftOut.includes(event));
      expect(Object.keys(settings.hooks).sort()).toEqual(fired.map((event) => agent.nativeOf(event)).sort());
    });

    it('gives HookMD the time that it reckons with', () => {
      for (const event of eventNames.filter((eventName) => entryOf(eventName) !== undefined)) {
        const { timeout, timeoutSec = timeout } = entryOf(event) ?? {};
        expect(timeoutSec, event).toBe(Math.ceil((agent.budgetMs(event) ?? 0) / unit));
      }
    });

    it('starts a command that blocks what the agent sent', () => {
      typeCommand('hooks enable block-dangerous --yes', scratch);
      const recorded = readText(`packages/agents/src/${name}/recorded/${blocked}.json`);
      const { command, bash = command } = entryOf('PreToolUse') ?? {};
      const input = recorded.replaceAll('{{project}}', scratch.project).replace('rm -rf victim', 'rm -rf /');
      // Under `--agent` no variable says where home is.
      const { status, stdout } = spawnSync('sh', ['-c', `${bash} --home '${scratch.home}'`], {
        cwd: scratch.project,
        env: { PATH: process.env['PATH'] },
        input,
        encoding: 'utf8',
      });
      expect(JSON.parse(stdout)).toMatchObject(denial);
      expect(status).toBe(0);
    });

    it('is what `hooks doctor` finds attached', () => {
      const path = join(scratch.home, file);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, here);
      const events = Object.keys(settings.hooks).length;
      expect(typeCommand('hooks doctor --json', scratch)).toContain(`${name} on ${events} events`);
    });
  },
);

describe('docs/agents/cline.md', () => {
  const [, script = ''] = /```sh\n([\s\S]*?)```/.exec(readText('docs/agents/cline.md')) ?? [];

  it('shows a file that blocks what Cline sent', () => {
    typeCommand('hooks enable block-dangerous --yes', scratch);
    const recorded = readText('packages/agents/src/cline/recorded/tool_call.blocked.json');
    const command = script
      .trim()
      .replaceAll('/usr/local/bin/hooks', join(root, 'packages/cli/dist/hooks.cjs'));
    const { stdout } = spawnSync('sh', ['-c', `${command} --home '${scratch.home}'`], {
      cwd: scratch.project,
      env: { PATH: process.env['PATH'] },
      input: recorded.replaceAll('{{project}}', scratch.project).replaceAll('rm -rf victim', 'rm -rf /'),
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({ cancel: true });
  });
});

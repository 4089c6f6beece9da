import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHooks, type Hooks } from './create-hooks.ts';
import type { HooksOptions } from './hooks-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookmd-session-'));
const project = join(folder, 'project');
mkdirSync(project);
afterAll(() => rmSync(folder, { recursive: true }));

const open = (options: HooksOptions = {}): Promise<Hooks> =>
  createHooks({
    home: join(folder, 'home'),
    project,
    cwd: project,
    environment: { PATH: process.env['PATH'] },
    trust: 'all',
    ...options,
  });
const ls = { name: 'Bash', input: { command: 'ls' } };

describe('a tool call of a session', () => {
  it('is not made where a hook blocks it, and the model hears the reason', async () => {
    const hooks = await open();
    hooks.on('PreToolUse', () => ({ decision: 'block', reason: 'not today' }));
    const session = await hooks.session();
    let calls = 0;
    const outcome = await session.tool(ls, () => {
      calls += 1;
    });
    expect([outcome.kind, calls]).toEqual(['blocked', 0]);
    expect(outcome).toMatchObject({ reason: 'not today', message: expect.stringContaining('not today') });
    await hooks.close();
  });

  it('runs with the input that hooks made of it, and PostToolUse reads that one', async () => {
    const hooks = await open();
    const seen: unknown[] = [];
    hooks.on('PreToolUse', { modify: { PreToolUse: ['command'] } }, () => ({
      hookSpecificOutput: { updatedInput: { command: 'ls -l' } },
    }));
    hooks.on('PostToolUse', { modify: { PostToolUse: 'output' } }, (event) => {
      seen.push(event.tool_input, event.original_tool_input);
      return { hookSpecificOutput: { updatedToolOutput: '[redacted]' } };
    });
    const session = await hooks.session();
    const outcome = await session.tool(ls, (input) => `${input['command']}: s3cr3t`);
    expect(outcome).toMatchObject({
      kind: 'done',
      input: { command: 'ls -l' },
      output: '[redacted]',
      isReplaced: true,
    });
    expect(seen).toEqual([{ command: 'ls -l' }, { command: 'ls' }]);
    await hooks.close();
  });
});

import { checkEvent, eventNames } from '@hookmd/core/events';
import { viewTool as viewOfRuntime } from '@hookmd/core/matching';
import { describe, expect, it } from 'vitest';
import { defineHook } from '../define-hook.ts';
import { viewTool } from '../serve/kodelet-events.ts';
import { fixture, makeEvent } from './fixture.ts';
import { type HookCase, runCase } from './run-case.ts';
import { runHook } from './run-hook.ts';

const guard = defineHook({
  on: 'PreToolUse',
  async run(event, h) {
    const command = event.tool.command ?? '';
    h.log(`looks at ${command}`);
    if (command.startsWith('rm')) return h.block(`no ${command}`);
    if (command === 'slow') return [h.modify({ timeout: 1 }), h.addContext(String(h.options['team']))];
    if (command === 'throw') throw new Error('broken');
    if (command === 'env') return h.ask(h.env['WHO'] ?? 'nobody');
    return undefined;
  },
});
const bash = (command: string) =>
  fixture.preToolUse({ tool_name: 'Bash', tool_input: { command, timeout: 5 } });

describe('fixtures', () => {
  it.each(eventNames)('make a valid %s of nothing', (name) => {
    const key = `${name[0]?.toLowerCase()}${name.slice(1)}` as 'stop';
    const event = fixture[key]();
    expect(event.hook_event_name).toBe(name);
    expect(checkEvent(event)).toEqual([]);
  });

  it('view a call as the runtime does', () => {
    for (const name of [
      'Bash',
      'Read',
      'Edit',
      'MultiEdit',
      'Delete',
      'NotebookEdit',
      'Write',
      'Grep',
      'Glob',
      'LS',
      'WebFetch',
      'WebSearch',
      'Task',
      'Agent',
      'mcp__a_b__c__d',
      'mcp__',
      'mcp__a__',
      'Other',
      'toString',
    ]) {
      const input = { command: 'ls', file_path: '/f', notebook_path: '/n', path: '/p', url: 'u', query: 'q' };
      for (const item of [input, {}])
        expect(viewTool(name, name, item), name).toEqual(viewOfRuntime(name, name, item));
    }
  });
});

describe('runHook', () => {
  it('gives a typed decision with everything a hook can say', async () => {
    expect(await runHook(guard, bash('rm x'))).toEqual({
      decision: 'block',
      reason: 'no rm x',
      input: { command: 'rm x', timeout: 5 },
      changed: [],
      output: null,
      context: [],
      feedback: [],
      followUps: [],
      messages: null,
      callback: null,
      hint: null,
      redact: [],
      tools: null,
      userMessages: [],
      logs: ['looks at rm x'],
    });
  });

  it('shows what would be called', async () => {
    const decision = await runHook(guard, bash('slow'), { options: { team: 'core' } });
    expect(decision).toMatchObject({
      decision: 'none',
      input: { command: 'slow', timeout: 1 },
      changed: ['timeout'],
      context: ['core'],
    });
  });

  it('gives the hook its environment and nothing of the process', async () => {
    process.env['WHO'] = 'the process';
    expect((await runHook(guard, bash('env'))).reason).toBe('nobody');
    expect((await runHook(guard, bash('env'), { env: { WHO: 'the test' } })).reason).toBe('the test');
  });

  it('rejects with what the hook threw', async () => {
    await expect(runHook(guard, bash('throw'))).rejects.toThrow('broken');
  });
});

describe('runCase', () => {
  const writer = defineHook({
    on: 'PostToolUse',
    async run(event, h) {
      const { readFileSync, writeFileSync } = await import('node:fs');
      writeFileSync(`${event.cwd}/out.txt`, readFileSync(`${event.cwd}/sub/in.txt`, 'utf8').toUpperCase());
      return [h.block('look again'), h.redact({ stdout: '[redacted]' })];
    },
  });
  const item = (parts: Partial<HookCase>): HookCase => ({
    schema: 'hookmd.case/1',
    name: 'a case',
    event: 'PreToolUse',
    payload: { tool_name: 'Bash', tool_input: { command: 'rm x' } },
    expect: {},
    ...parts,
  });

  it('passes where every key that the case lists is right', async () => {
    await runCase(
      guard,
      item({
        expect: {
          decision: 'block',
          reason: '/^no rm/',
          outcome: 'blocking',
          cause: null,
          dropped: [],
          hints: [],
        },
      }),
    );
    await runCase(
      guard,
      item({
        payload: { tool_name: 'Bash', tool_input: { command: 'slow' } },
        options: { team: 'core' },
        expect: { input: { command: 'slow', timeout: 1 }, context: ['core'] },
      }),
    );
  });

  it('has a folder of its own with the files of the case', async () => {
    const expected = {
      files: { 'out.txt': 'TEXT', 'sub/in.txt': '/^te/', 'none.txt': null },
      feedback: ['look again'],
      output: { stdout: '[redacted]' },
      outcome: 'blocking',
    };
    await runCase(writer, item({ event: 'PostToolUse', files: { 'sub/in.txt': 'text' }, expect: expected }));
  });

  it('rejects with every difference at once', async () => {
    const wrong = item({
      expect: {
        decision: 'ask',
        reason: '/^yes/',
        input: { command: 'rm y' },
        context: ['x'],
        colour: 1,
        files: { a: 'x' },
      },
    });
    await expect(runCase(guard, wrong)).rejects.toThrow(
      [
        'a case:',
        '  decision: expected "ask", found "block"',
        '  reason: expected "/^yes/", found "no rm x"',
        '  input.command: expected "rm y", found "rm x"',
        '  context: expected ["x"], found []',
        '  colour: no such key in a decision',
        '  files.a: expected "x", found null',
      ].join('\n'),
    );
  });

  it('knows a failed run, and says why where a case expects something else', async () => {
    const payload = { tool_name: 'Bash', tool_input: { command: 'throw' } };
    await runCase(guard, item({ payload, expect: { outcome: 'non_blocking_error', cause: 'THROWN' } }));
    await expect(runCase(guard, item({ payload, expect: { reason: 'x' } }))).rejects.toThrow(
      'reason: the hook failed: Error: broken',
    );
  });

  it('does not take an event that is none', async () => {
    await expect(runCase(guard, item({ event: 'PreToolUs' }))).rejects.toThrow('"PreToolUs" is not an event');
  });
});

it('a made event keeps what a test says of it', () => {
  expect(makeEvent('Stop', { extra: 1 })).toMatchObject({ hook_event_name: 'Stop', extra: 1 });
});

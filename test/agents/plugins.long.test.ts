/** The modules that we put into agents, driven as those do it, with the built command line behind them. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { integrations } from '@hookmd/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptSource } from '../../packages/agents/src/plugin.ts';
import { type HookSpec, writeHook } from '../support/hook-package.ts';
import { CLI, runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

const made: Scratch[] = [];
afterAll(() => {
  for (const scratch of made) scratch.remove();
});

type Handler = (...given: readonly unknown[]) => Promise<unknown>;

/** What each agent gets for the output that holds a secret. */
const redacted: Readonly<Record<string, object>> = {
  opencode: { title: 't', output: '[redacted]', metadata: { output: '[redacted]' } },
  openclaw: {},
  pi: { content: [{ type: 'text', text: '[redacted]' }], isError: false },
};

/** By the event, and by what it is asked about. */
function hookFor(agent: string): HookSpec {
  const output = JSON.stringify({ hookSpecificOutput: { updatedToolOutput: redacted[agent] } });
  return {
    name: 'hook',
    does: [
      'case "$HOOK_EVENT $(cat "$LOG/$HOOK_NAME.$$.stdin")" in',
      `PreToolUse*forbidden*) echo '{"decision":"block","reason":"not here"}';;`,
      `PreToolUse*noted*) echo '{"hookSpecificOutput":{"additionalContext":"mind the step"}}';;`,
      `SessionStart*clear*) echo '{"hookSpecificOutput":{"additionalContext":"once more"}}';;`,
      `SessionStart*) echo '{"hookSpecificOutput":{"additionalContext":"welcome"}}';;`,
      `PreToolUse*slow*) echo '{"hookSpecificOutput":{"updatedInput":{"command":"quick"}}}';;`,
      `UserPromptSubmit*forbidden*) echo '{"decision":"block","reason":"not here"}';;`,
      `UserPromptSubmit*) echo '{"hookSpecificOutput":{"additionalContext":"mind the gap"}}';;`,
      `PostToolUse*mcp-hunter2*) echo '{"hookSpecificOutput":{"updatedToolOutput":{"content":[{"type":"text","text":"a"},{"type":"text","text":"[redacted]"}]}}}';;`,
      `PostToolUse*"as a text"*) echo '{"hookSpecificOutput":{"updatedToolOutput":"[a text]"}}';;`,
      `PostToolUse*lonely*) echo '{"hookSpecificOutput":{"additionalContext":"mind the gap"}}';;`,
      `PostToolUse*hunter2*) echo '${output}';;`,
      `Stop*) echo '{"decision":"block","reason":"go on"}';;`,
      'esac',
    ].join('\n'),
    front: {
      events: ['SessionStart', 'PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'],
      modify: { PreToolUse: ['*'], PostToolUse: 'output' },
    },
  };
}

async function load(agent: string, argv?: readonly string[]): Promise<{ module: unknown; scratch: Scratch }> {
  const scratch = makeScratch();
  made.push(scratch);
  writeHook(scratch, hookFor(agent), 'PreToolUse');
  expect((await runHooks(scratch, ['enable', 'hook', '--yes'])).exit).toBe(0);
  const command = argv ?? [
    ...['/usr/bin/env', `LOG=${scratch.log}`, process.execPath, CLI],
    ...['run', '--agent', agent, '--home', scratch.home],
  ];
  const file = join(scratch.dir, 'plugin.mjs');
  const files = Object.entries(integrations[agent]?.plugin?.(command) ?? {});
  writeFileSync(file, files.find(([name]) => name.endsWith('.js'))?.[1] ?? '');
  return { module: await import(pathToFileURL(file).href), scratch };
}

interface OpenCode {
  readonly HookMD: (input: object) => Promise<Readonly<Record<string, Handler>>>;
}

describe('in OpenCode', () => {
  let hooks: Readonly<Record<string, Handler>>;
  const toasts: string[] = [];
  const call = { tool: 'bash', sessionID: 's', callID: 'c' };
  const before = (output: object): Promise<unknown> =>
    hooks['tool.execute.before']?.(call, output) as Promise<unknown>;
  beforeAll(async () => {
    const { module, scratch } = await load('opencode');
    const showToast = async ({ body }: { readonly body: { readonly message: string } }): Promise<void> => {
      toasts.push(body.message);
    };
    const client = { tui: { showToast } };
    hooks = await (module as OpenCode).HookMD({ client, directory: scratch.project });
  });

  it('a blocked call throws the reason', async () => {
    await expect(before({ args: { command: 'forbidden' } })).rejects.toThrow(/^not here$/);
  });

  it('a changed input is changed in the object that it came in', async () => {
    const args = { command: 'slow', description: 'x' };
    await before({ args });
    expect(args).toEqual({ command: 'quick' });
  });

  it('context of a call stands below its output, before that of the output', async () => {
    const noted = { ...call, callID: 'noted', args: { command: 'noted' } };
    await hooks['tool.execute.before']?.(noted, { args: noted.args });
    const output = { title: 't', output: 'lonely' };
    await hooks['tool.execute.after']?.(noted, output);
    expect(output.output).toBe('lonely\n\nmind the step\n\nmind the gap');
    const next = { title: 't', output: 'ok' };
    await hooks['tool.execute.after']?.(noted, next);
    expect(next.output).toBe('ok');
  });

  it('a redacted output is redacted wherever it stands', async () => {
    const output = { title: 't', output: 'hunter2', metadata: { output: 'hunter2' } };
    await hooks['tool.execute.after']?.({ ...call, args: { command: 'ls' } }, output);
    expect(output).toEqual(redacted['opencode']);
  });

  describe('of an MCP server', () => {
    const after = (output: unknown): Promise<unknown> =>
      hooks['tool.execute.after']?.({ ...call, tool: 'lab_secret', args: {} }, output) as Promise<unknown>;
    const block = (text: string): object => ({ type: 'text', text });

    it('an output is redacted in its content, the place that the model reads', async () => {
      const output = { content: [block('a'), block('mcp-hunter2')], isError: false };
      await after(output);
      expect(output).toEqual({ content: [block('a'), block('[redacted]')], isError: false });
    });

    it('an output that a hook makes another thing of stands as a text in its content', async () => {
      const output = { content: [block('as a text')] };
      await after(output);
      expect(output).toEqual({ content: [block('[a text]')] });
    });

    it('context is one more block', async () => {
      const output = { content: [block('lonely')] };
      await after(output);
      expect(output).toEqual({ content: [block('lonely'), block('mind the gap')] });
    });

    it('a task that failed, which has no output, is left alone', async () => {
      await expect(after(undefined)).resolves.toBeUndefined();
    });
  });

  it('context stands below the prompt', async () => {
    const parts = [{ type: 'text', text: 'hello' }];
    await hooks['chat.message']?.({ sessionID: 's' }, { parts });
    expect(parts).toEqual([{ type: 'text', text: 'hello\n\nmind the gap' }]);
  });

  it('a blocked prompt throws the reason, and the user sees it', async () => {
    const parts = [{ type: 'text', text: 'forbidden' }];
    await expect(hooks['chat.message']?.({ sessionID: 's' }, { parts })).rejects.toThrow(/^not here$/);
    expect(toasts).toEqual(['not here']);
  });

  it('context of the start stands below the first prompt of its session that is not blocked', async () => {
    const started = hooks['event']?.({
      event: { type: 'session.created', properties: { info: { id: 's2' } } },
    });
    const texts = [];
    const refused = { parts: [{ type: 'text', text: 'forbidden' }] };
    await expect(hooks['chat.message']?.({ sessionID: 's2' }, refused)).rejects.toThrow(/^not here$/);
    for (const sessionID of ['s3', 's2', 's2']) {
      const parts = [{ type: 'text', text: 'hello' }];
      await hooks['chat.message']?.({ sessionID }, { parts });
      texts.push(parts[0]?.text);
    }
    await started;
    const plain = 'hello\n\nmind the gap';
    expect(texts).toEqual([plain, 'hello\n\nwelcome\n\nmind the gap', plain]);
  });
});

describe('in pi', () => {
  const handlers: Record<string, Handler> = {};
  let ctx: object;
  beforeAll(async () => {
    const { module, scratch } = await load('pi');
    const on = (name: string, handler: Handler): void => {
      handlers[name] = handler;
    };
    (module as { readonly default: (pi: object) => void }).default({ on });
    ctx = { cwd: scratch.project, hasUI: false, sessionManager: { getSessionId: () => 's' } };
  });
  const dispatch = (name: string, event: object): Promise<unknown> =>
    handlers[name]?.(event, ctx) as Promise<unknown>;
  const call = (input: object): object => ({ toolName: 'bash', toolCallId: 'c', input });

  it('a blocked call is answered with the reason', async () => {
    expect(await dispatch('tool_call', call({ command: 'forbidden' }))).toEqual({
      block: true,
      reason: 'not here',
    });
  });

  it('a changed input is changed in the object that it came in', async () => {
    const input = { command: 'slow', extra: 1 };
    expect(await dispatch('tool_call', call(input))).toBeUndefined();
    expect(input).toEqual({ command: 'quick' });
  });

  it('context of a call stands below its result', async () => {
    const noted = { ...call({ command: 'noted' }), toolCallId: 'noted' };
    expect(await dispatch('tool_call', noted)).toBeUndefined();
    const content = [{ type: 'text', text: 'ok' }];
    expect(await dispatch('tool_result', { ...noted, content, isError: false })).toEqual({
      content: [...content, { type: 'text', text: 'mind the step' }],
    });
    expect(await dispatch('tool_result', { ...noted, content, isError: false })).toBeUndefined();
  });

  it('a redacted result is a new one', async () => {
    const content = [{ type: 'text', text: 'hunter2' }];
    expect(await dispatch('tool_result', { ...call({ command: 'ls' }), content, isError: false })).toEqual(
      redacted['pi'],
    );
  });

  it('context waits for the run that the prompt begins, and is told once', async () => {
    expect(await dispatch('input', { text: 'hello' })).toEqual({ action: 'continue' });
    expect(await dispatch('before_agent_start', {})).toEqual({
      message: { customType: 'hookmd', content: 'mind the gap', display: false },
    });
    expect(await dispatch('before_agent_start', {})).toBeUndefined();
  });

  it.each([
    ['startup', 'welcome'],
    ['new', 'once more'],
  ])('context of a start by %s waits for the first run', async (reason, content) => {
    await dispatch('session_start', { reason });
    expect(await dispatch('before_agent_start', {})).toMatchObject({ message: { content } });
  });

  it('a follow-up is one more run', async () => {
    expect(await dispatch('agent_before_settle', {})).toMatchObject({
      continue: true,
      entries: [{ type: 'custom_message', content: 'go on' }],
    });
  });
});

describe('in OpenClaw', () => {
  const handlers: Record<string, Handler> = {};
  let ctx: object;
  beforeAll(async () => {
    const { module, scratch } = await load('openclaw');
    const on = (name: string, handler: Handler): void => {
      handlers[name] = handler;
    };
    (module as { readonly default: { register(api: object): void } }).default.register({ on });
    ctx = { workspaceDir: scratch.project, sessionId: 's' };
  });
  const dispatch = (name: string, event: object): Promise<unknown> =>
    handlers[name]?.(event, ctx) as Promise<unknown>;
  const call = (command: string): object => ({ toolName: 'exec', toolCallId: 'c', params: { command } });

  it('a blocked call is answered with the reason', async () => {
    expect(await dispatch('before_tool_call', call('forbidden'))).toEqual({
      block: true,
      blockReason: 'not here',
    });
  });

  it('a changed input is a new one', async () => {
    expect(await dispatch('before_tool_call', call('slow'))).toEqual({ params: { command: 'quick' } });
  });

  it('context is appended to the prompt', async () => {
    expect(await dispatch('before_prompt_build', { prompt: 'hello' })).toEqual({
      appendContext: 'mind the gap',
    });
  });
});

describe('where HookMD cannot be asked', () => {
  it.each([
    ['its program is gone', ['/nowhere/hooks']],
    ['it fails', ['/bin/sh', '-c', 'exit 2']],
    ['it says what nobody can read', ['/bin/echo', '{"block":']],
    ['it answers before it has read', ['/bin/sh', '-c', "echo '{}'"]],
    ['it says nothing at all', ['/bin/true']],
    ['it says null', ['/bin/sh', '-c', 'echo null']],
    ['it cannot even be tried', ['/bin/echo', '\0']],
  ])('because %s, the call goes on as it was', async (_, argv) => {
    const { module } = await load('opencode', argv);
    const hooks = await (module as OpenCode).HookMD({ client: {}, directory: '/' });
    const output = { args: { command: 'forbidden', text: 'x'.repeat(200_000) } };
    const as = JSON.stringify(output);
    await hooks['tool.execute.before']?.({ tool: 'bash', sessionID: 's', callID: 'c' }, output);
    expect(JSON.stringify(output)).toBe(as);
  });
});

it('HookMD that is never done is given up, whatever it has started', async () => {
  const scratch = makeScratch();
  made.push(scratch);
  const file = join(scratch.dir, 'ask.mjs');
  const events = { Stop: { native: 'Stop', honours: [] } };
  const hangs = ['/bin/sh', '-c', 'echo {}; sleep 5 & wait'];
  writeFileSync(file, `${promptSource(hangs, events, 50)}\nexport { dispatch };\n`);
  const { dispatch: prompt } = (await import(pathToFileURL(file).href)) as { readonly dispatch: Handler };
  const startedAt = performance.now();
  expect(await prompt('Stop', {})).toEqual({});
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

it('the command stands in the module as data: no text of it is code', async () => {
  const scratch = makeScratch();
  made.push(scratch);
  const witness = join(scratch.dir, 'witness');
  const hostile = [
    `\`]; require('fs').writeFileSync('${witness}', ''); [\``,
    `'; touch ${witness}; '`,
    `\u2028$\{1}`,
  ];
  const { module } = await load('opencode', ['/bin/true', ...hostile]);
  const hooks = await (module as OpenCode).HookMD({ client: {}, directory: '/' });
  await hooks['tool.execute.before']?.({ tool: 'bash', sessionID: 's', callID: 'c' }, { args: {} });
  expect(existsSync(witness)).toBe(false);
});

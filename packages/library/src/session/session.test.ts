import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createHooks } from '../create-hooks.ts';
import type { Hooks, HooksOptions } from '../hooks.ts';
import type { Session } from './session.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookmd-session-'));
const project = join(folder, 'project');
mkdirSync(project);
afterAll(() => rmSync(folder, { recursive: true }));

const opened: Hooks[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((hooks) => hooks.close()));
});

async function open(options: HooksOptions = {}): Promise<Hooks> {
  const places = { home: join(folder, 'home'), project, cwd: project };
  const hooks = await createHooks({ ...places, environment: { PATH: process.env['PATH'] }, ...options });
  opened.push(hooks);
  return hooks;
}

const ls = { name: 'Bash', input: { command: 'ls' } };
const request = { provider: 'p', model: 'm', messages: [{ role: 'user', content: 'my token=abc' }] };
const redacts = { modify: { PostToolUse: 'output' } };
const redacted = { hookSpecificOutput: { updatedToolOutput: '[redacted]' } };

describe('a tool call', () => {
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
  });

  it('runs with the input that hooks made of it, and PostToolUse reads that one', async () => {
    const hooks = await open();
    const seen: unknown[] = [];
    hooks.on('PreToolUse', { modify: { PreToolUse: ['command'] } }, () => ({
      hookSpecificOutput: { updatedInput: { command: 'ls -l' } },
    }));
    hooks.on('PostToolUse', redacts, (event) => {
      seen.push(event.tool_input, event.original_tool_input);
      return redacted;
    });
    const session = await hooks.session();
    expect(await session.tool(ls, (input) => `${input['command']}: s3cr3t`)).toMatchObject({
      kind: 'done',
      input: { command: 'ls -l' },
      output: '[redacted]',
      isReplaced: true,
    });
    expect(seen).toEqual([{ command: 'ls -l' }, { command: 'ls' }]);
  });

  it('that fails is an outcome, with the message that hooks left of the error', async () => {
    const hooks = await open();
    hooks.on('PostToolUseFailure', { modify: { PostToolUseFailure: 'output' } }, ({ error }) => ({
      hookSpecificOutput: { updatedToolOutput: error.replace('s3cr3t', '[redacted]') },
    }));
    const session = await hooks.session();
    const error = new Error('no s3cr3t here');
    const fails = (): never => {
      throw error;
    };
    expect(await session.tool(ls, fails)).toMatchObject({
      kind: 'failed',
      error,
      message: 'no [redacted] here',
    });
  });

  it('gives back what the tool returned, whatever that is, and shows hooks as much of it as is JSON', async () => {
    const hooks = await open();
    const seen: unknown[] = [];
    hooks.on('PostToolUse', ({ tool_response }) => {
      seen.push(tool_response);
    });
    const session = await hooks.session();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const outputs = [undefined, { when: new Date(0), call: () => {} }, 10n, circle, Symbol('s')];
    for (const output of outputs)
      expect(await session.tool(ls, () => output)).toMatchObject({ kind: 'done', output });
    expect(seen).toEqual([null, { when: '1970-01-01T00:00:00.000Z' }, '10', '[object Object]', 'Symbol(s)']);
  });

  it('with an input that is no JSON is judged as JSON, and the tool gets it as it was', async () => {
    const hooks = await open();
    const seen: unknown[] = [];
    hooks.on(['PreToolUse', 'PermissionRequest'], ({ tool_input }) => {
      seen.push(tool_input);
    });
    hooks.on('PreToolUse', { if: 'Bash(rm *)' }, () => ({ decision: 'block', reason: 'never' }));
    const session = await hooks.session({ onPrompt: () => true });
    const input = { command: 'ls', count: 10n } as unknown as typeof ls.input;
    const call = { ...ls, input, needsPermission: true };
    const outcome = await session.tool(call, (given) => given === input);
    expect(outcome).toMatchObject({ kind: 'done', output: true, problems: [] });
    expect(seen).toEqual(Array(2).fill({ command: 'ls', count: '10' }));
    const blocked = await session.tool({ ...call, input: { ...input, command: 'rm x' } }, () => 0);
    expect(blocked).toMatchObject({ kind: 'blocked', reason: 'never' });
  });

  it.each([
    ['leads back to itself', (circle: Record<string, unknown>) => circle],
    ['is nested without end', () => JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as object],
  ])('with an input that %s passes no guard that could not read it', async (_, make) => {
    const hooks = await open();
    hooks.on('PreToolUse', { if: 'Bash(rm *)' }, () => ({ decision: 'block', reason: 'never' }));
    const session = await hooks.session();
    const input: Record<string, unknown> = { command: 'rm x' };
    input['more'] = make(input);
    let calls = 0;
    const going = session.tool({ ...ls, input: input as typeof ls.input }, () => {
      calls += 1;
    });
    const kind = await going.then(
      (outcome) => outcome.kind,
      (error: { readonly code?: unknown }) => error.code,
    );
    expect([['blocked', 'PAYLOAD'].includes(String(kind)), calls]).toEqual([true, 0]);
  });

  it('is asked about behind, where a hook came while the tool ran', async () => {
    const hooks = await open();
    const session = await hooks.session();
    const outcome = await session.tool(ls, () => {
      hooks.on('PostToolUse', redacts, () => redacted);
      return 's3cr3t';
    });
    expect(outcome).toMatchObject({ output: '[redacted]' });
  });

  it('is known to hooks by Claude’s names, and to the tool by its own', async () => {
    const shell = { native: 'shell', tool: 'Bash', arguments: [{ native: 'cmd', key: 'command' }] };
    const hooks = await open({ tools: [shell] });
    hooks.on('PreToolUse', { if: 'Bash(rm *)' }, () => ({ decision: 'block', reason: 'no' }));
    const seen: unknown[] = [];
    hooks.on(
      'PreToolUse',
      { matcher: 'Bash', modify: { PreToolUse: '*' } },
      ({ tool_name, tool, tool_input }) => {
        seen.push(tool_name, tool.native_name);
        return { hookSpecificOutput: { updatedInput: { command: `${tool_input['command']} -l` } } };
      },
    );
    const session = await hooks.session();
    const checked: unknown[] = [];
    const check = (input: object): null => {
      checked.push(input);
      return null;
    };
    const call = { name: 'shell', input: { cmd: 'ls' }, check };
    expect(await session.tool(call, (input) => input)).toMatchObject({
      input: { cmd: 'ls -l' },
      output: { cmd: 'ls -l' },
    });
    expect([seen, checked]).toEqual([['Bash', 'shell'], [{ cmd: 'ls -l' }]]);
    expect(await session.tool({ name: 'shell', input: { cmd: 'rm x' } }, () => 0)).toMatchObject({
      kind: 'blocked',
      input: { cmd: 'rm x' },
    });
    const requested: unknown[] = [];
    hooks.on(['PermissionRequest', 'PermissionDenied'], { matcher: 'shell' }, (event) => {
      requested.push(event.hook_event_name, event.tool.native_name);
      return null;
    });
    const listened = await hooks.session();
    await listened.tool({ ...call, needsPermission: true }, (input) => input);
    expect(requested).toEqual(['PermissionRequest', 'shell', 'PermissionDenied', 'shell']);
  });

  it('says that a hook wants the agent to stop', async () => {
    const hooks = await open();
    hooks.on('PostToolUse', () => ({ continue: false, stopReason: 'enough' }));
    const session = await hooks.session();
    expect(await session.tool(ls, () => 'a.txt')).toMatchObject({ kind: 'done', halt: { reason: 'enough' } });
  });
});

describe('what is called off', () => {
  /** A guard that never answers, and when it is asked. */
  function hangs(hooks: Hooks): Promise<AbortSignal> {
    return new Promise((resolve) => {
      hooks.on(['PreToolUse', 'UserPromptSubmit', 'PreModelCall', 'PreCompact'], (_, { signal }) => {
        resolve(signal);
        return new Promise(() => {});
      });
    });
  }

  it.each([
    'the signal of a call',
    'the signal of a session',
    'the signal of whoever opened the hooks',
    '`close`',
  ])('by %s before it was judged is blocked, and the hook is told', async (user) => {
    const stop = new AbortController();
    const { signal } = stop;
    const hooks = await open(user === 'the signal of whoever opened the hooks' ? { signal } : {});
    const requested = hangs(hooks);
    const session = await hooks.session(user === 'the signal of a session' ? { signal } : {});
    let calls = 0;
    const call = user === 'the signal of a call' ? { ...ls, signal } : ls;
    const going = session.tool(call, () => {
      calls += 1;
    });
    const reported = await requested;
    if (user === '`close`') void hooks.close();
    else stop.abort();
    expect(await going).toMatchObject({ kind: 'blocked', reason: expect.stringContaining('canceled') });
    expect([calls, reported.aborted]).toEqual([0, true]);
  });

  const acts: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
    'a prompt': (session) => session.prompt('hello'),
    'a model call': (session) => session.model(request, () => 'hi'),
    'a compaction': (session) => session.compact({ trigger: 'manual' }, () => 'short'),
  };

  it.each(Object.entries(acts))('is blocked too where it is %s', async (_, act) => {
    const stop = new AbortController();
    const hooks = await open();
    const invoked = hangs(hooks);
    const going = act(await hooks.session({ signal: stop.signal }));
    await invoked;
    stop.abort();
    expect(await going).toMatchObject({ kind: 'blocked' });
  });

  it('after the tool ran is redacted all the same, and a tool that was interrupted is told of as that', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const hooks = await open();
    hooks.on('PostToolUse', redacts, () => redacted);
    const interrupts: unknown[] = [];
    hooks.on('PostToolUseFailure', ({ is_interrupt }) => {
      interrupts.push(is_interrupt);
    });
    const session = await hooks.session({ signal });
    const outcome = await session.tool({ ...ls, signal }, () => {
      stop.abort();
      return 's3cr3t';
    });
    expect(outcome).toMatchObject({ output: '[redacted]' });
    await session.postToolUseFailure({ ...ls, signal }, new Error('aborted'));
    expect(interrupts).toEqual([true]);
  });

  it('by `close` after the tool ran does not come out as it was', async () => {
    const hooks = await open();
    let isInvoked = (): void => {};
    const results = new Promise<void>((resolve) => {
      isInvoked = resolve;
    });
    hooks.on('PostToolUse', redacts, () => {
      isInvoked();
      return new Promise(() => {});
    });
    const session = await hooks.session();
    const codeOf = (error: { readonly code?: unknown }): unknown => error.code;
    const going: Promise<unknown> = session.tool(ls, () => 's3cr3t').catch(codeOf);
    await results;
    await hooks.close();
    expect(await going).toBe('HOOKS_CLOSED');
    expect(await session.prompt('hello').catch(codeOf)).toBe('HOOKS_CLOSED');
    expect(() => hooks.on('Stop', () => {})).toThrow('Stop cannot be dispatched');
  });
});

describe('a question to the person', () => {
  const prompts = () => ({ decision: 'ask', reason: 'really?' }) as const;

  it.each([
    ['yes', (): boolean => true, 'done'],
    ['no', (): boolean => false, 'blocked'],
    ['neither', (): boolean => undefined as unknown as boolean, 'blocked'],
    ['by an error', (): Promise<boolean> => Promise.reject(new Error('no terminal')), 'blocked'],
    ['by nobody', undefined, 'blocked'],
  ] as const)('that is answered %s', async (_, onPrompt, kind) => {
    const hooks = await open();
    hooks.on('PreToolUse', prompts);
    const session = await hooks.session(onPrompt === undefined ? {} : { onPrompt });
    expect(await session.tool(ls, () => 'a.txt')).toMatchObject({ kind });
  });

  it.each(['the call', 'the session', 'the hooks'])(
    'is a no where %s is called off while the person thinks, and the person is told',
    async (subject) => {
      const stop = new AbortController();
      const { signal } = stop;
      const hooks = await open();
      hooks.on('PreToolUse', prompts);
      const reported: boolean[] = [];
      const session = await hooks.session({
        ...(subject === 'the session' ? { signal } : {}),
        onPrompt: (question) => {
          question.signal.addEventListener('abort', () => reported.push(true));
          if (subject === 'the hooks') void hooks.close();
          else stop.abort();
          return new Promise(() => {});
        },
      });
      const call = subject === 'the call' ? { ...ls, signal } : ls;
      let calls = 0;
      const going = session.tool(call, () => {
        calls += 1;
      });
      if (subject === 'the hooks') await expect(going).rejects.toMatchObject({ code: 'HOOKS_CLOSED' });
      else expect(await going).toMatchObject({ kind: 'blocked' });
      expect([calls, reported]).toEqual([0, [true]]);
    },
  );

  it('is not put to the person at all by who was called off before', async () => {
    const stop = new AbortController();
    const hooks = await open();
    // It goes away while a hook that cannot be called off answers.
    hooks.on('PermissionRequest', () => stop.abort());
    let questions = 0;
    const onPrompt = (): boolean => {
      questions += 1;
      return true;
    };
    const session = await hooks.session({ onPrompt });
    const call = { ...ls, needsPermission: true, signal: stop.signal };
    expect([await session.tool(call, () => 0), questions]).toMatchObject([{ kind: 'blocked' }, 0]);
    hooks.close();
    const unheard = await (await open()).session({ onPrompt, signal: stop.signal });
    expect([await unheard.tool(call, () => 0), questions]).toMatchObject([{ kind: 'blocked' }, 0]);
  });

  it('that a hook answers with another input is judged once more', async () => {
    const hooks = await open();
    hooks.on('PreToolUse', { if: 'Bash(rm *)' }, () => ({ decision: 'block', reason: 'never' }));
    const output = { preApprove: true, modify: { PermissionRequest: '*' } } as const;
    let command = 'rm x';
    hooks.on('PermissionRequest', output, () => ({
      decision: 'allow',
      hookSpecificOutput: { updatedInput: { command } },
    }));
    const session = await hooks.session();
    const call = { ...ls, needsPermission: true };
    expect(await session.tool(call, () => 0)).toMatchObject({ kind: 'blocked', reason: 'never' });
    command = 'ls -l';
    expect(await session.tool(call, (input) => input)).toMatchObject({ output: { command: 'ls -l' } });
  });
});

describe('a model call', () => {
  it('is made with what hooks leave: messages redacted, a hint behind them, tools taken away', async () => {
    const hooks = await open();
    hooks.on('PreToolSelection', { modify: { PreToolSelection: 'tools' } }, () => ({
      hookSpecificOutput: { updatedInput: { tools: ['Read'] } },
    }));
    const counts: unknown[] = [];
    hooks.on('PreModelCall', { modify: { PreModelCall: ['hint'] } }, ({ tool_count, iteration }) => {
      counts.push([tool_count, iteration]);
      return { hookSpecificOutput: { hint: 'be short', additionalContext: 'on main' } };
    });
    hooks.on('PostModelCall', { modify: { PostModelCall: 'output' } }, () => ({
      hookSpecificOutput: { updatedToolOutput: 'short' },
    }));
    const session = await hooks.session();
    const tools = [
      { name: 'Bash', run: () => {} },
      { name: 'Read', run: () => {} },
    ];
    const gos: unknown[] = [];
    const prompt = (): Promise<unknown> =>
      session.model({ ...request, tools }, (go) => {
        gos.push(go);
        return 'a long answer';
      });
    expect(await prompt()).toMatchObject({
      kind: 'done',
      response: 'short',
      isReplaced: true,
      context: ['on main'],
    });
    expect(gos[0]).toMatchObject({
      messages: [...request.messages, { role: 'user', content: 'be short' }],
      hints: ['be short'],
      tools: [tools[1]],
    });
    await prompt();
    await session.prompt('again');
    await prompt();
    expect(counts).toEqual([
      [1, 1],
      [1, 2],
      [1, 1],
    ]);
  });

  it('that no hook changes gets the very arrays that were given', async () => {
    const hooks = await open();
    hooks.on(['PreModelCall', 'PreToolSelection', 'PostModelCall'], () => {});
    const session = await hooks.session();
    const tools = ['Bash'];
    const response = { text: 'hi' };
    const outcome = await session.model({ ...request, tools }, (go) => {
      expect([go.messages === request.messages, go.tools === tools]).toEqual([true, true]);
      return response;
    });
    expect(outcome.kind === 'done' && outcome.response === response).toBe(true);
  });

  it('is not made where a hook blocks it, and throws on what `call` throws', async () => {
    const hooks = await open();
    const { off } = hooks.on('PreModelCall', () => ({ decision: 'block', reason: 'holds a secret' }));
    const session = await hooks.session();
    let calls = 0;
    const fails = (): never => {
      calls += 1;
      throw new Error('overloaded');
    };
    expect(await session.model(request, fails)).toMatchObject({ kind: 'blocked', reason: 'holds a secret' });
    off();
    await expect(session.model(request, fails)).rejects.toThrow('overloaded');
    expect(calls).toBe(1);
  });
});

describe('a sub-agent', () => {
  it('is asked about by the same hooks, as what it is, however deep it stands', async () => {
    const hooks = await open();
    const seen: unknown[] = [];
    hooks.on('PreToolUse', (event) => {
      const { invoked_by, session_id, ...rest } = event as typeof event & {
        agent_id?: string;
        agent_type?: string;
      };
      seen.push([invoked_by, session_id, rest.agent_id, rest.agent_type]);
    });
    const session = await hooks.session({ id: 's' });
    await session.tool(ls, () => 0);
    await session.subagent({ type: 'explore', id: 'a1' }, async (child) => {
      await child.tool(ls, () => 0);
      await child.subagent({ type: 'look', id: 'a2' }, (inner) => inner.tool(ls, () => 0));
    });
    expect(seen).toEqual([
      ['main', 's', undefined, undefined],
      ['subagent', 's', 'a1', 'explore'],
      ['subagent', 's', 'a2', 'look'],
    ]);
  });

  it('is run again with follow-ups, where its loop does not ask itself, and not for ever', async () => {
    const hooks = await open();
    hooks.on('SubagentStop', () => ({ followUps: ['and the tests?'] }));
    const session = await hooks.session();
    const given: unknown[] = [];
    const outcome = await session.subagent({ type: 't' }, (_, followUps) => {
      given.push(followUps);
      return given.length;
    });
    expect(given).toEqual([[], ...Array(5).fill(['and the tests?'])]);
    expect(outcome).toMatchObject({
      kind: 'done',
      result: 6,
      problems: [expect.stringContaining('maxFollowUps')],
    });
  });

  it('throws what its run threw, whatever becomes of telling hooks', async () => {
    const hooks = await open();
    hooks.on('SubagentStop', () => null);
    const session = await hooks.session();
    const running = session.subagent({ type: 't' }, async () => {
      await hooks.close();
      throw new Error('its own');
    });
    await expect(running).rejects.toThrow('its own');
  });

  it('does not make its parent’s follow-ups begin anew', async () => {
    const hooks = await open();
    hooks.on(['Stop', 'UserPromptSubmit'], (event) =>
      event.hook_event_name === 'Stop' ? { followUps: ['go on'] } : null,
    );
    const session = await hooks.session();
    await session.prompt('hello');
    const kinds: string[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      await session.subagent({ type: 't' }, (child) => child.prompt('look'));
      kinds.push((await session.stop()).kind);
    }
    expect(kinds).toEqual([...Array(5).fill('continue'), 'end', 'end']);
  });
});

it('coverage says which tools no hook can reach, and why', async () => {
  const hooks = await open();
  const rows = hooks.coverage([
    { name: 'Bash', runs: 'here', isWrapped: true },
    { name: 'late', runs: 'here', isWrapped: false },
    { name: 'browser', runs: 'client', isWrapped: false },
    { name: 'web_search', runs: 'provider', isWrapped: true },
  ]);
  expect(rows.map(({ tool, isCovered, cause }) => [tool, isCovered, cause])).toEqual([
    ['Bash', true, null],
    ['late', false, 'NOT_WRAPPED'],
    ['browser', false, 'CLIENT_SIDE'],
    ['web_search', false, 'PROVIDER_EXECUTED'],
  ]);
  expect(rows[2]?.reason).toContain('preToolUse');
});

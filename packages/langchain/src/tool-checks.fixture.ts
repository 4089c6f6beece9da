import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { ToolMessage } from '@langchain/core/messages';
import { Command, interrupt } from '@langchain/langgraph';
import { createMiddleware } from 'langchain';
import { z } from 'zod';
import { agentOf, type Check, calling, check, go, modelOf, says, sentTo, thread } from './check.fixture.ts';
import { problemOfInput } from './input-check.ts';
import { noteTool } from './note-tool.fixture.ts';

const replaces = (updatedToolOutput: unknown): ReturnType<typeof says> =>
  says('PostToolUse', { updatedToolOutput });
const output = { modify: { PostToolUse: 'output' } } as const;
const input = { modify: { PreToolUse: '*' } } as const;

/** Around the tools. */
export const toolChecks: readonly Check[] = [
  check(
    'a tool that asks a person through an interrupt has not failed, and goes on later',
    async (session, hooks) => {
      const events: unknown[] = [];
      hooks.on(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'StopFailure'], (event) => {
        events.push(event.hook_event_name);
      });
      const tools = [noteTool('asks', () => `the person said ${interrupt('may I?')}`)];
      const agent = agentOf(session, { model: modelOf(calling(['asks'])), tools });
      await agent.invoke(go, thread);
      deepEqual(events, ['PreToolUse']);
      const { messages } = await agent.invoke(new Command({ resume: 'yes' }), thread);
      equal(messages.at(-2)?.text, 'the person said yes');
      deepEqual(events, ['PreToolUse', 'PreToolUse', 'PostToolUse']);
    },
  ),
  check(
    'of a tool that answers with a step of the graph hooks judge the message in it',
    async (session, hooks) => {
      const heard: unknown[] = [];
      hooks.on('PostToolUse', output, (event) => {
        heard.push(event.tool_response);
        return replaces('nothing to see')();
      });
      const other = new ToolMessage({ content: 'of another call', tool_call_id: 'x' });
      const steps = (_: unknown, { toolCall }: { toolCall: { id: string } }): Command =>
        new Command({
          update: { messages: [other, new ToolMessage({ content: 'secret', tool_call_id: toolCall.id })] },
        });
      const model = modelOf(calling(['steps']));
      await agentOf(session, { model, tools: [noteTool('steps', steps as never)] }).invoke(go);
      deepEqual(heard, ['secret']);
      match(sentTo(model, 1), /of another call.*nothing to see/);
      ok(!sentTo(model, 1).includes('secret'));
    },
  ),
  check(
    'a step of the graph that brings no message stays what it is, and what hooks add is read',
    async (session, hooks) => {
      const heard: unknown[] = [];
      hooks.on('PostToolUse', (event) => {
        heard.push(event.tool_response);
        return says('PostToolUse', { additionalContext: 'added after' })();
      });
      hooks.on('PreToolUse', says('PreToolUse', { additionalContext: 'added before' }));
      const tools = [
        noteTool('one', () => new Command({ update: { messages: 'none' } })),
        noteTool('two', () => new Command({})),
      ];
      const steps = createMiddleware({
        name: 'steps',
        wrapToolCall: async (request, next) => {
          const result = await next(request);
          ok(result instanceof Command);
          return new ToolMessage({ content: 'after all', tool_call_id: request.toolCall.id ?? '' });
        },
      });
      const model = modelOf(calling(['one'], ['two']));
      await agentOf(session, { model, tools, middleware: [steps, session.middleware] }).invoke(go);
      deepEqual(heard, [null, null]);
      match(sentTo(model, 1), /added before.*added after.*added before.*added after/);
    },
  ),
  check(
    'where an output is replaced, so is what the program alone reads beside it',
    async (session, hooks) => {
      const gives = (): unknown => ['the secret', { data: 'the secret' }];
      const tools = [
        noteTool('gives', gives, { responseFormat: 'content_and_artifact', metadata: { is: 'the secret' } }),
      ];
      const run = async (): Promise<string> => {
        const agent = agentOf(session, { model: modelOf(calling(['gives'])), tools });
        return JSON.stringify((await agent.invoke(go)).messages);
      };
      match(await run(), /artifact.*the secret/);
      hooks.on('PostToolUse', output, replaces('nothing to see'));
      const left = await run();
      ok(!left.includes('the secret'), left);
      match(left, /nothing to see/);
    },
  ),
  check('an output of blocks is read, replaced and added to as such', async (session, hooks) => {
    const heard: unknown[] = [];
    const block = { type: 'text', text: 'a' };
    const tools = [noteTool('gives', () => [block])];
    const run = async (): Promise<unknown> => {
      const agent = agentOf(session, { model: modelOf(calling(['gives'])), tools });
      return (await agent.invoke(go)).messages.at(-2)?.content;
    };
    const adding = hooks.on('PostToolUse', (event) => {
      heard.push(event.tool_response);
      return says('PostToolUse', { additionalContext: 'look' })();
    });
    deepEqual(await run(), [block, { type: 'text', text: 'look' }]);
    deepEqual(heard, [[block]]);
    adding.off();
    for (const [given, left] of [
      [[{ type: 'text', text: 'b' }], [{ type: 'text', text: 'b' }]],
      [['b'], '["b"]'],
      [[null], '[null]'],
      [[{ text: 'b' }], '[{"text":"b"}]'],
      [{ type: 'text' }, '{"type":"text"}'],
    ] as const) {
      const replacing = hooks.on('PostToolUse', output, replaces(given));
      deepEqual(await run(), left);
      replacing.off();
    }
  }),
  check(
    'a tool that says it failed is a failure, and where no hook minds, what it said stays',
    async (session, hooks) => {
      const events: unknown[] = [];
      hooks.on(['PostToolUse', 'PostToolUseFailure'], (event) => {
        events.push([event.hook_event_name, 'error' in event ? event.error : null]);
      });
      const fails = (_: unknown, { toolCall }: { toolCall: { id: string } }): ToolMessage =>
        new ToolMessage({ content: 'no hunter2', tool_call_id: toolCall.id, status: 'error', artifact: 1 });
      const run = async (): Promise<ToolMessage> => {
        const agent = agentOf(session, {
          model: modelOf(calling(['fails'])),
          tools: [noteTool('fails', fails as never)],
        });
        return (await agent.invoke(go)).messages.at(-2) as ToolMessage;
      };
      const plain = await run();
      deepEqual(
        [plain.content, plain.artifact, events],
        ['no hunter2', 1, [['PostToolUseFailure', 'no hunter2']]],
      );
      hooks.on('PostToolUseFailure', { modify: { PostToolUseFailure: 'output' }, once: true }, () => ({
        hookSpecificOutput: { hookEventName: 'PostToolUseFailure', updatedToolOutput: 'no' },
      }));
      const replaced = await run();
      deepEqual([replaced.content, replaced.status, replaced.artifact], ['no', 'error', undefined]);
      hooks.on('PostToolUseFailure', says('PostToolUseFailure', { additionalContext: 'why?' }));
      equal((await run()).content, 'no hunter2\n\nwhy?');
    },
  ),
  check('a tool that fails ends no run, and one that nobody knows is a failure', async (session, hooks) => {
    const errors: unknown[] = [];
    hooks.on('PostToolUseFailure', ({ error, tool_name }) => void errors.push([tool_name, error]));
    const throws = (): never => {
      throw new Error('it broke');
    };
    const model = modelOf(calling(['throws'], ['nobody']));
    const { messages } = await agentOf(session, { model, tools: [noteTool('throws', throws)] }).invoke(go);
    const [, , first, second] = messages as readonly ToolMessage[];
    deepEqual([first?.status, first?.name, first?.tool_call_id], ['error', 'throws', 'call-1']);
    equal(first?.text, 'it broke');
    equal(second?.status, 'error');
    match(errors.map(String).sort().join('; '), /^nobody,.*not a valid tool.*; throws,it broke$/);
  }),
  check('an input is held to whatever schema its tool has', async (session, hooks) => {
    const ran: unknown[] = [];
    const note = (given: unknown): string => String(ran.push(given));
    let updatedInput: object = {};
    hooks.on('PreToolUse', input, () => says('PreToolUse', { updatedInput })());
    const zod = z.object({ text: z.string() });
    const json = { type: 'object', properties: { text: { type: 'string' }, count: {} }, required: ['text'] };
    for (const schema of [zod, json]) {
      const agent = agentOf(session, {
        model: modelOf(calling(['note', { text: 'a' }]), calling(['note', { text: 'a' }])),
        tools: [noteTool('note', note, { schema })],
      });
      updatedInput = { text: 1 };
      hooks.on('Stop', { once: true }, () => {
        updatedInput = { text: 'b' };
        return { followUps: ['again'] };
      });
      ran.length = 0;
      await agent.invoke(go);
      deepEqual(ran, [{ text: 'a' }, { text: 'a' }]);
    }
  }),
  check('why an input does not fit is told, in all that is wrong', async () => {
    const properties = { text: { type: 'string' }, count: { type: 'number' } };
    const json = { schema: { type: 'object', properties } } as never;
    match(String(problemOfInput(json, { text: 1, count: 'b' })), /#\/text: .*; .*#\/count: /);
    equal(problemOfInput(json, { text: 'a' }), null);
    const zod = { schema: z.object({ text: z.string() }) } as never;
    match(String(problemOfInput(zod, { text: 1 })), /expected string/);
    equal(problemOfInput(zod, { text: 'a' }), null);
    const curt = { schema: { safeParse: () => ({ success: false }) } } as never;
    equal(problemOfInput(curt, {}), 'it does not fit');
    for (const silent of [undefined, {}, { schema: null }, { schema: 'a text' }])
      equal(problemOfInput(silent as never, { text: 1 }), null);
  }),
  check('a tool whose output is the answer ends its run, and Stop is told', async (session, hooks) => {
    const events: unknown[] = [];
    hooks.on(['TurnEnd', 'Stop'], (event) => void events.push(event.hook_event_name));
    const tools = [noteTool('note', () => 'noted', { returnDirect: true })];
    const { messages } = await agentOf(session, { model: modelOf(calling(['note'])), tools }).invoke(go);
    equal(messages.at(-1)?.text, 'noted');
    deepEqual(events, ['TurnEnd', 'Stop']);
  }),
  check('once a hook has stopped the agent, no further tool runs', async (session, hooks) => {
    const ran: unknown[] = [];
    hooks.on('PostModelCall', () => ({ continue: false, stopReason: 'enough' }));
    const tools = [noteTool('note', () => ran.push(1))];
    const agent = agentOf(session, { model: modelOf(calling(['note'])), tools });
    await rejects(agent.invoke(go, thread), { event: null, reason: 'enough' });
    deepEqual(ran, []);
    match(JSON.stringify(session.messages), /Not done, because a hook stopped the agent: enough/);
  }),
  check(
    'a name that MCP tools have already is theirs',
    async (session, hooks) => {
      const names: unknown[] = [];
      hooks.on('PreToolUse', ({ tool_name }) => void names.push(tool_name));
      const tools = ['mcp__desk__note', 'note'].map((name) => noteTool(name));
      await agentOf(session, { model: modelOf(calling(['mcp__desk__note'], ['note'])), tools }).invoke(go);
      deepEqual(names.sort(), ['mcp__desk__note', 'mcp__desk__note']);
    },
    { mcp: { desk: [{ name: 'mcp__desk__note' }, { name: 'note' }] } },
  ),
  check('how long a tool ran is told', async (session, hooks) => {
    const times: unknown[] = [];
    hooks.on(['PostToolUse'], ({ duration_ms }) => void times.push(typeof duration_ms));
    await agentOf(session, { model: modelOf(calling(['note'])), tools: [noteTool()] }).invoke(go);
    deepEqual(times, ['number']);
  }),
  check(
    'a tool that is cancelled is a failure that somebody wanted, and ends the run',
    async (session, hooks) => {
      const failures: unknown[] = [];
      hooks.on('PostToolUseFailure', ({ is_interrupt }) => void failures.push(is_interrupt));
      const canceller = new AbortController();
      const next = async (): Promise<never> => {
        canceller.abort();
        throw new Error('it was cancelled');
      };
      const { wrapToolCall } = session.middleware;
      const toolCall = { id: 'a', name: 'note', args: {} };
      const request = {
        toolCall,
        tool: noteTool(),
        runtime: { signal: canceller.signal },
        state: { messages: [] },
      };
      await rejects(async () => wrapToolCall?.(request as never, next), { name: 'AbortError' });
      deepEqual(failures, [true]);
    },
  ),
];

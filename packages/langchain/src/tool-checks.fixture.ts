import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import type { ToolMessage } from '@langchain/core/messages';
import { z } from 'zod';
import { problemOfInput } from './call-tool.ts';
import { agentOf, type Check, calling, check, go, modelOf, says, thread } from './check.fixture.ts';
import { noteTool } from './note-tool.fixture.ts';

const input = { modify: { PreToolUse: '*' } } as const;

/** Whether tools run, with what, and how that ends. */
export const toolChecks: readonly Check[] = [
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
    for (const silent of [undefined, {}, { schema: null }, { schema: 'a string' }])
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
  check('a call that is canceled while a hook lets it go is not made', async (session, hooks) => {
    const canceller = new AbortController();
    hooks.on('PreToolUse', () => canceller.abort());
    const ran: unknown[] = [];
    const request = {
      toolCall: { id: 'a', name: 'note', args: {} },
      tool: noteTool(),
      runtime: { signal: canceller.signal },
    };
    const { wrapToolCall } = session.middleware;
    const call = async (): Promise<unknown> =>
      wrapToolCall?.(request as never, (async () => void ran.push('note')) as never);
    await rejects(call, { name: 'AbortError' });
    deepEqual(ran, []);
  }),
  check(
    'a tool that is canceled is a failure that somebody wanted, and ends the run',
    async (session, hooks) => {
      const failures: unknown[] = [];
      hooks.on('PostToolUseFailure', ({ is_interrupt }) => void failures.push(is_interrupt));
      const canceller = new AbortController();
      const next = async (): Promise<never> => {
        canceller.abort();
        throw new Error('it was canceled');
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

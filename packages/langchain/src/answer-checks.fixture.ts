import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { AIMessage, SystemMessage } from '@langchain/core/messages';
import { providerStrategy, toolStrategy } from 'langchain';
import { z } from 'zod';
import { agentOf, type Check, calling, check, go, modelOf, says } from './check.fixture.ts';
import { blockOf } from './langchain-session.ts';
import { noteTool } from './note-tool.fixture.ts';

const output = { modify: { PostModelCall: 'output' } } as const;
const replaces = (updatedToolOutput: unknown): ReturnType<typeof says> =>
  says('PostModelCall', { updatedToolOutput });

/** What the model answers. */
export const answerChecks: readonly Check[] = [
  check('an answer is read in parts, and each can be changed', async (session, hooks) => {
    const heard: unknown[] = [];
    const result = new AIMessage({
      id: 'answer-1',
      content: [
        { type: 'thinking', thinking: 'hunter2?', signature: 's' },
        { type: 'reasoning', reasoning: 'hunter2!' },
        { type: 'text', text: 'it is hunter2' },
        { type: 'image', data: 'hunter2'.length },
        { type: 'tool_use', id: 'call-1', name: 'note', input: { text: 'hunter2' } },
        { type: 'tool_use', id: 'another', name: 'note', input: {} },
      ] as never,
      tool_calls: [{ id: 'call-1', name: 'note', args: { text: 'hunter2' }, type: 'tool_call' }],
      additional_kwargs: { said: 'hunter2' },
      response_metadata: { output: 'hunter2' },
      usage_metadata: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    } as never);
    hooks.on('PostModelCall', { ...output, once: true }, (event) => {
      heard.push(event.response);
      const left: unknown = JSON.parse(JSON.stringify(event.response).replaceAll('hunter2', '[redacted]'));
      return replaces(left)();
    });
    const ran: unknown[] = [];
    const note = (given: unknown): string => String(ran.push(given));
    const { messages } = await agentOf(session, {
      model: modelOf(result),
      tools: [noteTool('note', note)],
    }).invoke(go);
    deepEqual(heard, [
      [
        { type: 'reasoning', text: 'hunter2?' },
        { type: 'reasoning', text: 'hunter2!' },
        { type: 'text', text: 'it is hunter2' },
        { type: 'image' },
        { type: 'tool_use' },
        { type: 'tool_use' },
        { type: 'tool-call', toolName: 'note', input: '{"text":"hunter2"}' },
      ],
    ]);
    const left = messages[1] as AIMessage;
    ok(!JSON.stringify(left).includes('hunter2'), JSON.stringify(left));
    deepEqual(left.content, [
      { type: 'thinking', thinking: '[redacted]?', signature: 's' },
      { type: 'reasoning', reasoning: '[redacted]!' },
      { type: 'text', text: 'it is [redacted]' },
      { type: 'image', data: 7 },
      { type: 'tool_use', id: 'call-1', name: 'note', input: { text: '[redacted]' } },
      { type: 'tool_use', id: 'another', name: 'note', input: {} },
    ]);
    deepEqual(ran, [{ text: '[redacted]' }]);
    deepEqual(
      [left.id, (left.usage_metadata as { total_tokens?: number } | undefined)?.total_tokens],
      ['answer-1', 2],
    );
  }),
  check(
    'an answer that is no list of its parts any more is one text, and calls nothing',
    async (session, hooks) => {
      const ran: unknown[] = [];
      const tools = [noteTool('note', () => ran.push(1))];
      const text = { type: 'text', text: 'b' };
      for (const [given, left] of [
        ['plain', 'plain'],
        [{ is: 'an object' }, '{"is":"an object"}'],
        [[], '[]'],
        [[text, { type: 'tool-call', toolName: 'note', input: 'no JSON' }], /no JSON/],
        [[text, { type: 'tool-call', toolName: 'note', input: '1' }], /"1"/],
        [[text, null], /null/],
      ] as const) {
        const handle = hooks.on('PostModelCall', { ...output, once: true }, replaces(given));
        const reply = calling(['note', {}]);
        reply.content = 'a';
        const { messages } = await agentOf(session, { model: modelOf(reply), tools }).invoke(go);
        handle.off();
        equal(messages.length, 2);
        match(
          String(messages[1]?.content),
          left instanceof RegExp ? left : new RegExp(`^${left.replace(/[[\]{}]/g, '\\$&')}$`),
        );
      }
      deepEqual(ran, []);
    },
  ),
  check('of an answer in parts each that hooks left alone stays', async (session, hooks) => {
    const answer = calling(['note', { text: 'a' }]);
    answer.content = 'I call';
    answer.response_metadata = { output_version: 'v0', secret: 1 };
    hooks.on('PostModelCall', { ...output, once: true }, ({ response }) => {
      const [text, call] = response as readonly [object, object];
      return replaces([
        { ...text, text: 7 },
        { ...call, input: '{"text":"b"}' },
      ])();
    });
    const { messages } = await agentOf(session, { model: modelOf(answer), tools: [noteTool()] }).invoke(go);
    const left = messages[1] as AIMessage;
    deepEqual([left.content, left.tool_calls?.[0]?.args], ['I call', { text: 'b' }]);
    deepEqual(left.response_metadata, { output_version: 'v0' });
  }),
  check(
    'an answer that is read as data is read so, and a hook that changes it blocks it',
    async (session, hooks) => {
      const schema = z.object({ password: z.string() });
      const formats = [
        [providerStrategy(schema), new AIMessage('{"password":"hunter2"}')],
        [toolStrategy(schema), calling(['extract-1', { password: 'hunter2' }])],
      ] as const;
      const turns: unknown[] = [];
      hooks.on('TurnEnd', ({ tools_used }) => void turns.push(tools_used));
      for (const [responseFormat, answer] of formats) {
        const settings = { model: modelOf(answer, answer), responseFormat };
        const extracting = JSON.stringify(responseFormat).match(/extract-\d+/)?.[0];
        const [called] = answer.tool_calls ?? [];
        if (called !== undefined && extracting !== undefined) called.name = extracting;
        const { structuredResponse } = await agentOf(session, settings).invoke(go);
        deepEqual(structuredResponse, { password: 'hunter2' });
        const handle = hooks.on('PostModelCall', output, replaces('[redacted]'));
        const thrown = await agentOf(session, settings)
          .invoke(go)
          .catch((error: unknown) => error);
        equal(blockOf(thrown)?.event, 'PostModelCall');
        handle.off();
      }
      deepEqual(turns, [false, false]);
    },
  ),
  check('an answer that cannot be read as data is not changed either', async (session, hooks) => {
    hooks.on('PostModelCall', output, replaces('[redacted]'));
    const responseFormat = toolStrategy(z.object({ count: z.number() }));
    const [, name = ''] = /(extract-\d+)/.exec(JSON.stringify(responseFormat)) ?? [];
    const wrong = modelOf(calling([name, { password: 'hunter2' }]));
    const thrown = await agentOf(session, { model: wrong, responseFormat })
      .invoke(go)
      .catch((error: unknown) => error);
    equal(blockOf(thrown)?.event, 'PostModelCall');
  }),
  check('a failure of the model is thrown as LangChain throws it, and told once', async (session, hooks) => {
    const failures: unknown[] = [];
    hooks.on('StopFailure', ({ error }) => void failures.push(error));
    await rejects(agentOf(session, { model: modelOf(new Error('away')) }).invoke(go), /away/);
    deepEqual(failures, ['away']);
  }),
  check('what ends a run on purpose is no failure of the model', async (session, hooks) => {
    const failures: unknown[] = [];
    hooks.on('StopFailure', ({ error }) => void failures.push(error));
    const { wrapModelCall } = session.middleware;
    const call = {
      messages: [],
      tools: [],
      systemMessage: new SystemMessage(''),
      runtime: {},
      model: modelOf(),
    };
    const leaving = Object.assign(new Error('a step to another graph'), { is_bubble_up: true });
    const next = async (): Promise<never> => Promise.reject(leaving);
    await rejects(async () => wrapModelCall?.(call as never, next), leaving);
    await rejects(async () =>
      wrapModelCall?.({ ...call, runtime: { signal: AbortSignal.abort() } } as never, next),
    );
    deepEqual(failures, []);
  }),
];

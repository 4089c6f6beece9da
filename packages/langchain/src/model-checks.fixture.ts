import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { providerStrategy, toolStrategy } from 'langchain';
import { z } from 'zod';
import { agentOf, type Check, calling, check, go, modelOf, says, sentTo } from './check.fixture.ts';
import { blockOf } from './hook-blocked-error.ts';
import { noteTool } from './note-tool.fixture.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

const redacts = { modify: { PreModelCall: 'redact' } } as const;
const output = { modify: { PostModelCall: 'output' } } as const;
const replaces = (updatedToolOutput: unknown): ReturnType<typeof says> =>
  says('PostModelCall', { updatedToolOutput });

/** Around the model. */
export const modelChecks: readonly Check[] = [
  check('redaction reaches everything of a message that a provider may be sent', async (session, hooks) => {
    hooks.on('PreModelCall', redacts, says('PreModelCall', { redact: ['password'] }));
    const file = new Uint8Array([1, 2, 3]);
    const picture = { type: 'image', mimeType: 'image/png', data: file };
    const secret = JSON.stringify({ password: 'hunter2' });
    const messages = [
      new HumanMessage({ content: [{ type: 'text', text: secret }, picture] as never }),
      new AIMessage({
        content: [{ type: 'tool_use', id: 'a', name: 'note', input: { password: 'hunter2' } }],
        tool_calls: [{ id: 'a', name: 'note', args: { password: 'hunter2' } }],
        invalid_tool_calls: [{ id: 'b', name: 'note', args: secret, error: 'no' }],
        additional_kwargs: {
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'note', arguments: secret } }],
        },
        response_metadata: { output: [{ arguments: secret }] },
      }),
      new ToolMessage({ content: secret, tool_call_id: 'a' }),
      new AIMessageChunk({
        content: '',
        tool_call_chunks: [{ id: 'c', name: 'note', args: secret, index: 0 }],
      }),
      new ToolMessage({ content: 'noted', tool_call_id: 'c' }),
      new HumanMessage('go'),
    ];
    const model = modelOf();
    const systemPrompt = new SystemMessage(secret);
    const { messages: kept } = await agentOf(session, { model, systemPrompt }).invoke({ messages });
    const [sent = []] = model.calls.map((call) => call.messages);
    equal(sent.length, 7);
    ok(!JSON.stringify(sent).includes('hunter2'), JSON.stringify(sent));
    ok(JSON.stringify(kept).includes('hunter2'));
    const [, sentPicture] = (sent[1]?.content ?? []) as unknown as readonly [object, typeof picture];
    deepEqual(sentPicture.data, file);
    ok(sent[0] instanceof SystemMessage && sent[2] instanceof AIMessage);
    equal(sent[5], kept[4]);
    deepEqual((sent[3] as ToolMessage).tool_call_id, 'a');
  }),
  check('hooks read who said what, and nothing that is empty', async (session, hooks) => {
    const heard: unknown[] = [];
    hooks.on('PreModelCall', (event) => void heard.push(event.messages));
    const messages = [
      new HumanMessage('go'),
      calling(['note']),
      new ToolMessage({ content: 'noted', tool_call_id: 'call-1' }),
    ];
    await agentOf(session, { model: modelOf(), systemPrompt: 'be brief' }).invoke({ messages });
    deepEqual(heard, [
      [
        { role: 'system', content: [{ type: 'text', text: 'be brief' }] },
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'call-1', name: 'note', args: {}, type: 'tool_call' }],
        },
        { role: 'tool', tool_call_id: 'call-1', content: 'noted' },
      ],
    ]);
  }),
  check('what is offered is told by name, also where the provider runs it', async (session, hooks) => {
    const heard: unknown[] = [];
    hooks.on('PreToolSelection', { modify: { PreToolSelection: 'tools' } }, (event) => {
      heard.push(event.tools);
      return says('PreToolSelection', { updatedInput: { tools: event.tools.slice(1, 3) } })();
    });
    const offered: unknown[] = [];
    const model = new ScriptedModel(async ({ tools }) => {
      offered.push(tools);
      return { text: 'done', inputTokens: 1, outputTokens: 1 };
    }, []);
    const tools = [noteTool(), { type: 'web_search', name: 'search' }, { type: 'computer' }, {}];
    await agentOf(session, { model, tools }).invoke(go);
    deepEqual(heard, [
      [{ name: 'note', description: 'note' }, { name: 'search' }, { name: 'computer' }, { name: 'unnamed' }],
    ]);
    deepEqual(offered, [['search', undefined]]);
  }),
  check('a call is told with what the model says of itself', async (session, hooks) => {
    const heard: unknown[] = [];
    hooks.on('PreModelCall', ({ provider, model }) => void heard.push([provider, model]));
    const named = (fields: object): object => Object.assign(modelOf(), fields);
    const models = [
      named({ getLsParams: () => ({ ls_provider: 'acme', ls_model_name: 'large' }) }),
      named({ getLsParams: () => ({ ls_provider: 'acme' }), model: 'small' }),
      named({ getLsParams: () => ({ ls_provider: 'acme' }), modelName: 'tiny' }),
      named({ getLsParams: () => ({ ls_provider: 'acme' }) }),
      named({ getLsParams: undefined, _filterInvocationParamsForTracing: () => ({}) }),
      modelOf().withConfig({ tags: ['mine'] }),
    ];
    for (const model of models)
      await agentOf(session, { model })
        .invoke(go)
        .catch(() => {});
    deepEqual(heard, [
      ['acme', 'large'],
      ['acme', 'small'],
      ['acme', 'tiny'],
      ['acme', 'acme'],
      ['unknown', 'unknown'],
      ['FakeBuiltModel', 'FakeBuiltModel'],
    ]);
  }),
  check('how much a model holds it says itself, unless the agent knows better', async (session, hooks) => {
    const heard: unknown[] = [];
    hooks.on(['TurnEnd', 'PostModelCall'], ({ usage }) => void heard.push(usage));
    const large = Object.defineProperty(modelOf(), 'profile', { value: { maxInputTokens: 1000 } });
    await agentOf(session, { model: large.withConfig({ tags: ['mine'] }) }).invoke(go);
    deepEqual(
      heard.map((usage) => (usage as { max_context_window: number }).max_context_window),
      [1000, 1000],
    );
    const plain = { input_tokens: 0, output_tokens: 0, current_context_window: 0, max_context_window: 0 };
    await agentOf(session, { model: modelOf() }).invoke(go);
    deepEqual(heard.slice(-2), [plain, plain]);
  }),
  check('an answer is read in parts, and each can be changed', async (session, hooks) => {
    const heard: unknown[] = [];
    const answer = new AIMessage({
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
      model: modelOf(answer),
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
        const answer = calling(['note', {}]);
        answer.content = 'a';
        const { messages } = await agentOf(session, { model: modelOf(answer), tools }).invoke(go);
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
    'what hooks say of an answer the model reads at its next call, and nobody keeps',
    async (session, hooks) => {
      hooks.on('PostModelCall', { once: true }, says('PostModelCall', { additionalContext: 'mind the cat' }));
      const model = modelOf(calling(['note']), calling(['note']));
      const { messages } = await agentOf(session, { model, tools: [noteTool()] }).invoke(go);
      deepEqual(
        [0, 1, 2].map((at) => sentTo(model, at).includes('mind the cat')),
        [false, true, false],
      );
      ok(!JSON.stringify(messages).includes('mind the cat'));
    },
  ),
  check('what is streamed has been judged, unless the agent wants it at once', async (session, hooks) => {
    const read = async (model: ScriptedModel): Promise<string> => {
      const secrets = noteTool('note', async function* (
        _: unknown,
        config: { writer?: (piece: string) => void },
      ) {
        config.writer?.('the secret of the writer');
        yield 'the secret of the generator';
        return 'the secret itself';
      } as never);
      const agent = agentOf(session, { model, tools: [secrets] });
      const stream = await agent.stream(go, {
        configurable: { thread_id: 'one' },
        streamMode: ['messages', 'tools', 'custom', 'updates'],
      });
      const chunks: unknown[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return JSON.stringify(chunks);
    };
    const model = (): ScriptedModel => {
      let count = 0;
      return new ScriptedModel(
        async () => ({
          inputTokens: 1,
          outputTokens: 1,
          ...(count++ === 0
            ? { calls: [{ id: 'a', tool: 'note', input: {} }] }
            : { text: 'now the secret answer' }),
        }),
        [],
      );
    };
    const open = await read(model());
    for (const piece of ['the writer', 'the generator', 'the secret itself', 'the secret ', 'answer'])
      match(open, new RegExp(piece));
    hooks.on(
      'PostToolUse',
      { modify: { PostToolUse: 'output' } },
      says('PostToolUse', { updatedToolOutput: 'nothing' }),
    );
    hooks.on('PostModelCall', output, ({ response }) =>
      replaces(JSON.parse(JSON.stringify(response).replace('the secret', 'an')))(),
    );
    const judged = await read(model());
    ok(!judged.includes('the secret'), judged);
    match(judged, /nothing.*now an answer/);
  }),
  check(
    'an agent that wants its stream at once has it',
    async (session, hooks) => {
      hooks.on(['PostToolUse', 'PostModelCall'], () => {});
      const model = new ScriptedModel(
        async () => ({ text: 'piece by piece', inputTokens: 1, outputTokens: 1 }),
        [],
      );
      const stream = await agentOf(session, { model }).stream(go, {
        configurable: { thread_id: 'one' },
        streamMode: 'messages',
      });
      const pieces: unknown[] = [];
      for await (const [{ text }] of stream as AsyncIterable<readonly [AIMessageChunk]>) pieces.push(text);
      deepEqual(pieces.slice(0, 3), ['piece ', 'by ', 'piece']);
    },
    { live: true },
  ),
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

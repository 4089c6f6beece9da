import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { agentOf, type Check, calling, check, go, modelOf, says, sentTo } from './check.fixture.ts';
import { noteTool } from './note-tool.fixture.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

const redacts = { modify: { PreModelCall: 'redact' } } as const;

/** What the model is called with. */
export const requestChecks: readonly Check[] = [
  check('redaction reaches everything of a message that a provider may be sent', async (session, hooks) => {
    hooks.on('PreModelCall', redacts, says('PreModelCall', { redact: ['password'] }));
    const file = new Uint8Array([1, 2, 3]);
    const picture = { type: 'image', data: file, about: { password: 'hunter2' } };
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
    const { messages: cached } = await agentOf(session, { model, systemPrompt }).invoke({ messages });
    const [sent = []] = model.calls.map((call) => call.messages);
    equal(sent.length, 7);
    ok(!JSON.stringify(sent).includes('hunter2'), JSON.stringify(sent));
    ok(JSON.stringify(cached).includes('hunter2'));
    const [, sentPicture] = (sent[1]?.content ?? []) as unknown as readonly [object, typeof picture];
    deepEqual(sentPicture.data, file);
    ok(sent[0] instanceof SystemMessage && sent[2] instanceof AIMessage);
    equal(sent[5], cached[4]);
    deepEqual((sent[3] as ToolMessage).tool_call_id, 'a');
  }),
  check('hooks read who said what, and nothing that is empty', async (session, hooks) => {
    const heard: unknown[] = [];
    hooks.on('PreModelCall', (event) => void heard.push(event.messages));
    const files = [{ data: new Uint8Array([1]) }, { data: new ArrayBuffer(1) }];
    const messages = [
      new HumanMessage({ content: files as never }),
      calling(['note']),
      new ToolMessage({ content: 'noted', tool_call_id: 'call-1' }),
    ];
    await agentOf(session, { model: modelOf(), systemPrompt: 'be brief' }).invoke({ messages });
    deepEqual(heard, [
      [
        { role: 'system', content: [{ type: 'text', text: 'be brief' }] },
        { role: 'user', content: [{ data: null }, { data: null }] },
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
];

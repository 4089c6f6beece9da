import { deepEqual, equal, match } from 'node:assert/strict';
import { type Check, callOf, check, modelOf } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';

const redacts = (from: string) => (event: { readonly response?: unknown }) => ({
  hookSpecificOutput: {
    hookEventName: 'PostModelCall',
    updatedToolOutput: JSON.parse(JSON.stringify(event.response).replaceAll(from, '[redacted]')),
  },
});
const changes = { modify: { PostModelCall: 'output' } } as const;

/** What the model answers. */
export function answerChecks(sdk: Sdk): readonly Check[] {
  const { generateText, streamText } = sdk;
  return [
    check('an answer of several parts keeps what hooks did not change', async (session, hooks) => {
      hooks.on('PostModelCall', changes, redacts('secret'));
      const content = [
        { type: 'reasoning', text: 'a secret thought' },
        { type: 'text', text: 'secret one' },
        { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com/secret' },
        { type: 'text', text: 'and two' },
        callOf('note', { text: 'secret' }),
      ];
      const model = session.model(modelOf(sdk, content, content));
      const whole = await generateText({ model, prompt: 'go' });
      equal(whole.reasoningText, 'a [redacted] thought');
      equal(whole.text, '[redacted] oneand two');
      equal(whole.sources.length, 1);
      match(JSON.stringify(whole.toolCalls), /\[redacted\]/);
      const streamed = streamText({ model, prompt: 'go' });
      equal(await streamed.reasoningText, 'a [redacted] thought');
      equal(await streamed.text, '[redacted] oneand two');
      equal((await streamed.sources).length, 1);
      equal(await streamed.finishReason, 'tool-calls');
    }),
    check(
      'of an answer that hooks changed the words of the provider are not kept',
      async (session, hooks) => {
        hooks.on('PostModelCall', changes, redacts('secret'));
        const output = {
          content: [{ type: 'text', text: 'a secret' }],
          finishReason: 'stop',
          usage: {},
          warnings: [],
          response: { id: 'r', body: { text: 'a secret' } },
        };
        const model = new sdk.MockLanguageModel({ doGenerate: async () => output as never });
        deepEqual(await session.model(model).doGenerate({ prompt: [] }), {
          ...output,
          content: [{ type: 'text', text: 'a [redacted]' }],
          response: { id: 'r' },
        });
      },
    ),
    check(
      'around an answer that hooks changed stands what stood there, but not word for word',
      async (session, hooks) => {
        hooks.on('PostModelCall', changes, redacts('secret'));
        const usages: unknown[] = [];
        hooks.on('PostModelCall', (event) => void usages.push(event.usage));
        const finish = {
          type: 'finish',
          finishReason: {},
          usage: { inputTokens: 7, outputTokens: { total: 2 } },
        };
        const parts = [
          { type: 'stream-start', warnings: [] },
          { type: 'response-metadata', id: 'r' },
          { type: 'raw', rawValue: 1 },
          { type: 'tool-input-start', id: 'call-1', toolName: 'note' },
          { type: 'tool-input-delta', id: 'call-1', delta: 'secret' },
          { type: 'tool-input-end', id: 'call-1' },
          callOf('note', { text: 'secret' }),
          { type: 'error', error: 'e' },
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: 'a sec' },
          { type: 'text-delta', id: '1', delta: 'ret' },
          { type: 'text-end', id: '1' },
          finish,
        ];
        const model = new sdk.MockLanguageModel({
          doStream: async () => ({ stream: ReadableStream.from(parts) }) as never,
        });
        const { stream } = await session.model(model).doStream({ prompt: [] });
        const sent: unknown[] = [];
        for await (const part of stream as never as AsyncIterable<unknown>) sent.push(part);
        deepEqual(sent, [
          ...parts.slice(0, 2),
          callOf('note', { text: '[redacted]' }),
          { type: 'text-start', id: 'text-1' },
          { type: 'text-delta', id: 'text-1', delta: 'a [redacted]' },
          { type: 'text-end', id: 'text-1' },
          { type: 'error', error: 'e' },
          finish,
        ]);
        const tokens = {
          input_tokens: 7,
          output_tokens: 2,
          current_context_window: 9,
          max_context_window: 0,
        };
        deepEqual(usages, [tokens]);
      },
    ),
    check('an answer of another shape is the whole answer, as a string', async (session, hooks) => {
      const handle = hooks.on('PostModelCall', changes, () => ({
        hookSpecificOutput: { hookEventName: 'PostModelCall', updatedToolOutput: 'gone' },
      }));
      const model = session.model(modelOf(sdk, [{ type: 'text', text: 'a' }, callOf('note')]));
      equal((await generateText({ model, prompt: 'go' })).text, 'gone');
      handle.off();
      hooks.on('PostModelCall', changes, () => ({
        hookSpecificOutput: { hookEventName: 'PostModelCall', updatedToolOutput: { mine: 1 } },
      }));
      equal((await generateText({ model, prompt: 'go' })).text, '{"mine":1}');
    }),
    check('an answer that nobody judges goes on while it arrives', async (session) => {
      const order: string[] = [];
      await readWatched(sdk, session.model(slowModel(sdk, order)), order);
      deepEqual(order, ['sent a', 'read a', 'sent b', 'read b']);
    }),
    check('an answer that hooks judge is held until they have', async (session, hooks) => {
      const order: string[] = [];
      hooks.on('PostModelCall', () => void order.push('judged'));
      await readWatched(sdk, session.model(slowModel(sdk, order)), order);
      deepEqual(order, ['sent a', 'sent b', 'judged', 'read a', 'read b']);
    }),
    check(
      'a live answer goes on while it arrives, and hooks hear of it',
      async (session, hooks) => {
        const order: string[] = [];
        const heard: unknown[] = [];
        hooks.on('PostModelCall', changes, (event) => void heard.push(event.response));
        await readWatched(sdk, session.model(slowModel(sdk, order)), order);
        deepEqual(order, ['sent a', 'read a', 'sent b', 'read b']);
        deepEqual(heard, [[{ type: 'text', text: 'ab' }]]);
      },
      { live: true },
    ),
  ];
}

/** A model whose answer comes in two pieces; the second when the first was read, or can be no more. */
function slowModel(sdk: Sdk, order: string[]): InstanceType<Sdk['MockLanguageModel']> {
  const end = {
    finishReason: { unified: 'stop', raw: undefined },
    usage: { inputTokens: {}, outputTokens: {} },
  };
  async function* pieces(): AsyncGenerator<object> {
    yield { type: 'text-start', id: '1' };
    for (const delta of ['a', 'b']) {
      order.push(`sent ${delta}`);
      yield { type: 'text-delta', id: '1', delta };
      // Whoever may read it has read it.
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    }
    yield { type: 'text-end', id: '1' };
    yield { type: 'finish', ...end };
  }
  const stream = (): ReadableStream => ReadableStream.from(pieces());
  return new sdk.MockLanguageModel({ doStream: async () => ({ stream: stream() }) as never });
}

async function readWatched({ streamText }: Sdk, model: never | object, order: string[]): Promise<void> {
  for await (const text of streamText({ model: model as never, prompt: 'go' }).textStream)
    order.push(`read ${text}`);
}

import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { type Check, callOf, check, modelOf, sentTo } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';
import { HookBlockedError } from './hook-blocked-error.ts';

const redacts = (from: string) => (event: { readonly response?: unknown }) => ({
  hookSpecificOutput: {
    hookEventName: 'PostModelCall',
    updatedToolOutput: JSON.parse(JSON.stringify(event.response).replaceAll(from, '[redacted]')),
  },
});
const changes = { modify: { PostModelCall: 'output' } } as const;

/** Around the model. */
export function modelChecks(sdk: Sdk): readonly Check[] {
  const { generateText, streamText, wrapLanguageModel } = sdk;
  return [
    check('the middleware asks hooks, whole and in pieces', async (session, hooks) => {
      const model = modelOf(sdk, [{ type: 'text', text: 'a secret' }], [{ type: 'text', text: 'a secret' }]);
      const wrapped = wrapLanguageModel({ model, middleware: session.middleware });
      hooks.on('PostModelCall', changes, redacts('secret'));
      equal(session.middleware.specificationVersion, 'v3');
      equal((await generateText({ model: wrapped, prompt: 'go' })).text, 'a [redacted]');
      equal(await streamText({ model: wrapped, prompt: 'go' }).text, 'a [redacted]');
      hooks.on('PreModelCall', () => ({ decision: 'block', reason: 'no more' }));
      await rejects(
        async () => generateText({ model: wrapped, prompt: 'go' }),
        (error: HookBlockedError) => error.reason === 'no more' && error.event === 'PreModelCall',
      );
    }),
    check('a wrapped model is the model in everything else', async (session) => {
      const model = modelOf(sdk);
      const wrapped = session.model(model);
      equal(wrapped.modelId, model.modelId);
      equal(wrapped.specificationVersion, model.specificationVersion);
      deepEqual(await wrapped.supportedUrls, {});
      class Private {
        readonly #secret = 'mine';
        readonly provider = 'p';
        tell(): string {
          return this.#secret;
        }
      }
      equal(session.model(new Private()).tell(), 'mine');
    }),
    check('a model by its name is refused, wherever it is chosen', async (session) => {
      throws(() => session.settings({ model: 'some/model' }), { code: 'MODEL_BY_NAME' });
      throws(() => session.model('some/model' as never), { code: 'MODEL_BY_NAME' });
      const model = modelOf(sdk);
      const settings = session.settings({ model, prepareStep: () => ({ model: 'some/model' }) });
      await rejects(async () => generateText({ ...settings, prompt: 'go' } as never), {
        code: 'MODEL_BY_NAME',
      });
      equal(model.doGenerateCalls.length, 0);
    }),
    check('a model that is chosen for a step or for a call asks hooks too', async (session, hooks) => {
      hooks.on('PreModelCall', () => ({ decision: 'block', reason: 'no' }));
      const other = modelOf(sdk);
      const byStep = session.settings({ model: modelOf(sdk), prepareStep: async () => ({ model: other }) });
      await rejects(async () => generateText({ ...byStep, prompt: 'go' }), HookBlockedError);
      const agent = new sdk.ToolLoopAgent(
        session.settings({
          model: modelOf(sdk),
          prepareCall: (given: object) => ({ ...given, model: other }),
        }) as never,
      );
      await rejects(async () => agent.generate({ prompt: 'go' }), HookBlockedError);
      equal(other.doGenerateCalls.length, 0);
    }),
    check('what an agent prepares for a step is kept', async (session) => {
      const model = modelOf(sdk);
      const starts: unknown[] = [];
      const settings = session.settings({
        model,
        prepareStep: (start: { messages: readonly unknown[] }) => {
          starts.push(start.messages.length);
          return { messages: [{ role: 'user', content: 'prepared' }] };
        },
      });
      await session.run('go', (messages) => generateText({ ...settings, messages } as never));
      deepEqual(starts, [1]);
      match(sentTo(model, 0), /prepared/);
    }),
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
    check('around an answer that hooks changed stands what stood there', async (session, hooks) => {
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
        ...parts.slice(0, 3),
        callOf('note', { text: '[redacted]' }),
        { type: 'text-start', id: 'text-1' },
        { type: 'text-delta', id: 'text-1', delta: 'a [redacted]' },
        { type: 'text-end', id: 'text-1' },
        { type: 'error', error: 'e' },
        finish,
      ]);
      const tokens = { input_tokens: 7, output_tokens: 2, current_context_window: 9, max_context_window: 0 };
      deepEqual(usages, [tokens]);
    }),
    check('an answer of another shape is the whole answer, as a text', async (session, hooks) => {
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
    check(
      'files in a conversation survive a redaction of it, and hooks do not see them',
      async (session, hooks) => {
        let seen: unknown;
        hooks.on('PreModelCall', { modify: { PreModelCall: 'redact' } }, (event) => {
          seen = event.messages;
          return { hookSpecificOutput: { hookEventName: 'PreModelCall', redact: ['password'] } };
        });
        const model = modelOf(sdk);
        const data = new Uint8Array([1, 2, 3]);
        const content = [
          { type: 'file', data, mediaType: 'image/png' },
          { type: 'text', text: '{"password":"hunter2"}' },
        ];
        await generateText({ model: session.model(model), messages: [{ role: 'user', content }] as never });
        const [sent] = model.doGenerateCalls[0]?.prompt ?? [];
        ok(!JSON.stringify(seen).includes('"0":1'));
        ok(!JSON.stringify(sent).includes('hunter2'));
        deepEqual(findBytes(sent), data);
      },
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

function findBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(findBytes)
    .find((one) => one !== undefined);
}

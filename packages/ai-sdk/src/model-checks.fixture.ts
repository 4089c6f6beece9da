import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { HookBlockedError } from '@hookmd/library/adapter';
import { type Check, check, echo, modelOf, sentTo } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';

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
        doGenerate(): void {}
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
      const mockLanguageModelV3 = modelOf(sdk);
      const byStep = session.settings({
        model: modelOf(sdk),
        prepareStep: async () => ({ model: mockLanguageModelV3 }),
      });
      await rejects(async () => generateText({ ...byStep, prompt: 'go' }), HookBlockedError);
      const agent = new sdk.ToolLoopAgent(
        session.settings({
          model: modelOf(sdk),
          prepareCall: (given: object) => ({ ...given, model: mockLanguageModelV3 }),
        }) as never,
      );
      await rejects(async () => agent.generate({ prompt: 'go' }), HookBlockedError);
      equal(mockLanguageModelV3.doGenerateCalls.length, 0);
    }),
    check('a call keeps what hooks have no word for', async (session, hooks) => {
      hooks.on('PreModelCall', () => {});
      const model = modelOf(sdk);
      await generateText({ model: session.model(model), prompt: 'go', temperature: 0.5 });
      equal(model.doGenerateCalls[0]?.temperature, 0.5);
    }),
    check('a call that is canceled while a guard judges it throws why', async (session, hooks) => {
      const canceller = new AbortController();
      hooks.on('PreModelCall', () => canceller.abort(new Error('canceled')));
      const call = session.model(modelOf(sdk)).doGenerate({ prompt: [], abortSignal: canceller.signal });
      await rejects(async () => call, { message: 'canceled' });
    }),
    check('hooks know the offered tools by the names that calls have', async (session, hooks) => {
      const offered: unknown[] = [];
      hooks.on('PreToolSelection', (event) => void offered.push(event.tools));
      const tools = session.tools({ one: echo() }, { server: 'desk' });
      await generateText({ ...session.settings({ model: modelOf(sdk), tools }), prompt: 'go' });
      match(JSON.stringify(offered), /"name":"mcp__desk__one"/);
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

function findBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(findBytes)
    .find((item) => item !== undefined);
}

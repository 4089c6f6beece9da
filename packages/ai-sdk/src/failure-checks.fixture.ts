import { deepEqual, rejects } from 'node:assert/strict';
import { HookBlockedError } from '@hookmd/library/adapter';
import { block, type Check, callOf, check, modelOf, one } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';

/** Runs that fail, are blocked or are canceled. */
export function failureChecks(sdk: Sdk): readonly Check[] {
  const { generateText, stepCountIs } = sdk;
  const stopWhen = stepCountIs(3);
  return [
    check('an error that is none of the model’s is thrown as it is', async (session, hooks) => {
      const failures: unknown[] = [];
      hooks.on('StopFailure', (event) => void failures.push(event.error));
      const error = new Error('mine');
      await rejects(
        async () => session.run('go', async () => Promise.reject(error)),
        (thrown) => thrown === error,
      );
      deepEqual(failures, ['mine']);
    }),
    check('a failure that is thrown past the SDK is that of the model', async (session) => {
      const error = new Error('the provider is away');
      const model = new sdk.MockLanguageModel({ doStream: async () => Promise.reject(error) });
      const run = session.run('go', async (messages) => {
        const result = sdk.streamText({
          model: session.model(model),
          messages,
          maxRetries: 0,
          onError: () => {},
        });
        return { text: await result.text, steps: await result.steps };
      });
      await rejects(run, (thrown) => thrown === error);
    }),
    check('a failure in the middle of an answer is that of the run', async (session, hooks) => {
      const failures: unknown[] = [];
      hooks.on('StopFailure', (event) => void failures.push(event.error));
      const error = new Error('cut off');
      const parts = [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'half an ans' },
        { type: 'text-end', id: '1' },
        { type: 'error', error },
        {
          type: 'finish',
          finishReason: { unified: 'error', raw: undefined },
          usage: { inputTokens: {}, outputTokens: {} },
        },
      ];
      for (const isEvaluated of [false, true]) {
        if (isEvaluated) hooks.on('PostModelCall', () => {});
        const stream = ReadableStream.from(parts);
        const model = new sdk.MockLanguageModel({ doStream: async () => ({ stream }) as never });
        const run = session.run('go', async (messages) => {
          const result = sdk.streamText({ model: session.model(model), messages, onError: () => {} });
          for await (const _ of result.fullStream);
          return result;
        });
        await rejects(run, (thrown) => thrown === error);
      }
      deepEqual(failures, ['cut off', 'cut off']);
    }),
    check('a run that is canceled says why, wherever it was', async (session, hooks) => {
      for (const event of ['UserPromptSubmit', 'PreModelCall', 'PreToolUse', 'Stop'] as const) {
        const canceller = new AbortController();
        const handle = hooks.on(event, (_, { signal }) => {
          canceller.abort(new Error(`canceled in ${event}`));
          return event === 'Stop'
            ? null
            : new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
        });
        const { signal } = canceller;
        const model = modelOf(sdk, [callOf('one', { text: 'a' })]);
        const settings = session.settings({ model, tools: { one: one() }, stopWhen });
        const run = session.run(
          'go',
          (messages) => generateText({ ...settings, messages, abortSignal: signal }),
          { signal },
        );
        await rejects(run, { message: `canceled in ${event}` });
        handle.off();
      }
    }),
    check('what canceled a run cancels nothing after it', async (session, hooks) => {
      hooks.on('PreToolUse', () => {});
      const canceller = new AbortController();
      const { signal } = canceller;
      const run = session.run('go', async () => Promise.reject(canceller.abort(new Error('enough'))), {
        signal,
      });
      await rejects(run, { message: 'enough' });
      const ran: unknown[] = [];
      await session.tools({ one: one(ran) }).one.execute({ text: 'a' });
      deepEqual(ran, [{ text: 'a' }]);
    }),
    check('a streamed run that is canceled says why', async (session, hooks) => {
      const canceller = new AbortController();
      const { signal } = canceller;
      hooks.on('PreToolUse', () => canceller.abort(new Error('canceled')));
      const model = modelOf(sdk, [callOf('one', { text: 'a' })]);
      const settings = session.settings({ model, tools: { one: one() }, stopWhen });
      const run = session.run(
        'go',
        async (messages) => {
          const result = sdk.streamText({ ...settings, messages, abortSignal: signal, onError: () => {} });
          for await (const _ of result.fullStream);
          return { text: await result.text, steps: await result.steps };
        },
        { signal },
      );
      await rejects(run, { message: 'canceled' });
    }),
    check('a run that is canceled is over, whether or not the agent minds', async (session, hooks) => {
      const events: unknown[] = [];
      hooks.on(['TurnEnd', 'Stop', 'StopFailure'], (event) => void events.push(event.hook_event_name));
      const canceller = new AbortController();
      const run = session.run(
        'go',
        async (messages) => {
          const result = await generateText({ model: session.model(modelOf(sdk)), messages });
          canceller.abort(new Error('canceled'));
          return result;
        },
        { signal: canceller.signal },
      );
      await rejects(run, { message: 'canceled' });
      deepEqual(events, []);
    }),
    check('what fails because of a cancel is no failure', async (session) => {
      const canceller = new AbortController();
      const { signal } = canceller;
      const model = new sdk.MockLanguageModel({
        doGenerate: async () => {
          canceller.abort(new Error('canceled'));
          throw new Error('the socket closed');
        },
      });
      const start = async (messages: never): Promise<never> =>
        (await generateText({ model: session.model(model), messages, maxRetries: 0 })) as never;
      await rejects(session.run('go', start as never, { signal }), { message: 'canceled' });
    }),
    check('a call that is canceled while a guard judges it throws why', async (session, hooks) => {
      const canceller = new AbortController();
      hooks.on('PreToolUse', () => {
        canceller.abort(new Error('canceled'));
      });
      const { one: wrapped } = session.tools({ one: one() });
      const call = wrapped.execute as (...given: object[]) => Promise<unknown>;
      await rejects(call({ text: 'a' }, { abortSignal: canceller.signal }), { message: 'canceled' });
    }),
    check('a blocked message is a HookBlockedError', async (session, hooks) => {
      hooks.on('UserPromptSubmit', block);
      await rejects(
        () => session.run('go', () => Promise.reject(new Error('not called'))),
        (error) =>
          error instanceof HookBlockedError &&
          error.event === 'UserPromptSubmit' &&
          error.message === 'not that',
      );
    }),
  ];
}

import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { z } from 'zod';
import { openAiSession } from './ai-session.ts';
import { type Check, callOf, check, modelOf, sentTo } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';
import { HookBlockedError } from './hook-blocked-error.ts';

const block = (): { readonly decision: 'block'; readonly reason: string } => ({
  decision: 'block',
  reason: 'not that',
});

/** A run, and the words that AI SDK 7 has for a denial. */
export function runChecks(sdk: Sdk): readonly Check[] {
  const { generateText, stepCountIs } = sdk;
  const stopWhen = stepCountIs(3);
  const isNewer = sdk.name === 'AI SDK 7';
  const told: string[] = [];
  const one = (
    ran: unknown[] = [],
  ): { inputSchema: z.ZodType; execute: (input: unknown) => Promise<unknown> } => ({
    inputSchema: z.object({ text: z.string() }),
    execute: async (input) => void ran.push(input),
  });
  const denials = async (settings: object): Promise<unknown> => {
    const { content } = await generateText({ stopWhen, prompt: 'go', ...settings } as never);
    return JSON.stringify(content);
  };
  return [
    check(
      'a conversation goes on with what was said before',
      async (session) => {
        const model = modelOf(sdk);
        await session.run('and then', (messages) => generateText({ model: session.model(model), messages }));
        match(sentTo(model, 0), /long ago.*and then/);
        match(session.hooks.id, /./);
        equal(session.messages.length, 3);
      },
      { messages: [{ role: 'user', content: 'long ago' }] },
    ),
    check('after a run that a hook stopped the next one goes on', async (session, hooks) => {
      const handle = hooks.on('TurnEnd', () => ({ continue: false, stopReason: 'enough' }));
      const run = async (): Promise<string> =>
        (
          await session.run('go', (messages) =>
            generateText({ model: session.model(modelOf(sdk)), messages }),
          )
        ).text;
      await rejects(run, { name: 'HookBlockedError', reason: 'enough', event: null });
      handle.off();
      equal(await run(), 'done');
    }),
    check(
      'what hooks tell the person is handed on',
      async (session, hooks) => {
        told.length = 0;
        hooks.on('PreToolUse', () => ({ systemMessage: 'look here' }));
        await session.tools({ one: one() }).one.execute({ text: 'a' });
        deepEqual(told, ['look here']);
      },
      { onMessage: (message) => void told.push(message) },
    ),
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
    check('the words of the conversation are what Stop tells', async (session, hooks) => {
      const heard: unknown[] = [];
      hooks.on('Stop', (event) => void heard.push(event.messages));
      const model = modelOf(sdk, [{ type: 'text', text: 'first' }, callOf('one', { text: 'a' })]);
      const settings = session.settings({ model, tools: { one: one() }, stopWhen });
      await session.run('go', (messages) => generateText({ ...settings, messages }));
      deepEqual(heard[0], [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: 'first' },
        { role: 'assistant', content: 'done' },
      ]);
    }),
    check(
      'a denial stands in the parts of version 7, and is an error of the tool in 6',
      async (session, hooks) => {
        hooks.on('PreToolUse', block);
        const model = modelOf(sdk, [callOf('one', { text: 'a' })]);
        const result = await generateText({
          ...session.settings({ model, tools: { one: one() }, stopWhen }),
          prompt: 'go',
        });
        const parts = result.steps.flatMap(({ content }) => content.map(({ type }) => type as string));
        equal(parts.includes('tool-approval-response'), isNewer);
        equal(parts.includes('tool-error'), !isNewer);
        match(sentTo(model, 1), isNewer ? /execution-denied.*not that/ : /error-text.*not that/);
      },
    ),
    check('what an agent itself says of approvals holds for what hooks let go on', async (session, hooks) => {
      if (!isNewer) return;
      hooks.on('PreToolUse', () => {});
      const ran: unknown[] = [];
      const own = {
        'for all': { toolApproval: () => ({ type: 'denied', reason: 'mine' }) },
        'for the tool': { toolApproval: { one: () => 'denied' } },
        'at once': { toolApproval: { one: 'denied' } },
        'by the tool': { needsApproval: true },
        'asked of the tool': { needsApproval: async () => true },
      };
      for (const [how, { toolApproval, needsApproval }] of Object.entries<{
        toolApproval?: unknown;
        needsApproval?: unknown;
      }>(own)) {
        ran.length = 0;
        const settings = session.settings({
          model: modelOf(sdk, [callOf('one', { text: 'a' })]),
          tools: { one: { ...one(ran), ...(needsApproval === undefined ? {} : { needsApproval }) } },
          ...(toolApproval === undefined ? {} : { toolApproval }),
        });
        match(String(await denials(settings)), /tool-approval-re/, how);
        deepEqual(ran, [], how);
      }
      const free = session.settings({
        model: modelOf(sdk, [callOf('one', { text: 'a' })]),
        tools: { one: one(ran) },
      });
      ok(!String(await denials(free)).includes('tool-approval'));
      deepEqual(ran, [{ text: 'a' }]);
    }),
    check('a call that was judged is not judged again, unless it is another one', async (session, hooks) => {
      const asked: unknown[] = [];
      hooks.on('PreToolUse', (event) => void asked.push(event.tool_input.text));
      const tools = session.tools({ one: one() });
      const { toolApproval } = session.settings({ toolApproval: undefined }) as unknown as {
        toolApproval: (question: object) => Promise<unknown>;
      };
      const judge = (): Promise<unknown> =>
        toolApproval({ toolCall: { toolCallId: 'a', toolName: 'one', input: { text: 'a' } }, tools });
      const call = (text: string): unknown =>
        (tools.one.execute as (...given: object[]) => unknown)({ text }, { toolCallId: 'a' });
      await judge();
      await call('a');
      deepEqual(asked, ['a']);
      await judge();
      await call('forged');
      deepEqual(asked, ['a', 'a', 'forged']);
      await call('a');
      deepEqual(asked, ['a', 'a', 'forged', 'a']);
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
      for (const isJudged of [false, true]) {
        if (isJudged) hooks.on('PostModelCall', () => {});
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
    check('a run that is cancelled says why, wherever it was', async (session, hooks) => {
      for (const event of ['UserPromptSubmit', 'PreModelCall', 'PreToolUse', 'Stop'] as const) {
        const canceller = new AbortController();
        const handle = hooks.on(event, (_, { signal }) => {
          canceller.abort(new Error(`cancelled in ${event}`));
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
        await rejects(run, { message: `cancelled in ${event}` });
        handle.off();
      }
    }),
    check('a call that is cancelled while a guard judges it throws why', async (session, hooks) => {
      const canceller = new AbortController();
      hooks.on('PreToolUse', () => {
        canceller.abort(new Error('cancelled'));
      });
      const { one: wrapped } = session.tools({ one: one() });
      const call = wrapped.execute as (...given: object[]) => Promise<unknown>;
      await rejects(call({ text: 'a' }, { abortSignal: canceller.signal }), { message: 'cancelled' });
    }),
    check('what hooks add to a message stands there once', async (session, hooks) => {
      const adds = () => ({
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'it rains' },
      });
      hooks.on('UserPromptSubmit', { once: true }, adds);
      for (const prompt of ['first', 'second'])
        await session.run(prompt, (messages) =>
          generateText({ model: session.model(modelOf(sdk)), messages }),
        );
      equal(JSON.stringify(session.messages).split('it rains').length, 2);
    }),
    check('outside of a run no turn ends', async (session, hooks) => {
      const turns: unknown[] = [];
      const settings = session.settings({ model: modelOf(sdk), stopWhen });
      await session.run('go', (messages) => generateText({ ...settings, messages }));
      hooks.on('TurnEnd', (event) => void turns.push(event.turn_number));
      const model = modelOf(sdk, [callOf('one', { text: 'a' })]);
      await generateText({ ...session.settings({ model, tools: { one: one() }, stopWhen }), prompt: 'go' });
      deepEqual(turns, []);
    }),
    check('what hooks tell the person when a session begins is handed on', async (_, hooks) => {
      const heard: string[] = [];
      hooks.on('SessionStart', () => ({ systemMessage: 'good morning' }));
      await openAiSession(hooks, { onMessage: (message) => void heard.push(message) });
      deepEqual(heard, ['good morning']);
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

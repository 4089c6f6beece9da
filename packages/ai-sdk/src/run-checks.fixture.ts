import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { openAiSession } from './ai-session.ts';
import { type Check, callOf, check, modelOf, one, sentTo } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';

/** A run, and what it leaves. */
export function runChecks(sdk: Sdk): readonly Check[] {
  const { generateText, stepCountIs } = sdk;
  const stopWhen = stepCountIs(3);
  const reported: string[] = [];
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
        reported.length = 0;
        hooks.on('PreToolUse', () => ({ systemMessage: 'look here' }));
        await session.tools({ one: one() }).one.execute({ text: 'a' });
        deepEqual(reported, ['look here']);
      },
      { onMessage: (message) => void reported.push(message) },
    ),
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
    check('what the agent tells the model of itself is nothing that was said', async (_, hooks) => {
      const heard: unknown[] = [];
      hooks.on('Stop', (event) => void heard.push(event.messages));
      const session = await openAiSession(hooks, { messages: [{ role: 'system', content: 'be brief' }] });
      await session.run('go', async () => ({ text: 'done', steps: [] }));
      deepEqual(heard, [[{ role: 'user', content: 'go' }]]);
    }),
    check('a compaction gets all that was said until then', async (_, hooks) => {
      const counts: number[] = [];
      const session = await openAiSession(hooks, {
        contextWindow: 2,
        compact: (messages) => {
          counts.push(messages.length);
          return 'so far';
        },
      });
      const model = modelOf(sdk, [callOf('one', { text: 'a' })]);
      const settings = session.settings({ model, tools: { one: one() }, stopWhen });
      await session.run('go', (messages) => generateText({ ...settings, messages }));
      deepEqual(counts, [3, 2]);
    }),
    check('outside of a run no turn ends', async (session, hooks) => {
      const turns: unknown[] = [];
      const settings = session.settings({ model: modelOf(sdk), stopWhen });
      await session.run('go', (messages) => generateText({ ...settings, messages }));
      hooks.on('TurnEnd', (event) => void turns.push(event.turn_number));
      const call = [callOf('one', { text: 'a' })];
      const outside = session.settings({ model: modelOf(sdk, call, call), tools: { one: one() }, stopWhen });
      await generateText({ ...outside, prompt: 'go' });
      deepEqual(turns, []);
    }),
    check('what hooks tell the person when a session begins is handed on', async (_, hooks) => {
      const heard: string[] = [];
      hooks.on('SessionStart', () => ({ systemMessage: 'good morning' }));
      await openAiSession(hooks, { onMessage: (message) => void heard.push(message) });
      deepEqual(heard, ['good morning']);
    }),
  ];
}

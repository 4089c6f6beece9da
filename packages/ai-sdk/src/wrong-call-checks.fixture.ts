import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { openAiSession } from './ai-session.ts';
import { type Check, check, modelOf, one } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a program without types may do
type Untyped = any;

/** An error by its code and a piece of what it says. */
const says = (code: string, piece: string) => (error: Untyped) => {
  equal(error.code, code, String(error));
  ok(`${error.message} ${error.remedy}`.includes(piece), error.message);
  return true;
};
const call = (piece: string) => says('CALL_INVALID', piece);
const options = (piece: string) => says('OPTIONS_INVALID', piece);
const result = (piece: string) => says('RESULT_INVALID', piece);

/** What a program without types does wrong is told it at once. */
export function wrongCallChecks(sdk: Sdk): readonly Check[] {
  const { generateText } = sdk;
  return [
    check(
      'a session is begun with hooks that are open, and with options that there are',
      async (_, hooks) => {
        const open: Untyped = openAiSession;
        await rejects(open(), call('`hooks` must be what `await createHooks()` gives; found nothing.'));
        await rejects(
          open(Promise.resolve(hooks)),
          call('found a promise, so perhaps an `await` is missing.'),
        );
        await rejects(open({ session: hooks.session }), call('await openAiSession(await createHooks())'));
        await rejects(open({ coverage: hooks.coverage }), call('found an object.'));
        await rejects(open(hooks, null), options('`options` must be an object; found nothing.'));
        await rejects(
          open(hooks, { onprompt: () => true }),
          options('`onprompt` is no option. Did you mean "onPrompt"?'),
        );
        await rejects(
          open(hooks, { messages: 'hi' }),
          options('`messages` must be a list; found the string "hi".'),
        );
        await rejects(
          open(hooks, { messages: ['hi'] }),
          options('`messages[0]` must be an object; found the string'),
        );
        await rejects(
          open(hooks, { contextWindow: '8k' }),
          options('`contextWindow` must be a number above zero'),
        );
        await rejects(
          open(hooks, { onMessage: console }),
          options('`onMessage` must be a function; found an ob'),
        );
        await rejects(
          open(hooks, { live: 'yes' }),
          options('`live` must be `true` or `false`; found the string'),
        );
        await rejects(open(hooks, { compact: true }), options('the type `AiSessionOptions` documents each'));
        await rejects(
          open(hooks, { id: 5, compact: 1 }),
          options('`id` must be a non-empty string; found the'),
        );
      },
    ),
    check(
      'settings, models and tools that are none are refused where they are wrapped',
      async (session: Untyped) => {
        throws(() => session.settings(), call('`settings` must be an object; found nothing.'));
        throws(
          () => session.settings({ model: () => 'a model' }),
          call('`settings.model` must be a model, such as'),
        );
        const agent = new sdk.ToolLoopAgent({ model: modelOf(sdk) } as never);
        throws(
          () => session.settings(agent),
          call('`settings` must be what an agent is made of, not an agent; found an object.'),
        );
        throws(() => session.settings(agent), call('new ToolLoopAgent(session.settings({ model, tools }))'));
        throws(
          () => session.settings({ tool: {} }),
          call('`tool` is none of `settings`. Did you mean "tools"?'),
        );
        throws(
          () => session.settings({ tools: [one()] }),
          call('`settings.tools` must be an object; found a list.'),
        );
        throws(() => session.model(), call("For example: `session.model(openai('gpt-5'))`."));
        throws(
          () => session.model({}),
          call('`model` must be a model, such as `openai(…)` gives; found an object.'),
        );
        equal(session.model({ doStream: () => 0 }).doGenerate !== undefined, true);
        throws(() => session.tools(), call('`tools` must be an object; found nothing.'));
        throws(
          () => session.tools([one()]),
          call("session.tools({ Bash: tool({ … }) }, { server: 'github' })"),
        );
        throws(
          () => session.tools({ Bash: () => 0 }),
          call('`tools.Bash` must be a tool, such as `tool({ … })` gives'),
        );
        throws(() => session.tools(Promise.resolve({})), call('`tools` must be an object; found a promise'));
        throws(
          () => session.tools({}, 'github'),
          call('`options` must be an object; found the string "github".'),
        );
        throws(
          () => session.tools({}, { sever: 'x' }),
          call('`sever` is none of `options`. Did you mean "server"?'),
        );
        throws(() => session.tools({}, { server: '' }), call('`options.server` must be a non-empty string'));
        throws(() => session.coverage(), call('For example: `session.coverage(tools)`.'));
        match(session.coverage({ Bash: one() })[0].reason, /it was never wrapped/);
        throws(() => session.coverage([]), call('`tools` must be an object; found a list.'));
        deepEqual(Object.keys(session.tools({ Bash: undefined })), ['Bash']);
      },
    ),
    check('a run that could not begin asks nobody', async (session: Untyped, hooks) => {
      const requested: unknown[] = [];
      hooks.on(['UserPromptSubmit', 'StopFailure', 'SubagentStart'], (event) => void requested.push(event));
      const { signal } = new AbortController();
      const run = async () => ({ text: 'done', steps: [] });
      await rejects(session.run('go'), call('`generate` must be a function; found nothing.'));
      await rejects(session.run([], run), call('`prompt` must be text; found a list.'));
      await rejects(
        session.run('go', run, signal),
        call('`options` must be a plain object; found one of the class AbortSignal.'),
      );
      await rejects(session.run('go', run, { signal: {} }), call('`options.signal` must be an AbortSignal'));
      await rejects(session.run('go', {}), call('agent.generate({ messages }), { signal })'));
      await rejects(
        session.subagent({ type: 'x' }, run),
        call('`options.task` must be text; found nothing.'),
      );
      await rejects(
        session.subagent({ type: 'x', task: 't' }),
        call('`open` must be a function; found nothing.'),
      );
      await rejects(
        session.subagent({ tpye: 'x', task: 't' }, run),
        call("session.subagent({ type: 'explorer', "),
      );
      await rejects(session.end(5), call('`reason` must be text; found the number 5.'));
      deepEqual(requested, []);
      equal((await session.run('go', run, { signal })).text, 'done');
    }),
    check(
      'a run of an agent that asks no hook is told as one, at its end',
      async (session: Untyped, hooks) => {
        const model = modelOf(sdk);
        const bare = (messages: unknown) => generateText({ model, messages } as never);
        const unwrapped = says('AGENT_NOT_WRAPPED', '`session.settings({ model, tools })`');
        await rejects(session.run('go', bare), unwrapped);
        const task = { type: 'explorer', task: 'look' };
        await rejects(
          session.subagent(task, () => bare),
          unwrapped,
        );
        const aiSession = await openAiSession(hooks);
        const wrapped = sdk.wrapLanguageModel({ model, middleware: aiSession.middleware });
        const by = (given: object) => (messages: unknown) =>
          generateText({ model: given, messages } as never);
        equal((await aiSession.run('go', by(wrapped) as never)).text, 'done');
        equal((await aiSession.subagent(task, () => by(wrapped) as never)).text, 'done');
        session.tools({});
        equal((await session.run('go', bare)).text, 'done');
      },
    ),
    check('two runs of one conversation do not mix', async (session: Untyped) => {
      const model = session.model(modelOf(sdk));
      const generate = (messages: unknown) => generateText({ model, messages } as never);
      const goes = session.run('go', generate);
      await rejects(session.run('and', generate), says('RUN_CONTINUES', 'or open another session.'));
      equal((await goes).text, 'done');
      equal((await session.run('again', generate)).text, 'done');
      equal(session.messages.length, 4);
    }),
    check('what went wrong stays so where hooks are closed', async (session: Untyped, hooks) => {
      const away = async () => {
        await hooks.close();
        throw new Error('away');
      };
      await rejects(session.run('go', away), /away/);
    }),
    check('who forgets to return is told so', async (session: Untyped, hooks) => {
      const failures: string[] = [];
      hooks.on('StopFailure', ({ error }) => void failures.push(error));
      const model = session.model(modelOf(sdk));
      const forgets = (messages: unknown) => void generateText({ model, messages } as never);
      await rejects(
        session.run('go', forgets),
        result('`result` must be the result of a run, with its `steps`'),
      );
      match(failures.join(), /`generate` returned an invalid value/);
      await rejects(
        session.run('go', async () => 'done'),
        result('perhaps a `return` is missing.'),
      );
      await rejects(
        session.run('go', async () => ({ text: 'done' })),
        result('found an object.'),
      );
      const explorer = { type: 'explorer', task: 'look' };
      await rejects(
        session.subagent(explorer, () => {}),
        result('`open` returned an invalid value: `result` must'),
      );
      await rejects(
        session.subagent(explorer, async () => {}),
        result('Return a function, such as `(messages)'),
      );
    }),
  ];
}

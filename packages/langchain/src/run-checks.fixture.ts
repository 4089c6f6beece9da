import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { agentOf, type Check, calling, check, go, modelOf, says, sentTo, thread } from './check.fixture.ts';
import { blockOf, HookBlockedError } from './hook-blocked-error.ts';
import { hookMiddleware, openLangChainSession } from './langchain-session.ts';
import { noteTool } from './note-tool.fixture.ts';

const block = (): { readonly decision: 'block'; readonly reason: string } => ({
  decision: 'block',
  reason: 'not that',
});
const told: string[] = [];

/** A run: what is said to it, how it ends, and whose it is. */
export const runChecks: readonly Check[] = [
  check('a run with nothing new to answer asks no hook about a message', async (session, hooks) => {
    const asked: unknown[] = [];
    hooks.on('UserPromptSubmit', ({ prompt }) => void asked.push(prompt));
    await agentOf(session, { model: modelOf() }).invoke({
      messages: [new HumanMessage('go'), new AIMessage('went')],
    });
    deepEqual(asked, []);
  }),
  check(
    'several new messages are one, and what hooks let pass they are not asked again',
    async (session, hooks) => {
      const asked: unknown[] = [];
      hooks.on('UserPromptSubmit', ({ prompt }) => void asked.push(prompt));
      const agent = agentOf(session, { model: modelOf(new Error('away')) });
      await rejects(
        agent.invoke({ messages: ['first', 'second'].map((text) => new HumanMessage(text)) }, thread),
      );
      await agent.invoke({ messages: [new HumanMessage('third')] }, thread);
      deepEqual(asked, ['first\n\nsecond', 'third']);
    },
  ),
  check('a block takes away what is new, and nothing that hooks have let pass', async (session, hooks) => {
    const agent = agentOf(session, { model: modelOf(new Error('away')) });
    await rejects(agent.invoke({ messages: [new HumanMessage('first')] }, thread));
    const handle = hooks.on('UserPromptSubmit', block);
    for (const text of ['second', 'third'])
      await rejects(agent.invoke({ messages: [new HumanMessage(text)] }, thread), HookBlockedError);
    handle.off();
    const asked: unknown[] = [];
    hooks.on('UserPromptSubmit', ({ prompt }) => void asked.push(prompt));
    const { messages } = await agent.invoke({ messages: [new HumanMessage('fourth')] }, thread);
    deepEqual(
      messages.map(({ text }) => text),
      ['first', 'fourth', 'done'],
    );
    deepEqual(asked, ['fourth']);
  }),
  check('what hooks say in the place of the person is no message of the person', async (session, hooks) => {
    const asked: unknown[] = [];
    hooks.on('UserPromptSubmit', ({ prompt }) => void asked.push(prompt));
    hooks.on('Stop', { modify: { Stop: 'messages' }, once: true }, () => ({
      messages: [{ role: 'user', content: 'SUMMARY' }],
    }));
    const agent = agentOf(session, { model: modelOf() });
    await agent.invoke(go, thread);
    await agent.invoke({ messages: [new HumanMessage('more')] }, thread);
    deepEqual(asked, ['go', 'more']);
  }),
  check('a block is found in what LangChain makes of it, and nothing else is one', async (session, hooks) => {
    hooks.on('PreModelCall', block);
    const thrown = await agentOf(session, { model: modelOf() })
      .invoke(go)
      .catch((error: unknown) => error);
    ok(!(thrown instanceof HookBlockedError));
    deepEqual([blockOf(thrown)?.event, blockOf(thrown)?.reason], ['PreModelCall', 'not that']);
    deepEqual([blockOf(new Error('other', { cause: 'text' })), blockOf('text')], [null, null]);
  }),
  check(
    'a blocked message is a HookBlockedError, and after it the next one is answered',
    async (session, hooks) => {
      hooks.on('UserPromptSubmit', { once: true }, block);
      const agent = agentOf(session, { model: modelOf() });
      await rejects(agent.invoke(go, thread), {
        name: 'HookBlockedError',
        event: 'UserPromptSubmit',
        reason: 'not that',
      });
      equal((await agent.invoke(go, thread)).messages.at(-1)?.text, 'done');
    },
  ),
  check(
    'a hook that wants the agent to stop is no block of an event, and the next run goes on',
    async (session, hooks) => {
      const handle = hooks.on('TurnEnd', () => ({ continue: false }));
      const agent = agentOf(session, { model: modelOf() });
      await rejects(agent.invoke(go, thread), { event: null, reason: 'a hook stopped the agent' });
      handle.off();
      equal((await agent.invoke(go, thread)).messages.at(-1)?.text, 'done');
    },
  ),
  check('where hooks stop the agent at the start of a session, no run begins', async (_, hooks) => {
    hooks.on('SessionStart', () => ({ continue: false, stopReason: 'not today' }));
    const stopped = await openLangChainSession(hooks);
    const model = modelOf();
    const agent = agentOf(stopped, { model });
    for (const _run of [1, 2]) await rejects(agent.invoke(go, thread), { event: null, reason: 'not today' });
    equal(model.callCount, 0);
  }),
  check('what hooks tell the person is handed on, and said once', async (session, hooks) => {
    hooks.on('SessionStart', () => ({ systemMessage: 'welcome' }));
    hooks.on('Stop', () => ({ systemMessage: 'goodbye' }));
    told.length = 0;
    const greeted = await openLangChainSession(hooks, { onMessage: (message) => void told.push(message) });
    const agent = agentOf(greeted, { model: modelOf() });
    await agent.invoke(go, thread);
    deepEqual(told, ['welcome', 'goodbye']);
    await agentOf(session, { model: modelOf() }).invoke(go);
  }),
  check('what is told at the start of a session is said once', async (_, hooks) => {
    hooks.on('SessionStart', says('SessionStart', { additionalContext: 'it is Tuesday' }));
    const model = modelOf();
    const agent = agentOf(await openLangChainSession(hooks), { model });
    await agent.invoke(go, thread);
    await agent.invoke(go, thread);
    equal(sentTo(model, 1).split('it is Tuesday').length, 2);
  }),
  check('the words of the conversation are what Stop tells', async (session, hooks) => {
    const heard: unknown[] = [];
    hooks.on('Stop', (event) => void heard.push(event.messages, event.last_assistant_message));
    const first = new AIMessage({ content: 'first', tool_calls: [{ id: 'a', name: 'note', args: {} }] });
    await agentOf(session, { model: modelOf(first, new AIMessage('')), tools: [noteTool()] }).invoke(go);
    deepEqual(heard, [
      [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: 'first' },
      ],
      'first',
    ]);
  }),
  check(
    'messages of the assistant are that where hooks put them in place of others',
    async (session, hooks) => {
      hooks.on('TurnEnd', { modify: { TurnEnd: 'messages' }, once: true }, () => ({
        messages: [{ role: 'assistant', content: 'so far' }],
      }));
      hooks.on('Stop', { once: true }, () => ({ followUps: ['and now'] }));
      const { messages } = await agentOf(session, { model: modelOf() }).invoke(go);
      deepEqual(
        messages.map(({ type, text }) => [type, text]),
        [
          ['ai', 'so far'],
          ['human', 'and now'],
          ['ai', 'done'],
        ],
      );
    },
  ),
  check('the conversation can be read while it goes on', async (session, hooks) => {
    const seen: unknown[] = [];
    hooks.on('TurnEnd', () => void seen.push(session.messages.map(({ text }) => text)));
    await agentOf(session, { model: modelOf(calling(['note'])), tools: [noteTool()] }).invoke(go);
    deepEqual(seen, [
      ['go', '', 'noted'],
      ['go', '', 'noted', 'done'],
    ]);
  }),
  check('one middleware finds the conversation of each thread', async (session, hooks) => {
    const asked: unknown[] = [];
    hooks.on(['UserPromptSubmit', 'PreToolUse', 'PreModelCall', 'TurnEnd', 'Stop'], (event) => {
      asked.push(event.session_id);
    });
    const sessions = new Map([['one', session]]);
    const middleware = hookMiddleware(async ({ configurable: { thread_id: thread } = {} }) => {
      const id = String(thread);
      const found = sessions.get(id) ?? (await openLangChainSession(hooks, { id }));
      sessions.set(id, found);
      return found;
    });
    const agent = agentOf({ middleware }, { model: modelOf(calling(['note'])), tools: [noteTool()] });
    await agent.invoke(go, thread);
    await agent.invoke(go, { configurable: { thread_id: 'two' } });
    equal(asked.length, 11);
    deepEqual([...new Set(asked)], [session.hooks.id, 'two']);
  }),
  check('coverage knows the tools of an agent, and those that its provider runs', async (session) => {
    const brings = { name: 'brings', tools: [noteTool('brought')] };
    const tools = [noteTool(), { type: 'web_search' }, { name: 'own' }, {}];
    const agent = agentOf(session, { model: modelOf(), tools, middleware: [brings, session.middleware] });
    deepEqual(
      session.coverage(agent).map(({ tool, cause }) => [tool, cause]),
      [
        ['note', null],
        ['web_search', 'PROVIDER_EXECUTED'],
        ['own', 'PROVIDER_EXECUTED'],
        ['unnamed', 'PROVIDER_EXECUTED'],
        ['brought', null],
      ],
    );
    const without = agentOf(session, { model: modelOf(), tools: [noteTool()], middleware: [] });
    deepEqual(session.coverage(without)[0]?.cause, 'NOT_WRAPPED');
    deepEqual(session.coverage({ options: {} }), []);
  }),
  check('a sub-agent that does not ask for itself is called again', async (session, hooks) => {
    const given: unknown[] = [];
    hooks.on('SubagentStop', { once: true }, () => ({ followUps: ['look again'] }));
    const children = new Set();
    const result = await session.subagent({ type: 'plain' }, (child, followUps) => {
      children.add(child);
      given.push(followUps);
      return given.length;
    });
    deepEqual([result, given, children.size], [2, [[], ['look again']], 1]);
  }),
  check('a failure of a sub-agent is none of the run', async (session, hooks) => {
    const failures: unknown[] = [];
    hooks.on('StopFailure', ({ error }) => void failures.push(error));
    await rejects(
      session.subagent({ type: 'explorer' }, (child) =>
        agentOf(child, { model: modelOf(new Error('away')) }).invoke(go),
      ),
      /away/,
    );
    deepEqual(failures, []);
  }),
  check('a session is over once it is ended', async (session, hooks) => {
    const reasons: unknown[] = [];
    hooks.on('SessionEnd', ({ reason }) => void reasons.push(reason));
    equal(await session.end('clear'), undefined);
    await session.end();
    deepEqual(reasons, ['clear']);
  }),
  check(
    'a compaction is given the conversation',
    async (session, hooks) => {
      hooks.on('TurnEnd', { modify: { TurnEnd: 'messages' }, once: true }, () => ({ callback: 'compact' }));
      const { messages } = await agentOf(session, { model: modelOf() }).invoke(go);
      match(JSON.stringify(messages.map(({ text }) => text)), /^\["2 of it"\]$/);
    },
    { compact: (messages) => `${messages.length} of it` },
  ),
];

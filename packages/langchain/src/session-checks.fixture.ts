import { deepEqual, equal, match, rejects, throws } from 'node:assert/strict';
import { agentOf, type Check, calling, check, go, modelOf, says, sentTo, thread } from './check.fixture.ts';
import { hookMiddleware, openLangChainSession } from './langchain-session.ts';
import { noteTool } from './note-tool.fixture.ts';

const told: string[] = [];

/** A conversation: its beginning, its sub-agents, its tools. */
export const sessionChecks: readonly Check[] = [
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
  check('one middleware finds the conversation of each thread', async (session, hooks) => {
    const requested: unknown[] = [];
    hooks.on(['UserPromptSubmit', 'PreToolUse', 'PreModelCall', 'TurnEnd', 'Stop'], (event) => {
      requested.push(event.session_id);
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
    equal(requested.length, 11);
    deepEqual([...new Set(requested)], [session.hooks.id, 'two']);
  }),
  check('a copy of a conversation is refused, with the reason', async (session) => {
    const agent = agentOf({ middleware: hookMiddleware(() => ({ ...session })) }, { model: modelOf() });
    await rejects(agent.invoke(go, thread), /got an object that/);
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
  check('two conversations in one agent are a mistake', async (session, hooks) => {
    const langChainSession = await openLangChainSession(hooks);
    const middleware = [session.middleware, langChainSession.middleware];
    throws(
      () => agentOf(session, { model: modelOf(), middleware }),
      /Middleware hookmd is defined multiple times/,
    );
  }),
];

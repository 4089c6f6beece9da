import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { agentOf, type Check, check, modelOf } from './check.fixture.ts';
import { hookMiddleware, openLangChainSession } from './langchain-session.ts';
import { noteTool } from './note-tool.fixture.ts';

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

/** What a program without types does wrong is told it at once. */
export const wrongCallChecks: readonly Check[] = [
  check('a session is begun with hooks that are open, and with options that there are', async (_, hooks) => {
    const open: Untyped = openLangChainSession;
    await rejects(open(), call('await openLangChainSession(await createHooks())'));
    await rejects(open(Promise.resolve(hooks)), call('found a promise, so perhaps an `await` is missing.'));
    await rejects(open(hooks, null), options('`options` must be an object; found nothing.'));
    await rejects(open(hooks, { contextwindow: 8 }), options('Did you mean "contextWindow"?'));
    await rejects(
      open(hooks, { compact: 'short' }),
      options('the type `LangChainSessionOptions` documents each'),
    );
    const tools = [noteTool()];
    await rejects(open(hooks, { mcp: tools }), options('`mcp` must be an object; found a list.'));
    await rejects(
      open(hooks, { mcp: { github: Promise.resolve(tools) } }),
      options('`mcp.github` must be a list; found a pr'),
    );
    await rejects(
      open(hooks, { mcp: { github: [{}] } }),
      options('`mcp.github[0].name` must be text; found nothing.'),
    );
    equal((await open(hooks, { mcp: { github: tools } })).messages.length, 0);
  }),
  check('what finds no conversation is refused when the middleware is made', async (session) => {
    const make: Untyped = hookMiddleware;
    throws(() => make(), call('`find` must be a function; found nothing.'));
    throws(
      () => make(session),
      call('hookMiddleware(({ configurable }) => sessions.get(configurable.thread_id))'),
    );
  }),
  check('what is no middleware makes no agent that asks nobody', async (session: Untyped) => {
    const made = (middleware: unknown) => () =>
      agentOf(session, { model: modelOf(), middleware: [middleware] });
    throws(made(session), call('`session` is not a middleware, so no hook would run. No hook ran.'));
    throws(made(session), call('createAgent({ model, tools, middleware: [session.middleware] })'));
    throws(made(hookMiddleware), call('`hookMiddleware` is not a middleware, so no hook would run.'));
    throws(made(hookMiddleware), call('createAgent({ model, tools, middleware: [hookMiddleware(find)] })'));
    await session.subagent({ type: 'x' }, (child: unknown) =>
      throws(made(child), call('is not a middleware')),
    );
  }),
  check('a sub-agent that could not begin asks nobody', async (session: Untyped, hooks) => {
    const requested: unknown[] = [];
    hooks.on('SubagentStart', (event) => void requested.push(event));
    await rejects(
      session.subagent('explorer', () => 0),
      call('`options` must be an object; found the string'),
    );
    await rejects(session.subagent({ type: 'explorer' }), call('`run` must be a function; found nothing.'));
    await rejects(
      session.subagent({ name: 'x' }, () => 0),
      call("session.subagent({ type: 'explorer' }, (child) => …)"),
    );
    deepEqual(requested, []);
  }),
  check('coverage is of an agent', async (session: Untyped) => {
    throws(() => session.coverage(), call('`agent` must be an agent of `createAgent`; found nothing.'));
    throws(() => session.coverage([noteTool()]), call('found a list. No hook ran. '));
    throws(() => session.coverage({ options: null }), call('For example: `session.coverage(agent)`.'));
    equal(session.coverage(agentOf(session, { model: modelOf(), tools: [noteTool()] }))[0].isCovered, true);
  }),
];

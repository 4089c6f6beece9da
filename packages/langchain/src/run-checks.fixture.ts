import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { HookBlockedError } from '@hookmd/library/adapter';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { createMiddleware } from 'langchain';
import { agentOf, type Check, calling, check, go, modelOf, thread } from './check.fixture.ts';
import { blockOf } from './langchain-session.ts';
import { noteTool } from './note-tool.fixture.ts';

const block = (): { readonly decision: 'block'; readonly reason: string } => ({
  decision: 'block',
  reason: 'not that',
});

/** What is said to an agent, and how its run ends. */
export const runChecks: readonly Check[] = [
  check('a run with nothing new to answer asks no hook about a message', async (session, hooks) => {
    const requested: unknown[] = [];
    hooks.on('UserPromptSubmit', ({ prompt }) => void requested.push(prompt));
    await agentOf(session, { model: modelOf() }).invoke({
      messages: [new HumanMessage('go'), new AIMessage('went')],
    });
    deepEqual(requested, []);
  }),
  check(
    'several new messages are one, and what hooks let pass they are skipped again',
    async (session, hooks) => {
      const invoked: unknown[] = [];
      hooks.on('UserPromptSubmit', ({ prompt }) => void invoked.push(prompt));
      const agent = agentOf(session, { model: modelOf(new Error('away')) });
      await rejects(
        agent.invoke({ messages: ['first', 'second'].map((text) => new HumanMessage(text)) }, thread),
      );
      await agent.invoke({ messages: [new HumanMessage('third')] }, thread);
      deepEqual(invoked, ['first\n\nsecond', 'third']);
    },
  ),
  check('a block takes away what is new, and nothing that hooks have let pass', async (session, hooks) => {
    const agent = agentOf(session, { model: modelOf(new Error('away')) });
    await rejects(agent.invoke({ messages: [new HumanMessage('first')] }, thread));
    const handle = hooks.on('UserPromptSubmit', block);
    for (const text of ['second', 'third'])
      await rejects(agent.invoke({ messages: [new HumanMessage(text)] }, thread), HookBlockedError);
    handle.off();
    const results: unknown[] = [];
    hooks.on('UserPromptSubmit', ({ prompt }) => void results.push(prompt));
    const { messages } = await agent.invoke({ messages: [new HumanMessage('fourth')] }, thread);
    deepEqual(
      messages.map(({ text }) => text),
      ['first', 'fourth', 'done'],
    );
    deepEqual(results, ['fourth']);
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
  check('a turn that was cut off ends in no later run', async (session, hooks) => {
    const turns: unknown[] = [];
    hooks.on('TurnEnd', (event) => void turns.push(event.tools_used));
    const canceller = new AbortController();
    const tools = [noteTool('note', () => canceller.abort())];
    const agent = agentOf(session, { model: modelOf(calling(['note'])), tools });
    await rejects(agent.invoke(go, { ...thread, signal: canceller.signal }));
    await agent.invoke(go, { configurable: { thread_id: 'another' } });
    deepEqual(turns, [false]);
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
    const seen: unknown[] = [session.messages];
    hooks.on('TurnEnd', () => void seen.push(session.messages.map(({ text }) => text)));
    await agentOf(session, { model: modelOf(calling(['note'])), tools: [noteTool()] }).invoke(go);
    deepEqual(seen, [[], ['go', '', 'noted'], ['go', '', 'noted', 'done']]);
  }),
  check(
    'once a hook has stopped the agent, nobody in front of the hooks calls the model again',
    async (session, hooks) => {
      hooks.on('PreModelCall', { once: true }, () => ({ continue: false, stopReason: 'enough' }));
      const model = modelOf();
      const insists = createMiddleware({
        name: 'insists',
        wrapModelCall: async (call, next) => {
          try {
            return await next(call);
          } catch {
            return next(call);
          }
        },
      });
      const thrown = await agentOf(session, { model, middleware: [insists, session.middleware] })
        .invoke(go)
        .catch((error: unknown) => error);
      deepEqual([blockOf(thrown)?.reason, model.callCount], ['enough', 0]);
    },
  ),
  check('a run that is canceled while its last turn ends does not stop by itself', async (session, hooks) => {
    const stops: unknown[] = [];
    const canceller = new AbortController();
    hooks.on('TurnEnd', () => canceller.abort());
    hooks.on('Stop', (event) => void stops.push(event.hook_event_name));
    const { afterAgent, wrapModelCall } = session.middleware;
    const call = { messages: [], tools: [], systemMessage: { text: '' }, runtime: {}, model: modelOf() };
    await wrapModelCall?.(call as never, async () => new AIMessage('done'));
    const { hook } = afterAgent as { hook: (state: object, runtime: object) => Promise<unknown> };
    await rejects(hook({ messages: [] }, { signal: canceller.signal }), { name: 'AbortError' });
    deepEqual(stops, []);
  }),
];

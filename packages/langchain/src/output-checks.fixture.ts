import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { ToolMessage } from '@langchain/core/messages';
import { Command, interrupt } from '@langchain/langgraph';
import { createMiddleware } from 'langchain';
import { agentOf, type Check, calling, check, go, modelOf, says, sentTo, thread } from './check.fixture.ts';
import { noteTool } from './note-tool.fixture.ts';

const replaces = (updatedToolOutput: unknown): ReturnType<typeof says> =>
  says('PostToolUse', { updatedToolOutput });
const output = { modify: { PostToolUse: 'output' } } as const;

/** What tools give out. */
export const outputChecks: readonly Check[] = [
  check(
    'a tool that asks a person through an interrupt has not failed, and goes on later',
    async (session, hooks) => {
      const events: unknown[] = [];
      hooks.on(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'StopFailure'], (event) => {
        events.push(event.hook_event_name);
      });
      const tools = [noteTool('asks', () => `the person said ${interrupt('may I?')}`)];
      const agent = agentOf(session, { model: modelOf(calling(['asks'])), tools });
      await agent.invoke(go, thread);
      deepEqual(events, ['PreToolUse']);
      const { messages } = await agent.invoke(new Command({ resume: 'yes' }), thread);
      equal(messages.at(-2)?.text, 'the person said yes');
      deepEqual(events, ['PreToolUse', 'PreToolUse', 'PostToolUse']);
    },
  ),
  check(
    'of a tool that answers with a step of the graph hooks judge the message in it',
    async (session, hooks) => {
      const heard: unknown[] = [];
      hooks.on('PostToolUse', output, (event) => {
        heard.push(event.tool_response);
        return replaces('nothing to see')();
      });
      const toolMessage = new ToolMessage({ content: 'of another call', tool_call_id: 'x' });
      const steps = (_: unknown, { toolCall }: { toolCall: { id: string } }): Command =>
        new Command({
          update: {
            messages: [toolMessage, new ToolMessage({ content: 'secret', tool_call_id: toolCall.id })],
          },
        });
      const model = modelOf(calling(['steps']));
      await agentOf(session, { model, tools: [noteTool('steps', steps as never)] }).invoke(go);
      deepEqual(heard, ['secret']);
      match(sentTo(model, 1), /of another call.*nothing to see/);
      ok(!sentTo(model, 1).includes('secret'));
    },
  ),
  check(
    'a step of the graph that brings no message stays what it is, and what hooks add is read',
    async (session, hooks) => {
      const heard: unknown[] = [];
      hooks.on('PostToolUse', (event) => {
        heard.push(event.tool_response);
        return says('PostToolUse', { additionalContext: 'added after' })();
      });
      hooks.on('PreToolUse', says('PreToolUse', { additionalContext: 'added before' }));
      const tools = [
        noteTool('one', () => new Command({ update: { messages: 'none' } })),
        noteTool('two', () => new Command({})),
      ];
      const steps = createMiddleware({
        name: 'steps',
        wrapToolCall: async (request, next) => {
          const result = await next(request);
          ok(result instanceof Command);
          return new ToolMessage({ content: 'after all', tool_call_id: request.toolCall.id ?? '' });
        },
      });
      const model = modelOf(calling(['one'], ['two']));
      await agentOf(session, { model, tools, middleware: [steps, session.middleware] }).invoke(go);
      deepEqual(heard, [null, null]);
      match(sentTo(model, 1), /added before.*added after.*added before.*added after/);
    },
  ),
  check(
    'where an output is replaced, so is what the program alone reads beside it',
    async (session, hooks) => {
      const gives = (): unknown => ['the secret', { data: 'the secret' }];
      const tools = [
        noteTool('gives', gives, { responseFormat: 'content_and_artifact', metadata: { is: 'the secret' } }),
      ];
      const run = async (): Promise<string> => {
        const agent = agentOf(session, { model: modelOf(calling(['gives'])), tools });
        return JSON.stringify((await agent.invoke(go)).messages);
      };
      match(await run(), /artifact.*the secret/);
      hooks.on('PostToolUse', output, replaces('nothing to see'));
      const left = await run();
      ok(!left.includes('the secret'), left);
      match(left, /nothing to see/);
    },
  ),
  check('an output of blocks is read, replaced and added to as such', async (session, hooks) => {
    const heard: unknown[] = [];
    const block = { type: 'text', text: 'a' };
    const tools = [noteTool('gives', () => [block])];
    const run = async (): Promise<unknown> => {
      const agent = agentOf(session, { model: modelOf(calling(['gives'])), tools });
      return (await agent.invoke(go)).messages.at(-2)?.content;
    };
    const adding = hooks.on('PostToolUse', (event) => {
      heard.push(event.tool_response);
      return says('PostToolUse', { additionalContext: 'look' })();
    });
    deepEqual(await run(), [block, { type: 'text', text: 'look' }]);
    deepEqual(heard, [[block]]);
    adding.off();
    for (const [given, left] of [
      [[{ type: 'text', text: 'b' }], [{ type: 'text', text: 'b' }]],
      [['b'], '["b"]'],
      [[null], '[null]'],
      [[{ text: 'b' }], '[{"text":"b"}]'],
      [{ type: 'text' }, '{"type":"text"}'],
    ] as const) {
      const replacing = hooks.on('PostToolUse', output, replaces(given));
      deepEqual(await run(), left);
      replacing.off();
    }
  }),
  check(
    'a tool that says it failed is a failure, and where no hook minds, what it said stays',
    async (session, hooks) => {
      const events: unknown[] = [];
      hooks.on(['PostToolUse', 'PostToolUseFailure'], (event) => {
        events.push([event.hook_event_name, 'error' in event ? event.error : null]);
      });
      const fails = (_: unknown, { toolCall }: { toolCall: { id: string } }): ToolMessage =>
        new ToolMessage({ content: 'no hunter2', tool_call_id: toolCall.id, status: 'error', artifact: 1 });
      const run = async (): Promise<ToolMessage> => {
        const agent = agentOf(session, {
          model: modelOf(calling(['fails'])),
          tools: [noteTool('fails', fails as never)],
        });
        return (await agent.invoke(go)).messages.at(-2) as ToolMessage;
      };
      const plain = await run();
      deepEqual(
        [plain.content, plain.artifact, events],
        ['no hunter2', 1, [['PostToolUseFailure', 'no hunter2']]],
      );
      hooks.on('PostToolUseFailure', { modify: { PostToolUseFailure: 'output' }, once: true }, () => ({
        hookSpecificOutput: { hookEventName: 'PostToolUseFailure', updatedToolOutput: 'no' },
      }));
      const replaced = await run();
      deepEqual([replaced.content, replaced.status, replaced.artifact], ['no', 'error', undefined]);
      hooks.on('PostToolUseFailure', says('PostToolUseFailure', { additionalContext: 'why?' }));
      equal((await run()).content, 'no hunter2\n\nwhy?');
    },
  ),
  check(
    'a result that no hook changed is the very one, and one that became a text is that text',
    async (session, hooks) => {
      const { wrapToolCall } = session.middleware;
      const message = new ToolMessage({ content: 'noted', tool_call_id: 'a' });
      const request = { toolCall: { id: 'a', name: 'note', args: {} }, runtime: {}, state: { messages: [] } };
      const run = async (): Promise<unknown> => wrapToolCall?.(request as never, async () => message);
      hooks.on('PostToolUse', () => {});
      equal(await run(), message);
      hooks.on('PostToolUse', output, replaces('nothing to see'));
      equal(((await run()) as ToolMessage).content, 'nothing to see');
    },
  ),
];

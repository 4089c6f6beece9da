import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { z } from 'zod';
import type { AiSession } from './ai-session.ts';
import { type Check, callOf, check, echo, modelOf, sentTo } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';

const adds = (hookEventName: string, additionalContext: string) => () => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

/** What tools give out. */
export function outputChecks(sdk: Sdk): readonly Check[] {
  const { generateText, stepCountIs } = sdk;
  const stopWhen = stepCountIs(3);
  return [
    check('a stream that a plain function gives is read to its end', async (session) => {
      const streams = async function* (): AsyncGenerator<string> {
        yield 'half';
        yield 'whole';
      };
      const { hidden } = session.tools({ hidden: { ...echo(), execute: async () => streams() } });
      equal(await (hidden.execute as () => Promise<unknown>)(), 'whole');
    }),
    check('outputs of a streaming tool go on while they arrive where nobody judges them', async (session) => {
      deepEqual(await streamed(session), ['half', 'more', 'whole']);
    }),
    check('outputs of a streaming tool go on as soon as the next one is there', async (session) => {
      const order: string[] = [];
      const steps = {
        inputSchema: z.object({}),
        async *execute() {
          for (const output of ['half', 'more', 'whole']) {
            order.push(`sent ${output}`);
            yield output;
            // Whoever may read it has read it.
            for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
          }
        },
      };
      for await (const output of session.tools({ steps }).steps.execute()) order.push(`read ${output}`);
      deepEqual(order, ['sent half', 'sent more', 'read half', 'sent whole', 'read more', 'read whole']);
    }),
    check('outputs of a streaming tool are held where hooks judge them', async (session, hooks) => {
      hooks.on('PostToolUse', () => {});
      deepEqual(await streamed(session), ['whole']);
    }),
    check(
      'outputs of a streaming tool go on while they arrive where the agent wants them live',
      async (session, hooks) => {
        hooks.on('PostToolUse', () => {});
        deepEqual(await streamed(session), ['half', 'more', 'whole']);
      },
      { live: true },
    ),
    check('what hooks add stands beside what the tool itself shows the model', async (session, hooks) => {
      hooks.on('PostToolUse', adds('PostToolUse', 'mind the gap'));
      const shows = {
        text: () => ({ type: 'text', value: 'shown' }),
        content: () => ({ type: 'content', value: [{ type: 'text', text: 'shown' }] }),
        broken: (): never => {
          throw new Error('no');
        },
        none: undefined,
      };
      for (const [name, toModelOutput] of Object.entries(shows)) {
        const model = modelOf(sdk, [callOf('one', { text: 'plain' })]);
        const item = { ...echo(), ...(toModelOutput === undefined ? {} : { toModelOutput }) };
        const settings = session.settings({ model, tools: { one: item }, stopWhen });
        await generateText({ ...settings, prompt: 'go' } as never);
        const sent = sentTo(model, 1);
        match(sent, /mind the gap/, name);
        match(sent, name === 'text' || name === 'content' ? /shown/ : /plain/, name);
      }
    }),
    check('what was said of a call is not said of a later one of its id', async (session, hooks) => {
      hooks.on('PostToolUse', { once: true }, adds('PostToolUse', 'mind the gap'));
      const { call, show } = callable(session);
      await call();
      match(await show(), /mind the gap/);
      await call();
      doesNotMatch(await show(), /mind the gap/);
    }),
    check(
      'what was said and judged of calls is forgotten when another run begins',
      async (session, hooks) => {
        const requested: unknown[] = [];
        hooks.on('PreToolUse', (event) => {
          requested.push(event.tool_use_id);
          return adds('PreToolUse', 'mind the gap')();
        });
        const { call, show, judge: evaluate } = callable(session);
        await call();
        await evaluate();
        await session.run('go', async () => ({ text: 'done', steps: [] }));
        doesNotMatch(await show(), /mind the gap/);
        await call();
        deepEqual(requested, ['call-1', 'call-1', 'call-1']);
      },
    ),
    check('an output of nothing is shown as nothing', async (session) => {
      const model = modelOf(sdk, [callOf('one', { text: 'a' })]);
      const tools = { one: { ...echo(), execute: async () => undefined } };
      await generateText({ ...session.settings({ model, tools, stopWhen }), prompt: 'go' });
      match(sentTo(model, 1), /"output":\{"type":"json","value":null\}/);
    }),
  ];
}

/** A tool that is called, shown and judged under one id. */
function callable(session: AiSession): Readonly<Record<'call' | 'show' | 'judge', () => Promise<string>>> {
  const tools = session.tools({ one: echo() });
  const { execute, toModelOutput } = tools.one as unknown as Record<
    string,
    (...given: readonly object[]) => Promise<unknown>
  >;
  const { toolApproval } = session.settings({ toolApproval: undefined }) as unknown as {
    toolApproval: (question: object) => Promise<unknown>;
  };
  const input = { text: 'a' };
  const toolCallId = 'call-1';
  return {
    call: async () => JSON.stringify(await execute?.(input, { toolCallId })),
    show: async () => JSON.stringify(await toModelOutput?.({ toolCallId, output: 'plain' })),
    judge: async () =>
      JSON.stringify(await toolApproval({ toolCall: { toolCallId, toolName: 'one', input }, tools })),
  };
}

async function streamed(session: { tools<T extends object>(tools: T): T }): Promise<unknown> {
  const steps = {
    inputSchema: z.object({}),
    async *execute() {
      yield 'half';
      yield 'more';
      yield 'whole';
    },
  };
  const outputs: unknown[] = [];
  for await (const output of session.tools({ steps }).steps.execute()) outputs.push(output);
  return outputs;
}

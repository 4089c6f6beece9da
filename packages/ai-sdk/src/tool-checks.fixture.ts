import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { HookBlockedError } from '@hookmd/library/adapter';
import { z } from 'zod';
import { block, type Check, check, echo } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';

const rewrites = (updatedInput: object) => () =>
  ({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } }) as never;
const all = { modify: { PreToolUse: '*' } } as const;

/** Around the tools. */
export function toolChecks({ jsonSchema }: Sdk): readonly Check[] {
  return [
    check('a view of tools is what the tools are, at any time', async (session, hooks) => {
      hooks.on('PreToolUse', block);
      const tools: Record<string, object> = { one: echo(), client: { inputSchema: z.object({}) } };
      const view = session.tools(tools);
      equal(view.client, tools.client);
      tools.two = echo();
      view.three = echo();
      deepEqual(Object.keys(view), ['one', 'client', 'two', 'three']);
      const described = Object.getOwnPropertyDescriptor(view, 'two')?.value;
      const spread = { ...view };
      for (const tool of [view.one, view.two, view.three, spread.two, described])
        await rejects(async () => (tool as ReturnType<typeof echo>).execute({}), HookBlockedError);
      delete tools.two;
      equal(view.two, undefined);
      equal(Object.getOwnPropertyDescriptor(view, 'two'), undefined);
      const frozen = session.tools(Object.freeze({ one: Object.freeze(echo()) }));
      await rejects(async () => frozen.one.execute({}), HookBlockedError);
    }),
    check('a tool behind a getter is wrapped like any other', async (session, hooks) => {
      hooks.on('PreToolUse', block);
      const get = (): object => echo();
      const given = {
        changeable: Object.defineProperty({}, 'one', { get, enumerable: true, configurable: true }),
        lasting: Object.defineProperty({}, 'one', { get, enumerable: true }),
      };
      for (const [kind, tools] of Object.entries(given)) {
        const view = session.tools(tools) as Record<string, ReturnType<typeof echo>>;
        const spread = { ...view };
        const described = Object.getOwnPropertyDescriptor(view, 'one')?.value;
        for (const tool of [view.one, spread.one, described])
          await rejects(async () => tool?.execute({}), HookBlockedError, kind);
        deepEqual(Object.keys(view), ['one']);
      }
      const hidden = session.tools(Object.defineProperty({}, 'one', { get, configurable: true }));
      deepEqual(Object.keys(hidden), []);
      delete (hidden as { one?: unknown }).one;
      equal('one' in hidden, false);
    }),
    check(
      'a tool that is wrapped twice asks once, and handed on to a sub-agent it is the sub-agent’s',
      async (session, hooks) => {
        const requested: unknown[] = [];
        hooks.on('PreToolUse', (event) => void requested.push([event.tool_name, event.invoked_by]));
        const tools = session.tools({ one: echo() }, { server: 'desk' });
        const again = session.tools(session.tools(tools));
        deepEqual(await again.one.execute({ text: 'a' }), { text: 'a' });
        await session.subagent({ type: 'helper', task: 'help' }, (child) => async () => {
          await child.tools(tools).one.execute({ text: 'a' });
          return { text: '', steps: [] };
        });
        deepEqual(requested, [
          ['mcp__desk__one', 'main'],
          ['mcp__desk__one', 'subagent'],
        ]);
      },
    ),
    check('a tool that is an object of a class stays one', async (session) => {
      class Counter {
        readonly inputSchema = z.object({});
        #count = 0;
        execute = async (): Promise<number> => ++this.#count;
        get title(): string {
          return `counted ${this.#count}`;
        }
      }
      const { counter } = session.tools({ counter: new Counter() });
      deepEqual([await counter.execute(), await counter.execute()], [1, 2]);
      ok(counter instanceof Counter);
      const method = {
        inputSchema: z.object({}),
        name: 'mine',
        async execute() {
          return this.name;
        },
      };
      equal(await session.tools({ method }).method.execute(), 'mine');
    }),
    check('a call without hooks gives what the tool gives, and throws what it throws', async (session) => {
      const error = new Error('mine');
      const output = new Date();
      const tools = session.tools({
        gives: { ...echo(), execute: async () => output },
        throws: { ...echo(), execute: async () => Promise.reject(error) },
      });
      equal(await tools.gives.execute(), output);
      await rejects(
        async () => tools.throws.execute(),
        (thrown) => thrown === error,
      );
    }),
    check(
      'a changed input is held to the schema of the tool, whatever kind it is',
      async (session, hooks) => {
        const strict = z.object({ text: z.string() });
        const kinds = {
          standard: strict,
          lazy: () => strict,
          own: jsonSchema(
            {},
            {
              validate: (value) =>
                ({ success: strict.safeParse(value).success, value, error: new Error('no') }) as never,
            },
          ),
          untold: jsonSchema({}),
        };
        const tools = session.tools(
          Object.fromEntries(
            Object.entries(kinds).map(([name, inputSchema]) => [
              name,
              { ...echo(), inputSchema: inputSchema as never },
            ]),
          ),
        );
        const handle = hooks.on('PreToolUse', all, rewrites({ text: 7 }));
        const call = async (name: string): Promise<unknown> => tools[name]?.execute({ text: 'a' });
        for (const name of ['standard', 'lazy', 'own']) deepEqual(await call(name), { text: 'a' }, name);
        deepEqual(await call('untold'), { text: 7 });
        handle.off();
        hooks.on('PreToolUse', all, rewrites({ text: 'b' }));
        for (const name of Object.keys(kinds)) deepEqual(await call(name), { text: 'b' }, name);
      },
    ),
    check('what is no JSON reaches the tool as it is, where hooks leave it', async (session, hooks) => {
      const seen: unknown[] = [];
      hooks.on('PreToolUse', (event) => void seen.push(event.tool_input));
      const input = { when: new Date(0) };
      const tools = session.tools({ one: echo() });
      equal(await tools.one.execute(input), input);
      deepEqual(seen[0], { when: '1970-01-01T00:00:00.000Z' });
      await tools.one.execute('a string');
      deepEqual(seen[1], { value: 'a string' });
    }),
    check(
      'what cannot be written as JSON is judged all the same, and said of it in words',
      async (session, hooks) => {
        const seen: unknown[] = [];
        hooks.on('PreToolUse', (event) => void seen.push(event.tool_input));
        const { one: item } = session.tools({ one: echo() });
        const circle: { self?: object } = {};
        circle.self = circle;
        for (const input of [{ count: 5n }, 5n, circle]) equal(await item.execute(input), input);
        deepEqual(seen, [{ count: '5' }, { value: '5' }, { value: '[object Object]' }]);
      },
    ),
    check('a changed input is what the schema of the tool makes of it', async (session, hooks) => {
      const made = z.object({ count: z.coerce.bigint() });
      const standard = (validate: (value: unknown) => unknown): object => ({ '~standard': { validate } });
      const kinds = {
        standard: made,
        later: standard(async (value) => made.parseAsync(value).then((value) => ({ value }))),
        own: jsonSchema({}, { validate: (value) => ({ success: true, value: made.parse(value) }) as never }),
      };
      hooks.on('PreToolUse', all, rewrites({ count: 7 }));
      for (const [name, inputSchema] of Object.entries(kinds)) {
        const { tool } = session.tools({ tool: { ...echo(), inputSchema: inputSchema as never } });
        deepEqual(await tool.execute({ count: 5n }), { count: 7n }, name);
      }
      const issues = [{ message: 'no such thing' }];
      const rejected = { ...echo(), inputSchema: standard(async () => ({ issues })) as never };
      await rejects(async () => session.tools({ refused: rejected }).refused.execute({}), {
        message: 'no such thing',
      });
    }),
    check('coverage says which tools no hook can reach', async (session) => {
      const tools = {
        here: echo(),
        client: { inputSchema: z.object({}) },
        theirs: { type: 'provider', id: 'p.search', args: {}, inputSchema: z.object({}) },
      };
      const causes = (given: object): unknown =>
        session.coverage(given).map(({ tool, cause }) => [tool, cause]);
      deepEqual(causes(session.tools(tools)), [
        ['here', null],
        ['client', 'CLIENT_SIDE'],
        ['theirs', 'PROVIDER_EXECUTED'],
      ]);
      deepEqual(causes({ here: echo() }), [['here', 'NOT_WRAPPED']]);
    }),
  ];
}

import type { JsonObject } from '@hookmd/core/events';
import { describe, expect, it } from 'vitest';
import { defineHook } from './define-hook.ts';
import { evaluateModule } from './evaluate.ts';
import type { Facts } from './methods.ts';
import type { StandardSchema } from './standard-schema.ts';
import { makeEvent } from './testing/fixture.ts';

const logs: string[] = [];
const facts = (env: Record<string, string> = {}): Facts => ({
  env,
  signal: new AbortController().signal,
  log: (text) => logs.push(text),
  report: (error) => logs.push(String(error)),
});
const call = (tool_name: string, tool_input: JsonObject): (() => JsonObject) => {
  const text = JSON.stringify(makeEvent('PreToolUse', { tool_name, tool_input }));
  return () => JSON.parse(text) as JsonObject;
};
const evaluated = async (
  module: object,
  readEvent: () => JsonObject,
  env?: Record<string, string>,
): Promise<unknown> => (await evaluateModule(module, readEvent, facts(env))).result;

/** A schema of one text under `key`, which it hands on in capitals. */
function oneText<K extends string>(key: K): StandardSchema<{ [P in K]: string }> {
  const validate: StandardSchema<{ [P in K]: string }>['~standard']['validate'] = async (value) => {
    const text = (value as JsonObject)[key];
    if (typeof text !== 'string')
      return { issues: [{ message: 'not a string', path: [{ key }] }, { message: 'odd' }] };
    return { value: { [key]: text.toUpperCase() } as { [P in K]: string } };
  };
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

describe('a module of several hooks', () => {
  const message = (reason: string, only = reason): unknown =>
    defineHook({
      on: 'PreToolUse',
      run: (event, h) => (event.tool_input['command'] === only ? h.block(reason) : undefined),
    });
  const always = defineHook({ on: 'PreToolUse', run: (_, h) => h.block('always') });
  const stop = defineHook({ on: 'Stop', run() {} });

  it('asks `default` first, then by the names of exports; the first that says something decides', async () => {
    const module = {
      z: always,
      b: message('b'),
      a: message('a', 'b'),
      default: message('d'),
      helper: () => 1,
      stop,
    };
    for (const [command, reason] of Object.entries({ d: 'd', b: 'a', x: 'always' }))
      expect(await evaluated(module, call('Bash', { command }))).toEqual({ decision: 'block', reason });
  });

  it('fails on an event that none of them is about, and names what they are about', async () => {
    await expect(evaluated({ always, stop }, () => makeEvent('SessionEnd', {}))).rejects.toThrow(
      'the event is SessionEnd, but the module has hooks on PreToolUse, Stop',
    );
  });

  it('shows no hook what another did to its event', async () => {
    const spoils = defineHook({
      on: 'PreToolUse',
      run(event) {
        (event.tool_input as Record<string, unknown>)['command'] = 'spoilt';
      },
    });
    const shows = defineHook({ on: 'PreToolUse', run: (e, h) => h.block(String(e.tool_input['command'])) });
    expect(await evaluated({ a: spoils, b: shows }, call('Bash', { command: 'ls' }))).toMatchObject({
      reason: 'ls',
    });
  });
});

describe('a hook about some tools', () => {
  const hook = defineHook({
    on: 'PreToolUse',
    tools: {
      'mcp__jira__*': oneText('any'),
      mcp__jira__delete: oneText('exact'),
      '*_end': oneText('end'),
      'a*b*c': oneText('mid'),
      'x*yz*z': oneText('twice'),
    },
    run: (event, h) => [h.block(JSON.stringify(event.tool_input)), h.modify({ any: 'patched' })],
  });
  const requested = (tool: string, input: JsonObject): Promise<unknown> =>
    evaluated({ hook }, call(tool, input));

  it.each([
    ['mcp__jira__create', 'any'],
    ['mcp__jira__', 'any'],
    ['mcp__jira__delete', 'exact'],
    ['the_end', 'end'],
    ['aXbYc', 'mid'],
    ['abc', 'mid'],
  ])('reads the input of %s by the schema for %s', async (tool, key) => {
    expect(await requested(tool, { [key]: 'x' })).toMatchObject({ reason: JSON.stringify({ [key]: 'X' }) });
  });

  it.each(['Bash', 'mcp__jira', 'xmcp__jira__a', 'ab', 'acb', 'xyz', 'toString', '__proto__'])(
    'has no opinion on %s',
    async (tool) => {
      expect(await requested(tool, {})).toBeNull();
    },
  );

  it('fails where an input does not fit, with every problem and its place', async () => {
    await expect(requested('the_end', { end: 1 })).rejects.toThrow(
      'tool_input of the_end does not fit its schema: end: not a string; odd',
    );
  });

  it('patches the input that the agent gave, not what the schema made of it', async () => {
    expect(await requested('mcp__jira__x', { any: 'x', other: 1 })).toMatchObject({
      input: { any: 'patched', other: 1 },
    });
  });
});

describe('options', () => {
  const raw = defineHook({ on: 'Stop', run: (_, h) => h.continueWith(JSON.stringify(h.options)) });
  const typed = defineHook({
    on: 'Stop',
    options: oneText('team'),
    run: (_, h) => h.continueWith(h.options.team),
  });
  const stop = (): JsonObject => makeEvent('Stop', {});

  it('are what the settings say, and nothing where they say nothing', async () => {
    expect(await evaluated({ raw }, stop, { HOOK_OPTIONS: '{"a":[1]}' })).toEqual({
      followUps: ['{"a":[1]}'],
    });
    expect(await evaluated({ raw }, stop)).toEqual({ followUps: ['{}'] });
  });

  it('are read by their schema, and a run fails where they do not fit', async () => {
    expect(await evaluated({ typed }, stop, { HOOK_OPTIONS: '{"team":"core"}' })).toEqual({
      followUps: ['CORE'],
    });
    await expect(evaluated({ typed }, stop)).rejects.toThrow('the options of the package does not fit');
    await expect(evaluated({ raw }, stop, { HOOK_OPTIONS: '[]' })).rejects.toThrow('HOOK_OPTIONS');
  });
});

describe('onFailure: block', () => {
  it.each([
    [
      'run throws',
      {
        run: () => {
          throw new Error('broken');
        },
      },
      'the hook failed: Error: broken',
    ],
    [
      'run throws nothing',
      {
        run: () => {
          throw null;
        },
      },
      'the hook failed: it threw null',
    ],
    [
      'an input does not fit',
      { tools: { Bash: oneText('text') }, run() {} },
      'the hook failed: TypeError: tool_input of Bash',
    ],
    ['options do not fit', { options: oneText('text'), run() {} }, 'the hook failed: TypeError: the options'],
    ['an answer is none', { run: () => true as never }, 'the hook failed: TypeError: run returned'],
  ])('blocks where %s, and tells people why', async (_, parts, reason) => {
    logs.length = 0;
    const hook = defineHook({ on: 'PreToolUse', onFailure: 'block', ...parts });
    expect(await evaluated({ hook }, call('Bash', {}))).toEqual({
      decision: 'block',
      reason: expect.stringContaining(reason),
    });
    expect(logs).toHaveLength(1);
  });
});

describe('several answers', () => {
  const output = (run: (h: never) => unknown, on = 'PreToolUse'): Promise<unknown> => {
    const hook = defineHook({ on, run: (_: unknown, h: never) => run(h) } as never);
    return evaluated({ hook }, () =>
      makeEvent(on as 'Stop', on === 'PreToolUse' ? { tool_input: { a: 1, b: 2 } } : {}),
    );
  };
  // biome-ignore lint/suspicious/noExplicitAny: every verb of every event
  const print = (make: (h: any) => unknown) => make as (h: never) => unknown;

  it.each<[string, (h: never) => unknown, string, JsonObject]>([
    [
      'two blocks',
      print((h) => [h.block('a'), h.block('b'), undefined]),
      'PreToolUse',
      { decision: 'block', reason: 'a\nb' },
    ],
    [
      'patches of different keys',
      print((h) => [h.modify({ a: 5 }), h.modify({ c: 6 })]),
      'PreToolUse',
      { input: { a: 5, b: 2, c: 6 } },
    ],
    ['texts', print((h) => [h.addContext('a'), h.addContext('b')]), 'PreToolUse', { context: ['a', 'b'] }],
    [
      'hints and keys',
      print((h) => [h.hint('a'), h.redact('x'), h.hint('b'), h.redact('y.z')]),
      'PreModelCall',
      { hint: 'a\nb', redact: ['x', 'y.z'] },
    ],
    [
      'an allow beside a patch',
      print((h) => [h.allow(), h.modify({ a: 5 })]),
      'PermissionRequest',
      { decision: 'allow', input: expect.objectContaining({ a: 5 }) },
    ],
    [
      'tools',
      print((h) => h.keepTools('Read', { name: 'Grep' })),
      'PreToolSelection',
      { tools: ['Read', { name: 'Grep' }] },
    ],
  ])('of %s are merged', async (_, run, on, expected) => {
    expect(await output(run, on)).toEqual(expected);
  });

  it.each<[string, (h: never) => unknown, string]>([
    ['a block and an ask', print((h) => [h.block('a'), h.ask('b')]), 'PreToolUse'],
    ['patches of one key', print((h) => [h.modify({ a: 5 }), h.modify({ a: 6 })]), 'PreToolUse'],
    ['a host action and messages', print((h) => [h.callback('compact'), h.replaceMessages([])]), 'Stop'],
    ['two outputs', print((h) => [h.redact('a'), h.redact('b')]), 'PostToolUse'],
    ['lists of lists', print((h) => [[h.block('a')]]), 'PreToolUse'],
  ])('of %s are a failed run', async (_, run, on) => {
    await expect(output(run, on)).rejects.toThrow(
      /two results that differ in|exclude each other|that is not a result/,
    );
  });

  it.each<[string, (h: never) => unknown, string]>([
    ['modify', print((h) => h.modify('x')), 'PreToolUse'],
    ['addContext', print((h) => h.addContext(1)), 'PreToolUse'],
    ['continueWith', print((h) => h.continueWith('a', 1)), 'Stop'],
    ['replaceMessages', print((h) => h.replaceMessages([{ role: 'system', content: 'x' }])), 'Stop'],
    ['callback', print((h) => h.callback('compact', { keep: 10 })), 'TurnEnd'],
    ['redact', print((h) => h.redact()), 'PostToolUse'],
    ['hint', print((h) => h.hint()), 'PreModelCall'],
  ])('of %s with something that it does not take are a failed run', async (method, run, on) => {
    await expect(output(run, on)).rejects.toThrow(`h.${method} takes `);
  });
});

describe('defineHook', () => {
  it.each([
    [{ on: 'PreToolUs', run() {} }, 'must be the name of an event'],
    [{ on: 'Stop' }, '`run` must be a function'],
    [{ on: 'Stop', tools: {}, run() {} }, 'is not about a tool'],
    [{ on: 'PreToolUse', tools: {}, run() {} }, 'names no tool'],
    [{ on: 'Stop', onFailure: 'block', run() {} }, 'does not permit `onFailure: block`'],
    [{ on: 'PreToolUse', onFailure: 'continue', run() {} }, 'does not permit `onFailure: continue`'],
  ])('says to those without types what is wrong with %j', (spec, why) => {
    expect(() => defineHook(spec as never)).toThrow(why);
  });
});

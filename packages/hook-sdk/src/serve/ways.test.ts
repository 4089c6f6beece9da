import type { EventName, HookEvent, JsonObject } from '@hookmd/core/events';
import { claude, foreignWord, kodelet } from '@hookmd/core/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../testing/fixture.ts';
import { type Built, buildModule, type WarmClient } from './served.fixture.ts';

/** One hook for each event that Kodelet has, told by the event itself what to do. */
const HANDLER = `
import { defineHook } from '@hookmd/sdk';
export const before = defineHook({ on: 'PreToolUse', run(event, h) {
  const { command, timeout } = event.tool_input;
  console.log('noise', command);
  if (event.tool_name === 'Edit') return h.modify({ new_string: event.tool_input.old_string + '!' });
  if (event.tool_name === 'Nothing') return h.modify({ added: [1, { deep: null }] });
  if (command === 'block') return h.block('not this: ä€');
  if (command === 'throw') throw new Error('on purpose');
  if (command === 'slow') return h.modify({ timeout: timeout * 2 });
  if (command === 'view') return h.block(JSON.stringify([event.tool.kind, event.tool.command, event.tool.paths]));
} });
export const after = defineHook({ on: 'PostToolUse', run: (event, h) =>
  event.tool_response === null ? undefined : typeof event.tool_response === 'string'
    ? h.redact(event.tool_response.replace('secret', '[redacted]'))
    : h.redact({ ...event.tool_response, stdout: '[redacted]' }) });
export const failed = defineHook({ on: 'PostToolUseFailure', run: (event, h) =>
  h.redact(event.error.replace('secret', '[redacted]')) });
export const prompt = defineHook({ on: 'UserPromptSubmit', run: (event, h) =>
  event.prompt.includes('drop table') ? h.block('no tables') : undefined });
export const stop = defineHook({ on: 'Stop', run(event, h) {
  if (event.stop_hook_active) return h.callback('compact', { keep: '10' });
  if (event.messages?.length) return h.replaceMessages([{ role: 'user', content: event.messages.length + ' messages' }]);
  return [h.continueWith('run the tests', 'then lint'), h.continueWith('and push')];
} });
export const turn = defineHook({ on: 'TurnEnd', run: (event, h) =>
  event.turn_number > 2 ? h.callback('compact') : undefined });
`;

const shell = (fields: JsonObject): JsonObject => ({ tool_name: 'Bash', tool_input: fields });

/** Played every way, and the same answer is read from each. */
const cases: readonly (readonly [title: string, event: EventName, fields: JsonObject])[] = [
  ['no opinion', 'PreToolUse', shell({ command: 'ls' })],
  ['a block', 'PreToolUse', shell({ command: 'block' })],
  ['a view of the call', 'PreToolUse', shell({ command: 'view' })],
  ['a changed argument', 'PreToolUse', shell({ command: 'slow', timeout: 1500 })],
  [
    'arguments that are called otherwise',
    'PreToolUse',
    { tool_name: 'Edit', tool_input: { file_path: '/a', old_string: 'x', new_string: 'y' } },
  ],
  ['a tool that only we know', 'PreToolUse', { tool_name: 'Nothing', tool_input: { a: 1 } }],
  ['an output of a shell', 'PostToolUse', { ...shell({}), tool_response: { stdout: 'secret', stderr: 'x' } }],
  ['an output that is text', 'PostToolUse', { tool_name: 'Read', tool_response: 'a secret text' }],
  ['a result without output', 'PostToolUse', { tool_name: 'Read', tool_response: null }],
  ['an error', 'PostToolUseFailure', { ...shell({ command: 'ls' }), error: 'a secret error' }],
  ['a message', 'UserPromptSubmit', { prompt: 'drop table users' }],
  ['a message without objection', 'UserPromptSubmit', { prompt: 'Hello.' }],
  ['a conversation', 'Stop', { messages: [{ role: 'user', content: 'Hello.' }] }],
  ['follow-ups', 'Stop', { messages: [] }],
  ['a turn', 'TurnEnd', { turn_number: 3 }],
  ['a turn without opinion', 'TurnEnd', { turn_number: 1 }],
];

describe('a built module', () => {
  let built: Built;
  let warm: WarmClient;
  beforeAll(async () => {
    built = await buildModule(HANDLER);
    warm = built.warm();
  });
  afterAll(async () => {
    await warm.end();
    built.remove();
  });

  it.each(cases.map(([title, name, fields], index) => ({ title, name, fields, id: index + 1 })))(
    'answers $title the same way in a fresh process, a warm one and as an executable of Kodelet',
    async ({ name, fields, id }) => {
      const event = makeEvent(name, fields) as unknown as HookEvent;
      const word = foreignWord('kodelet', name) ?? '';

      const fresh = built.run(event as unknown as JsonObject);
      expect(fresh).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\{.*\}\n$/) });
      const output = claude.readOutput(JSON.parse(fresh.stdout), event, name);
      expect(output).toMatchObject({ output: {}, warnings: [] });

      const { document } = await warm.ask(id, event as unknown as JsonObject);
      expect(document).toEqual(JSON.parse(fresh.stdout));

      const native = built.run(kodelet.writeEvent(event, word), 'run');
      expect(native).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\{.*\}\n$/) });
      expect(kodelet.readOutput(JSON.parse(native.stdout), event, word)).toEqual(output);
    },
  );

  it('fails where it throws, whichever way it is asked', async () => {
    const event = makeEvent('PreToolUse', shell({ command: 'throw' }));
    const stack = /Error: on purpose\n +at .*run \(.*src\/handler\.ts:9:/;
    const failed = { status: 1, stdout: '', stderr: expect.stringMatching(stack) };
    expect(built.run(event)).toMatchObject(failed);
    const payload = kodelet.writeEvent(event as unknown as HookEvent, 'before_tool_call');
    expect(built.run(payload, 'run')).toMatchObject(failed);
    expect((await warm.ask(100, event)).header).toEqual({
      id: 100,
      error: 'Error: on purpose',
      stderr: expect.stringMatching(stack),
    });
  });

  it('says what arguments it knows', () => {
    expect(built.run('', 'walk')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('fresh, warm'),
    });
  });
});

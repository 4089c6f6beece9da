import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHooks } from '../create-hooks.ts';
import type { Hooks } from '../hooks.ts';
import type { Session } from '../session/session.ts';
import { methodRows } from './methods.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookmd-calls-'));
const project = join(folder, 'project');
mkdirSync(project);
const places = { home: join(folder, 'home'), project, cwd: project, environment: {} };
const opened: Hooks[] = [];
afterAll(async () => {
  await Promise.all(opened.map((hooks) => hooks.close()));
  rmSync(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: what a program without types may do
type Untyped = any;
type Wrong = readonly [call: string, does: (session: Untyped, hooks: Untyped) => unknown, says: string];

const call = { name: 'Bash', input: { command: 'ls' } };
const request = { provider: 'p', model: 'm', messages: [] };
const nothing = (): null => null;

const wrong: readonly Wrong[] = [
  ['session.tool', ({ tool }) => tool(), '`call` must be an object; found nothing. `execute` must be a'],
  ['session.tool', ({ tool }) => tool(call), '`execute` must be a function; found nothing.'],
  ['session.tool', ({ tool }) => tool('Bash', nothing), '`call` must be an object; found the string "Bash".'],
  ['session.tool', ({ tool }) => tool(nothing, call), '`call` must be an object; found a function.'],
  ['session.tool', ({ tool }) => tool({ name: 'Bash' }, nothing), '`call.input` must be an object; found'],
  ['session.tool', ({ tool }) => tool({ ...call, input: '{}' }, nothing), '`call.input` must be an object'],
  ['session.tool', ({ tool }) => tool({ input: {} }, nothing), '`call.name` must be text; found nothing.'],
  ['session.tool', ({ tool }) => tool({ ...call, id: 7 }, nothing), '`call.id` must be text; found'],
  [
    'session.tool',
    ({ tool }) => tool({ ...call, needPermission: true }, nothing),
    '`needPermission` is none of `call`. Did you mean "needsPermission"?',
  ],
  [
    'session.tool',
    ({ tool }) => tool({ ...call, needsPermission: 'yes' }, nothing),
    '`call.needsPermission` must be `true` or `false`; found the string "yes".',
  ],
  ['session.tool', ({ tool }) => tool({ ...call, check: {} }, nothing), '`call.check` must be a function'],
  ['session.tool', ({ tool }) => tool({ ...call, signal: 1 }, nothing), '`call.signal` must be an AbortSi'],
  ['session.preToolUse', ({ preToolUse }) => preToolUse('Bash', {}), '`call` must be an object; found the'],
  ['session.postToolUse', ({ postToolUse }) => postToolUse('done'), '`run` must be an object; found the'],
  [
    'session.postToolUse',
    ({ postToolUse }) => postToolUse({ ...call, durationMs: '5' }, 'done'),
    '`run.durationMs` must be a number; found the string "5".',
  ],
  ['session.postToolUseFailure', ({ postToolUseFailure }) => postToolUseFailure(), '`run` must be an object'],
  ['session.model', ({ model }) => model(), '`request` must be an object; found nothing. `call` must be a'],
  ['session.model', ({ model }) => model(request), '`call` must be a function; found nothing.'],
  ['session.model', ({ model }) => model({ ...request, messages: 'hi' }, nothing), '`request.messages` must'],
  ['session.model', ({ model }) => model({ ...request, tools: {} }, nothing), '`request.tools` must be a li'],
  ['session.model', ({ model }) => model(request, nothing, 7), '`usageOf` must be a function; found the num'],
  [
    'session.preModelCall',
    ({ preModelCall }) => preModelCall([]),
    '`request` must be an object; found a list',
  ],
  [
    'session.postModelCall',
    ({ postModelCall }) => postModelCall(request, 'hi', { input_tokens: 5 }),
    '`usage.output_tokens` must be a number; found nothing.',
  ],
  ['session.prompt', ({ prompt }) => prompt(), '`text` must be text; found nothing.'],
  ['session.prompt', ({ prompt }) => prompt({ role: 'user' }), '`text` must be text; found an object.'],
  [
    'session.prompt',
    ({ prompt }) => prompt('hello', { signal: AbortSignal.timeout(1000) }),
    '`signal` must be an AbortSignal, such as `controller.signal`; found an object.',
  ],
  ['session.turn', ({ turn }) => turn(), '`report` must be an object; found nothing.'],
  [
    'session.turn',
    ({ turn }) => turn({ toolUsed: true }),
    '`toolUsed` is none of `report`. Did you mean "toolsUsed"? `report.toolsUsed` must be `true` or `false`',
  ],
  [
    'session.turn',
    ({ turn }) => turn({ toolsUsed: 2 }),
    '`report.toolsUsed` must be `true` or `false`; found',
  ],
  ['session.stop', ({ stop }) => stop('done'), '`report` must be an object; found the string "done".'],
  [
    'session.stop',
    ({ stop }) => stop({ messages: [{ role: 'system', content: 'x' }, null] }),
    '`report.messages[0].role` must be `user` or `assistant`; found the string "system". `report.messages[1]` must be',
  ],
  ['session.stop', ({ stop }) => stop({ lastMessage: 'x' }), '`lastMessage` is none of `report`.'],
  ['session.compact', ({ compact }) => compact(), '`request` must be an object; found nothing.'],
  [
    'session.compact',
    ({ compact }) => compact({ trigger: 'now' }, 'short'),
    '`request.trigger` must be `manual` or `auto`; found the string "now". `run` must be a function; found the string',
  ],
  ['session.subagent', ({ subagent }) => subagent(nothing), '`options` must be an object; found a function.'],
  [
    'session.subagent',
    ({ subagent }) => subagent({ typ: 'explorer' }, nothing),
    '`typ` is none of `options`. Did you mean "type"? `options.type` must be a non-empty string; found nothing.',
  ],
  ['session.subagent', ({ subagent }) => subagent({ type: 'x' }), '`run` must be a function; found nothing.'],
  [
    'session.dispatch',
    ({ dispatch }) => dispatch('Notificaton', { message: 'x' }),
    'the string "Notificaton" is no event. Did you mean "Notification"?',
  ],
  ['session.dispatch', ({ dispatch: send }) => send(), 'nothing is no event.'],
  [
    'session.dispatch',
    ({ dispatch }) => dispatch('Notification', 'x'),
    '`payload` must be an object; found the string "x".',
  ],
  ['session.end', ({ end }) => end(new Error('x')), '`reason` must be text; found an object.'],
  [
    'session.concerns',
    async ({ concerns }) => concerns('Stopp'),
    'the string "Stopp" is no event. Did you mean',
  ],
  ['hooks.dispatch', (_, { dispatch }) => dispatch('constructor'), 'the string "constructor" is no event.'],
  [
    'hooks.dispatch',
    (_, { dispatch }) => dispatch('SessionEnd', null),
    '`payload` must be an object; found nothing.',
  ],
  ['hooks.quiet', async (_, { quiet }) => quiet('commit'), '`run` must be a function; found nothing.'],
  ['hooks.quiet', async (_, { quiet }) => quiet(nothing), '`context` must be a non-empty string; found'],
  ['judge', async (_, { rules }) => rules({})('Bash'), '`call` must be an object; found the string "Bash".'],
  ['hooks.coverage', async (_, { coverage }) => coverage({}), '`tools` must be a list; found an object.'],
  [
    'hooks.coverage',
    async (_, { coverage }) => coverage([{ name: 'Bash', runs: 'remote', isWrapped: true }]),
    '`tools[0].runs` must be `here`, `provider` or `client`; found the string "remote".',
  ],
  [
    'hooks.rules',
    async (_, { rules }) => rules(nothing as never),
    '`rules` must be an object; found a function.',
  ],
  [
    'hooks.rules',
    async (_, { rules }) => rules({ denied: ['Read'] } as never),
    '`denied` is none of `rules`.',
  ],
  [
    'hooks.rules',
    async (_, { rules }) => rules({ ask: 'Read' } as never),
    '`rules.ask` must be a list; found',
  ],
  [
    'judge',
    async (_, { rules }) => rules({ deny: ['Read'] })({ name: 'Read' } as never),
    '`call.input` must be an object; found nothing.',
  ],
];

describe.each([false, true])('a wrong call, while a hook listens: %s', (isHeard) => {
  let session: Session;
  let hooks: Hooks;
  let requested = 0;
  beforeAll(async () => {
    hooks = await createHooks(places);
    opened.push(hooks);
    session = await hooks.session();
    const events = [
      'PreToolUse',
      'PreModelCall',
      'UserPromptSubmit',
      'TurnEnd',
      'Stop',
      'SubagentStart',
    ] as const;
    if (!isHeard) return;
    hooks.on(events, () => {
      requested += 1;
    });
  });

  it.each(wrong)('of %s is refused, and asks and does nothing (%#)', async (name, does, message) => {
    await expect(does(session, hooks)).rejects.toMatchObject({
      code: 'CALL_INVALID',
      message: expect.stringContaining(`Invalid arguments for \`${name}\`: `),
    });
    await expect(does(session, hooks)).rejects.toThrow(message);
    expect(requested).toBe(0);
  });
});

it('a wrong call rejects what it gives: nothing is thrown before', async () => {
  const hooks = await createHooks(places);
  opened.push(hooks);
  const session: Untyped = await hooks.session();
  for (const method of Object.keys(methodRows)) {
    const given: unknown = session[method](0, 0);
    await expect(given).rejects.toMatchObject({ code: 'CALL_INVALID' });
  }
});

it('a sub-agent is told of wrong calls too', async () => {
  const hooks = await createHooks(places);
  opened.push(hooks);
  const session = await hooks.session();
  const going = session.subagent({ type: 'explorer' }, (child: Untyped) => child.tool(call));
  await expect(going).rejects.toMatchObject({ code: 'CALL_INVALID' });
});

it('a call may have what the model or the agent adds to it', async () => {
  const hooks = await createHooks(places);
  opened.push(hooks);
  const session = await hooks.session();
  const more = { ...call, type: 'tool_use', caller: { type: 'direct' }, index: 0, cache_control: null };
  expect(await session.tool(more, () => 'ran')).toMatchObject({ kind: 'done', output: 'ran' });
});

it('options of a callback that stand behind its function are not passed over', async () => {
  const hooks: Untyped = await createHooks(places);
  opened.push(hooks);
  expect(() => hooks.on('PreToolUse', nothing, { onFailure: 'block' })).toThrow(
    expect.objectContaining({
      code: 'CALLBACK_INVALID',
      message: expect.stringContaining('before the function'),
    }),
  );
  for (const options of [null, 'mine', [], 5])
    expect(() => hooks.on('PreToolUse', options, nothing)).toThrow(
      expect.objectContaining({
        code: 'CALLBACK_INVALID',
        message: expect.stringContaining('`options` must be an'),
      }),
    );
});

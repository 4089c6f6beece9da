import { getEventListeners } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createHooks } from './create-hooks.ts';
import type { Hooks } from './hooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookmd-library-'));
const project = join(folder, 'project');
mkdirSync(project);
afterAll(() => rmSync(folder, { recursive: true }));

function writePackage(name: string, manifest: string): void {
  const dir = join(folder, 'home/.hookmd/hooks', name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'HOOK.md'), `---\n${manifest}\n---\n`);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(5);
}

const open = (signal?: AbortSignal): Promise<Hooks> =>
  createHooks({
    ...(signal === undefined ? {} : { signal }),
    home: join(folder, 'home'),
    project,
    cwd: project,
    environment: { PATH: process.env.PATH },
    trust: 'all',
  });

describe('two Hooks objects of one process', () => {
  it('end what they started themselves, and nothing of each other', async () => {
    writePackage(
      'waits',
      'events: [Stop]\nshell: true\ncommand: ": > $HOOK_SESSION_ID; until [ -e go ]; do sleep 0.01; done"',
    );
    const [item, entry] = [await open(), await open()];
    const ended = item.dispatch('Stop', { session_id: 'one' });
    const going = entry.dispatch('Stop', { session_id: 'other' });
    await until(() => existsSync(join(project, 'one')) && existsSync(join(project, 'other')));
    item.close();
    expect((await ended).decision.hooks[0]).toMatchObject({ outcome: 'canceled', cause: 'ABORTED' });
    writeFileSync(join(project, 'go'), '');
    expect((await going).decision.hooks[0]).toMatchObject({ outcome: 'success' });
    entry.close();
  });

  it('do not share their callbacks', async () => {
    const [element, value] = [await open(), await open()];
    element.on('SessionEnd', { name: 'mine' }, () => {});
    const names = async (hooks: Hooks): Promise<readonly string[]> =>
      (await hooks.dispatch('SessionEnd')).decision.hooks.map(({ name }) => name);
    expect([await names(element), await names(value)]).toEqual([['mine'], []]);
  });
});

it('a signal that outlives its Hooks objects keeps nothing of them', async () => {
  const { signal } = new AbortController();
  const hooks = await open(signal);
  await hooks.dispatch('SessionEnd');
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await hooks.close();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

describe('a callback', () => {
  it('is typed by its events', async () => {
    const hooks = await open();
    hooks.on(
      'PreToolUse',
      (event) => expectTypeOf(event.tool.paths).toEqualTypeOf<readonly string[]>() as never,
    );
    hooks.on(['SessionStart', 'SessionEnd'], (event) => {
      if (event.hook_event_name === 'SessionEnd') expectTypeOf(event.reason).toBeString();
    });
    // @ts-expect-error a typo in an event does not compile
    expect(() => hooks.on('PreToolUs', () => {})).toThrow('PreToolUse');
  });

  it.each([
    ['an object with no key of an answer', { block: true, reason_: 'no' }, 'BAD_OUTPUT', 'block'],
    ['a list', ['block'], 'BAD_OUTPUT', 'block'],
    ['an object that tells what it is as JSON', { toJSON: () => ({ decision: 'block' }) }, null, 'block'],
    ['an object with one key too many', { block: true, decision: 'allow' }, null, 'none'],
    ['an empty object', {}, null, 'none'],
  ])(
    'that returns %s has answered, or failed, and never merely said nothing',
    async (_, output, cause, decision) => {
      const hooks = await open();
      hooks.on('PreToolUse', { onFailure: 'block' }, () => output as never);
      const fired = await hooks.dispatch('PreToolUse', { tool_name: 'X', tool_input: {}, tool_use_id: 'x' });
      expect([fired.decision.hooks[0]?.cause, fired.decision.decision]).toEqual([cause, decision]);
      await hooks.close();
    },
  );

  it('rests after five failures in a row, and a namesake that takes its place does not', async () => {
    const hooks = await open();
    const fail = (): never => {
      throw new Error('broken');
    };
    const cause = async (): Promise<unknown> => (await hooks.dispatch('SessionEnd')).decision.hooks[0]?.cause;
    const handle = hooks.on('SessionEnd', { name: 'fails' }, fail);
    const causes = [];
    for (let round = 0; round < 6; round++) causes.push(await cause());
    expect(causes).toEqual([...Array(5).fill('THROWN'), 'BREAKER_OPEN']);
    handle.off();
    hooks.on('SessionEnd', { name: 'fails' }, fail);
    expect(await cause()).toBe('THROWN');
  });
});

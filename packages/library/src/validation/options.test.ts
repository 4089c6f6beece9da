import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHooks } from '../create-hooks.ts';
import type { HooksOptions } from '../hooks.ts';
import type { SessionOptions } from '../session/session.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookmd-options-'));
const home = join(folder, 'home');
const project = join(folder, 'project');
for (const one of [home, project]) mkdirSync(one);
afterAll(() => rmSync(folder, { recursive: true }));

const right = { home, project, cwd: project, environment: {} };
/** A wrong option, as JavaScript lets it be given, and the sentence about it. */
type Wrong = readonly [given: unknown, says: string];

const ofHooks: readonly Wrong[] = [
  [null, '`options` must be an object; found nothing.'],
  ['/home/me', '`options` must be an object; found the string "/home/me".'],
  [[], '`options` must be an object; found a list.'],
  [{ hom: home }, '`hom` is no option. Did you mean "home"?'],
  [{ noHook: true }, '`noHook` is no option. Did you mean "noHooks"?'],
  [{ constructor: 1 }, '`constructor` is no option.'],
  [{ home: 5 }, '`home` must be a non-empty string; found the number 5.'],
  [{ home: '' }, '`home` must be a non-empty string; found the string "".'],
  [{ project: null }, '`project` must be a non-empty string; found nothing.'],
  [{ cwd: new URL('file:///tmp') }, '`cwd` must be a non-empty string; found an object.'],
  [{ state: Promise.resolve('') }, 'found a promise, so perhaps an `await` is missing.'],
  [{ agent: Symbol('me') }, '`agent` must be a non-empty string; found a symbol.'],
  [{ roots: 'hooks' }, '`roots` must be a list; found the string "hooks".'],
  [{ settings: ['a.json', 7] }, '`settings[1]` must be a non-empty string; found the number 7.'],
  [{ environment: [] }, '`environment` must be an object; found a list.'],
  [{ environment: { TOKEN: 12_345 } }, '`environment.TOKEN` must be a string.'],
  [{ trust: 'ALL' }, '`trust` must be `approved` or `all`; found the string "ALL".'],
  [{ trust: true }, '`trust` must be `approved` or `all`; found true.'],
  [{ build: {} }, '`build` must be a function; found an object.'],
  [{ models: 'gpt' }, '`models` must be a function; found the string "gpt".'],
  [{ noHooks: 'yes' }, '`noHooks` must be `true` or `false`; found the string "yes".'],
  [{ budgetMs: Number.NaN }, '`budgetMs` must be a number of milliseconds above zero, or null for no limit'],
  [{ budgetMs: Number.POSITIVE_INFINITY }, 'or null for no limit; found the number Infinity.'],
  [{ budgetMs: '5s' }, 'or null for no limit; found the string "5s".'],
  [{ watch: 1 }, '`watch` must be `true`, `false` or an object with `files`; found the number 1.'],
  [{ watch: {} }, '`watch.files` must be a list; found nothing.'],
  [{ watch: { files: '.env' } }, '`watch.files` must be a list; found the string ".env".'],
  [{ watch: { files: [''], file: 1 } }, '`watch.files[0]` must be a non-empty string; found the string "".'],
  [{ signal: new AbortController() }, '`signal` must be an AbortSignal, such as `controller.signal`; found'],
  [{ tools: { shell: 'Bash' } }, '`tools` must be a list; found an object.'],
  [{ tools: [{ tool: 'Bash' }] }, '`tools[0].native` must be a non-empty string; found nothing.'],
  [
    { tools: [{ tool: 'Bash', native: 'shell', argument: [] }] },
    '`argument` is none of `tools[0]`. Did you mean "arguments"?',
  ],
  [
    { tools: [{ tool: 'Bash', native: 'shell', arguments: [{ key: 'command', native: 'cmd', unit: 0 }] }] },
    '`tools[0].arguments[0].unit` must be a number above zero; found the number 0.',
  ],
];

const ofSessions: readonly Wrong[] = [
  [null, '`options` must be an object; found nothing.'],
  ['s1', '`options` must be an object; found the string "s1".'],
  [{ onprompt: () => true }, '`onprompt` is no option. Did you mean "onPrompt"?'],
  [{ onPrompt: true }, '`onPrompt` must be a function; found true.'],
  [{ id: 5 }, '`id` must be a non-empty string; found the number 5.'],
  [{ skills: 'careful' }, '`skills` must be a list; found the string "careful".'],
  [{ model: {} }, '`model` must be text; found an object.'],
  [{ source: 1 }, '`source` must be text; found the number 1.'],
  [{ cwd: '' }, '`cwd` must be a non-empty string; found the string "".'],
  [{ hostAction: () => '' }, '`hostAction` must be text; found a function.'],
  [{ hostActions: ['compact'] }, '`hostActions` must be an object; found a list.'],
  [
    { hostActions: { compact: 'short' } },
    '`hostActions.compact` must be a function; found the string "short".',
  ],
  [{ autoCompact: 80 }, '`autoCompact` must be `true`, `false` or a share above 0 and up to 1; found'],
  [{ signal: {} }, '`signal` must be an AbortSignal, such as `controller.signal`; found an object.'],
];

describe('wrong options of createHooks', () => {
  it.each(ofHooks)('%j are refused', async (given, message) => {
    const options =
      typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...right, ...given } : given;
    await expect(createHooks(options as HooksOptions)).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining(message),
    });
  });

  it('are told all at once, with the type that says what they are, and open nothing', async () => {
    const options = { ...right, rots: [], trust: 'some', agent: 5 } as unknown as HooksOptions;
    await expect(createHooks(options)).rejects.toMatchObject({
      message:
        'Invalid options for `createHooks`: `rots` is no option. Did you mean "roots"? `agent` must be a non-empty string; ' +
        'found the number 5. `trust` must be `approved` or `all`; found the string "some". Nothing was opened.',
      remedy: 'Correct them; the type `HooksOptions` documents each option.',
    });
    expect(readdirSync(home)).toEqual([]);
  });

  it('that may hold secrets are not shown', async () => {
    const environment = { TOKEN: ['s3cr3t'] } as never;
    const error: Error = await createHooks({ ...right, environment }).then(
      Promise.reject,
      (thrown) => thrown,
    );
    expect(error.message).not.toContain('s3cr3t');
  });
});

describe('wrong options of a session', () => {
  it.each(ofSessions)('%j are refused, and nothing begins', async (given, message) => {
    const hooks = await createHooks(right);
    const began: unknown[] = [];
    hooks.on('SessionStart', () => void began.push(1));
    await expect(hooks.session(given as SessionOptions)).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining(message),
      remedy: 'Correct them; the type `SessionOptions` documents each option.',
    });
    expect(began).toEqual([]);
    await hooks.close();
  });
});

it('options that are undefined are not there', async () => {
  const unset = { agent: undefined, signal: undefined, other: undefined };
  const hooks = await createHooks({ ...right, ...unset } as unknown as HooksOptions);
  const session = await hooks.session({ id: undefined, onPrompt: undefined } as unknown as SessionOptions);
  expect(session.id).toMatch(/./);
  await hooks.close();
});

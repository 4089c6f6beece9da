import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { resolvePlaces } from '@hookmd/core/system';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHooks } from '../../../../test/support/run-hooks.ts';
import { makeScratch, type Scratch } from '../../../../test/support/scratch.ts';
import { linkPackage, unlinkPackage } from './link.ts';

let scratch: Scratch;
let folder: string;
beforeEach(() => {
  scratch = makeScratch();
  folder = join(scratch.dir, 'src', 'guard');
  mkdirSync(folder, { recursive: true });
  writeHandler('first');
  writeManifest('PreToolUse');
});
afterEach(() => scratch.remove());

const writeManifest = (event: string): void =>
  writeFileSync(
    join(folder, 'HOOK.md'),
    `---\nname: guard\nevents: [${event}]\ncommand: ./handler.sh\n---\n`,
  );
const writeHandler = (reason: string): void =>
  writeFileSync(join(folder, 'handler.sh'), `#!/bin/sh\necho ${reason} >&2\nexit 2\n`, { mode: 0o755 });

const places = (project = scratch.project): ReturnType<typeof resolvePlaces> =>
  resolvePlaces({ home: scratch.home, project, cwd: scratch.project, environment: null });
const link = (dir = folder, project?: string): Promise<unknown> =>
  linkPackage(places(project), process.env, dir);

async function info(): Promise<Record<string, unknown>> {
  return JSON.parse((await runHooks(scratch, ['info', 'guard', '--json'])).stdout);
}

async function fire(
  project = scratch.project,
): Promise<{ decision: string; reason: string | null; hooks: object[] }> {
  const words = ['run', 'PreToolUse', '--json', '--home', scratch.home, '--project', project];
  const payload = { stdin: '{"tool_name":"Bash","tool_input":{}}', bare: true };
  return JSON.parse((await runHooks(scratch, words, payload)).stdout);
}

describe('a linked folder', () => {
  test('runs as it is at the moment of each event, manifest and handler, without an approval', async () => {
    expect(await link()).toMatchObject({ name: 'guard', target: folder });
    expect(await info()).toMatchObject({
      state: 'linked',
      approvedDigest: null,
      reasons: [{ code: 'LINKED' }],
    });
    expect(await fire()).toMatchObject({ decision: 'block', reason: 'first' });
    writeHandler('second');
    expect(await fire()).toMatchObject({ decision: 'block', reason: 'second' });
    writeManifest('Stop');
    expect((await fire()).hooks).toEqual([]);
    writeFileSync(join(folder, 'HOOK.md'), '---\nevents: [');
    expect((await fire()).decision).toBe('none');
    writeManifest('PreToolUse');
    expect(await fire()).toMatchObject({ decision: 'block', reason: 'second' });
  });

  test.each([
    ['folder', () => mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })],
    ['file', () => writeFileSync(join(folder, '.git'), 'gitdir: ../.git/worktrees/guard\n')],
  ])('may be a repository, whose .git is a %s and no part of it', async (kind, make) => {
    await link();
    const { digest } = await info();
    make();
    if (kind === 'folder') writeFileSync(join(folder, '.git', 'index'), 'x', { mode: 0o666 });
    expect(await info()).toMatchObject({ state: 'linked', digest });
    expect(await fire()).toMatchObject({ decision: 'block', reason: 'first' });
    await unlinkPackage(places(), process.env, 'guard');
    await link();
    expect(await fire()).toMatchObject({ decision: 'block', reason: 'first' });
  });

  test('is as it was compiled whatever git does in its .git, also with more files than a package has', async () => {
    mkdirSync(join(folder, '.git'));
    for (let count = 0; count <= 4_000; count++) writeFileSync(join(folder, '.git', `${count}`), '');
    await link();
    await fire();
    const compiled = (): number => statSync(join(scratch.home, '.local/state/hookmd/active/_.json')).ino;
    const before = compiled();
    writeFileSync(join(folder, '.git', 'index.lock'), '');
    await fire();
    expect(compiled()).toBe(before);
  });

  test('of a handler in TypeScript is built at the first event after a change', async () => {
    const handler = (reason: string): void =>
      writeFileSync(
        join(folder, 'handler.ts'),
        `import { defineHook } from '@hookmd/sdk';\nexport default defineHook({ on: 'PreToolUse', run: (_, h) => h.block('${reason}') });\n`,
      );
    writeFileSync(
      join(folder, 'HOOK.md'),
      '---\nname: guard\nevents: [PreToolUse]\nhandler: handler.ts\n---\n',
    );
    handler('built');
    await link();
    expect(await fire()).toMatchObject({ decision: 'block', reason: 'built' });
    await runHooks(scratch, ['disable', 'guard']);
    await runHooks(scratch, ['enable', 'guard']);
    handler('built again');
    expect(await fire()).toMatchObject({ decision: 'block', reason: 'built again' });
  });

  test('is enabled and disabled like any other, and cannot be approved', async () => {
    await link();
    await runHooks(scratch, ['disable', 'guard']);
    expect((await fire()).hooks).toMatchObject([{ cause: 'DISABLED' }]);
    expect((await runHooks(scratch, ['enable', 'guard'])).exit).toBe(0);
    expect((await fire()).decision).toBe('block');
    const { stdout } = await runHooks(scratch, ['approve', 'guard', '--yes', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ code: 'HOOK_LINKED' });
  });

  test('does not run in the project that it lies in, and is said there', async () => {
    await link();
    await fire();
    const project = join(scratch.dir, 'src');
    expect(await fire(project)).toMatchObject({ decision: 'none', hooks: [{ cause: 'UNAPPROVED' }] });
    const words = ['list', '--json', '--home', scratch.home, '--project', project];
    const { issues } = JSON.parse((await runHooks(scratch, words, { bare: true })).stdout);
    expect(issues).toMatchObject([{ code: 'LINK_IN_PROJECT' }]);
    expect((await fire()).decision).toBe('block');
  });

  test('does not run once its command is in its .git', async () => {
    await link();
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git', 'run.sh'), '#!/bin/sh\nexit 2\n', { mode: 0o755 });
    writeFileSync(
      join(folder, 'HOOK.md'),
      '---\nname: guard\nevents: [PreToolUse]\ncommand: ./.git/run.sh\n---\n',
    );
    expect((await fire()).decision).toBe('none');
    expect(await info()).toMatchObject({ state: 'invalid' });
  });

  test('that others can write does not run', async () => {
    await link();
    chmodSync(join(folder, 'handler.sh'), 0o777);
    expect((await fire()).hooks).toMatchObject([{ cause: 'UNAPPROVED' }]);
    expect(await info()).toMatchObject({ state: 'unapproved' });
    const { issues } = JSON.parse((await runHooks(scratch, ['list', '--json'])).stdout);
    expect(issues).toMatchObject([{ code: 'LINK_REJECTED' }]);
    chmodSync(join(folder, 'handler.sh'), 0o755);
    expect((await fire()).decision).toBe('block');
  });

  test('is the folder that was linked: a link that leads elsewhere by now runs nothing', async () => {
    await link();
    const name = join(scratch.dir, 'other');
    renameSync(folder, name);
    expect((await fire()).decision).toBe('none');
    const path = join(scratch.home, '.hookmd/hooks/guard');
    unlinkSync(path);
    symlinkSync(name, path);
    expect(await info()).toMatchObject({ state: 'unapproved' });
    expect((await fire()).decision).toBe('none');
  });

  test('is let go by its name, and stays where it is', async () => {
    await link();
    expect(await unlinkPackage(places(), process.env, 'guard')).toBe(true);
    expect(existsSync(join(folder, 'HOOK.md'))).toBe(true);
    expect((await fire()).hooks).toEqual([]);
    expect(await unlinkPackage(places(), process.env, 'guard')).toBe(false);
  });
});

describe('a folder cannot be linked', () => {
  const after = (change: () => void): string => {
    change();
    return folder;
  };
  const rejected: Readonly<Record<string, readonly [() => string, RegExp]>> = {
    'that others can write': [() => after(() => chmodSync(folder, 0o775)), /others can write/],
    'with a file that others can write': [
      () => after(() => chmodSync(join(folder, 'handler.sh'), 0o757)),
      /others can write handler\.sh/,
    ],
    'below a folder that others can write': [
      () => after(() => chmodSync(join(scratch.dir, 'src'), 0o777)),
      /others can write .*src/,
    ],
    'that is not there': [() => join(scratch.dir, 'none'), /ENOENT/],
  };
  test.each(Object.entries(rejected))('%s', async (_, [make, message]) => {
    await expect(link(make())).rejects.toMatchObject({ code: 'LINK_IMPOSSIBLE', message });
    expect(existsSync(join(scratch.home, '.hookmd/hooks/guard'))).toBe(false);
  });

  const invalid: Readonly<Record<string, readonly [() => string, readonly RegExp[]]>> = {
    'without a valid manifest, for all its reasons': [
      () =>
        after(() => writeFileSync(join(folder, 'HOOK.md'), '---\nevents: [Nothing]\ntimeout: never\n---\n')),
      [/not an event/, /never/],
    ],
    'whose command is in its .git': [
      () =>
        after(() => {
          mkdirSync(join(folder, '.git'));
          writeFileSync(join(folder, '.git', 'run.sh'), '#!/bin/sh\n', { mode: 0o777 });
          writeFileSync(join(folder, 'HOOK.md'), '---\nevents: [Stop]\ncommand: ./.git/run.sh\n---\n');
        }),
      [/\.git cannot be approved: it is no part of the package/],
    ],
    'with a repository below its top': [
      () => after(() => mkdirSync(join(folder, 'lib', '.git'), { recursive: true })),
      [/lib\/\.git cannot be approved: it belongs to git/],
    ],
    'with more files than a package may have': [
      () =>
        after(() => {
          mkdirSync(join(folder, 'node_modules'));
          for (let count = 0; count <= 2_000; count++)
            writeFileSync(join(folder, 'node_modules', `${count}.js`), '');
        }),
      [/more than 2000 files/],
    ],
  };
  test.each(Object.entries(invalid))('%s', async (_, [make, messages]) => {
    const issues = expect.arrayContaining(
      messages.map((message) => expect.objectContaining({ message: expect.stringMatching(message) })),
    );
    await expect(link(make())).rejects.toMatchObject({ code: 'LINK_IMPOSSIBLE', issues });
    expect(existsSync(join(scratch.home, '.hookmd/hooks/guard'))).toBe(false);
  });

  test('that lies inside the project', async () => {
    await expect(link(folder, join(scratch.dir, 'src'))).rejects.toMatchObject({ code: 'LINK_IMPOSSIBLE' });
  });

  test('by a name that another package has', async () => {
    mkdirSync(join(scratch.home, '.hookmd/hooks/guard'), { recursive: true });
    await expect(link()).rejects.toMatchObject({ code: 'LINK_IMPOSSIBLE' });
  });
});

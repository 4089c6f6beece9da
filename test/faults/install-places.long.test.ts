import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  installedVersion,
  installLeftovers,
  lockedVersion,
  writeInstallable,
} from '../support/installable.ts';
import { type Ended, runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

const isRoot = process.geteuid?.() === 0;

let scratch: Scratch;
let source: string;
/** A folder that nothing may be written into. */
let outside: string;
beforeEach(() => {
  scratch = makeScratch();
  source = writeInstallable(scratch, { version: '1.0.0' });
  outside = join(scratch.dir, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'mine'), 'untouched');
});
afterEach(() => scratch.remove());

const dotHookmd = (): string => join(scratch.project, '.hookmd');
const inProject = (...more: string[]): Promise<Ended> =>
  runHooks(scratch, ['install', source, '--scope', 'project', '--yes', '--json', ...more]);
const codeOf = ({ stdout }: Ended): string => JSON.parse(stdout).code;
const expectUntouched = (): void => {
  expect(readdirSync(outside)).toEqual(['mine']);
  expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('untouched');
};

const installed = (): string => join(scratch.home, '.hookmd');

/** As if an update had been killed between two renames: the old directory is aside, the new one is not in place. */
async function leaveUnfinished(): Promise<string> {
  expect((await runHooks(scratch, ['install', source, '--yes'])).exit).toBe(0);
  const left = join(installed(), await goneName());
  mkdirSync(join(left, 'new'), { recursive: true });
  mkdirSync(join(left, 'old'));
  renameSync(join(installed(), 'hooks', 'guard'), join(left, 'old', 'guard'));
  return left;
}

/** The name of the directory of a process of this machine that has ended: what a killed one leaves. */
async function goneName(): Promise<string> {
  const names: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  await runHooks(scratch, ['install', source, '--yes'], {
    started: (pid) => {
      timer = setInterval(() => {
        const current = readdirSync(scratch.state).find((name) => name.startsWith(`.install-${pid}.`));
        if (current !== undefined) names.push(current);
        if (current !== undefined) clearInterval(timer);
      }, 1);
    },
  });
  clearInterval(timer);
  return names[0] ?? expect.fail('no installation was seen');
}

describe('a repository that chooses where we write', () => {
  it('is refused where .hookmd, hooks or hooks.lock is a link', async () => {
    const lock = join(dotHookmd(), 'hooks.lock');
    const places: readonly (() => void)[] = [
      () => symlinkSync(outside, dotHookmd()),
      () => {
        mkdirSync(dotHookmd());
        symlinkSync(outside, join(dotHookmd(), 'hooks'));
      },
      () => {
        mkdirSync(dotHookmd());
        symlinkSync(join(outside, 'mine'), lock);
      },
    ];
    for (const location of places) {
      rmSync(dotHookmd(), { recursive: true, force: true });
      location();
      for (const words of [['install', source], ['install'], ['update'], ['remove', 'guard']]) {
        const ended = await runHooks(scratch, [...words, '--scope', 'project', '--json']);
        expect([ended.exit, codeOf(ended)], words.join(' ')).toEqual([1, 'INSTALL_DIRECTORY']);
      }
      expectUntouched();
    }
  });

  it('is refused where the folder of the hook is a link, and a link in its place is replaced, not followed', async () => {
    mkdirSync(join(dotHookmd(), 'hooks'), { recursive: true });
    symlinkSync(outside, join(dotHookmd(), 'hooks', 'guard'));
    expect(codeOf(await inProject())).toBe('INSTALL_FOREIGN');
    expectUntouched();
    rmSync(join(dotHookmd(), 'hooks', 'guard'));
    expect((await inProject()).exit).toBe(0);
    rmSync(join(dotHookmd(), 'hooks', 'guard'), { recursive: true });
    symlinkSync(outside, join(dotHookmd(), 'hooks', 'guard'));
    writeInstallable(scratch, { version: '2.0.0' });
    expect((await inProject()).exit).toBe(0);
    expectUntouched();
    expect(lstatSync(join(dotHookmd(), 'hooks', 'guard')).isDirectory()).toBe(true);
    expect(installedVersion(dotHookmd())).toBe('2.0.0');
    rmSync(join(dotHookmd(), 'hooks', 'guard'), { recursive: true });
    symlinkSync(outside, join(dotHookmd(), 'hooks', 'guard'));
    expect((await runHooks(scratch, ['remove', 'guard'])).exit).toBe(0);
    expectUntouched();
    expect(existsSync(join(dotHookmd(), 'hooks', 'guard'))).toBe(false);
    expect(installLeftovers(scratch, dotHookmd())).toEqual([]);
  });

  it('cannot have a file that never ends, or a folder, as its lock', async () => {
    mkdirSync(join(dotHookmd(), 'hooks.lock'), { recursive: true });
    expect(codeOf(await inProject())).toBe('LOCKFILE_INVALID');
    expect(readdirSync(dotHookmd())).toEqual(['hooks.lock']);
  });
});

describe('a person’s own links', () => {
  it('are followed and stay', async () => {
    const real = join(scratch.dir, 'dotfiles');
    mkdirSync(join(real, 'hooks'), { recursive: true });
    writeFileSync(join(real, 'kept.lock'), '{"lockfileVersion":1,"packages":{}}');
    symlinkSync(real, join(scratch.home, '.hookmd'));
    symlinkSync('kept.lock', join(real, 'hooks.lock'));
    expect((await runHooks(scratch, ['install', source, '--yes'])).exit).toBe(0);
    expect(lstatSync(join(real, 'hooks.lock')).isSymbolicLink()).toBe(true);
    expect([installedVersion(real), lockedVersion(real)]).toEqual(['1.0.0', '1.0.0']);
    expect((await runHooks(scratch, ['enable', 'guard', '--yes'])).exit).toBe(0);
    writeInstallable(scratch, { version: '2.0.0' });
    expect((await runHooks(scratch, ['update', '--yes'])).stdout).toContain('ready');
    expect(installLeftovers(scratch, real)).toEqual([]);
  });
});

describe('a folder that cannot be written', () => {
  it.skipIf(!isRoot)('is said, where it belongs to somebody else', async () => {
    mkdirSync(join(dotHookmd(), 'hooks'), { recursive: true });
    chownSync(join(dotHookmd(), 'hooks'), 65534, 65534);
    const ended = await inProject();
    expect(JSON.parse(ended.stdout)).toMatchObject({
      code: 'INSTALL_DIRECTORY',
      message: expect.stringContaining('another user'),
    });
    expect(readdirSync(join(dotHookmd(), 'hooks'))).toEqual([]);
  });

  it('is said, where a file stands in its place', async () => {
    mkdirSync(dotHookmd());
    writeFileSync(join(dotHookmd(), 'hooks'), '');
    const ended = await inProject();
    expect([ended.exit, codeOf(ended)]).toEqual([1, 'INSTALL_DIRECTORY']);
  });
});

describe('an installation that was killed between two renames', () => {
  it('is put back by the next command of a person, never by an agent, and said by doctor', async () => {
    const left = await leaveUnfinished();
    await runHooks(scratch, ['list'], { env: { CLAUDECODE: '1' } });
    expect(installedVersion(installed())).toBe(null);
    const doctor = JSON.parse((await runHooks(scratch, ['doctor', '--json'])).stdout);
    expect(doctor.findings).toContainEqual(
      expect.objectContaining({ code: 'INSTALL_LEFT', path: expect.stringContaining(left) }),
    );
    expect(installedVersion(installed())).toBe(null);
    expect((await runHooks(scratch, ['list'])).exit).toBe(0);
    expect([installedVersion(installed()), lockedVersion(installed())]).toEqual(['1.0.0', '1.0.0']);
    expect(installLeftovers(scratch, installed())).toEqual([]);
  });

  it('leaves a guard of a project on, as long as its directory is aside', async () => {
    expect((await inProject()).exit).toBe(0);
    const listed = JSON.parse((await runHooks(scratch, ['list', '--json'])).stdout);
    const { digest } = listed.hooks.find(({ name }: { name: string }) => name === 'guard');
    expect((await runHooks(scratch, ['enable', 'guard', '--yes', '--digest', digest])).exit).toBe(0);
    // A session begins with a new hook index.
    const decide = async (session_id: string): Promise<string> => {
      await runHooks(scratch, ['run', 'SessionStart'], { stdin: JSON.stringify({ session_id }) });
      const stdin = JSON.stringify({ session_id, tool_name: 'Bash', tool_input: {} });
      const { stdout } = await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin });
      return JSON.parse(stdout).decision;
    };
    expect(await decide('before')).toBe('block');
    const left = join(dotHookmd(), await goneName());
    mkdirSync(join(left, 'old'), { recursive: true });
    renameSync(join(dotHookmd(), 'hooks', 'guard'), join(left, 'old', 'guard'));
    expect(await decide('aside')).toBe('block');
    rmSync(left, { recursive: true });
    expect(await decide('after')).toBe('none');
  });

  it('replaces nothing that somebody put there in the meantime', async () => {
    await leaveUnfinished();
    const theirs = join(installed(), 'hooks', 'guard');
    mkdirSync(theirs);
    writeFileSync(join(theirs, 'HOOK.md'), 'theirs');
    expect((await runHooks(scratch, ['list'])).exit).toBe(0);
    expect(readFileSync(join(theirs, 'HOOK.md'), 'utf8')).toBe('theirs');
    expect(installLeftovers(scratch, installed())).toEqual([]);
  });

  it('is removed where hooks.lock does not name it', async () => {
    await leaveUnfinished();
    rmSync(join(installed(), 'hooks.lock'));
    expect((await runHooks(scratch, ['list'])).exit).toBe(0);
    expect(readdirSync(join(installed(), 'hooks'))).toEqual([]);
    expect(installLeftovers(scratch, installed())).toEqual([]);
  });
});

describe('an installation that cannot be finished', () => {
  it('says so, leaves what was there, and is done by the same call once it can be', async () => {
    mkdirSync(installed(), { recursive: true });
    symlinkSync(join(source, 'HOOK.md', 'config.yaml'), join(installed(), 'config.yaml'));
    const words = ['install', source, '--audit', '--yes', '--json'];
    const failed = await runHooks(scratch, words);
    expect([failed.exit, codeOf(failed)]).toEqual([1, 'INSTALL_UNFINISHED']);
    expect([installedVersion(installed()), lockedVersion(installed())]).toEqual([null, null]);
    expect(installLeftovers(scratch, installed())).toEqual([]);
    rmSync(join(installed(), 'config.yaml'));
    expect((await runHooks(scratch, words)).exit).toBe(0);
    expect(installedVersion(installed())).toBe('1.0.0');
  });
});

describe('a link that somebody puts in the place of a folder of an installation', () => {
  const modes = (): readonly number[] =>
    [outside, join(outside, 'sub')].map((path) => lstatSync(path).mode & 0o777);
  beforeEach(() => {
    mkdirSync(join(outside, 'sub'));
    for (const path of [outside, join(outside, 'sub')]) chmodSync(path, 0o755);
  });

  it('does not give what it leads to other modes, nor has anything moved out of it, when a killed call is put back', async () => {
    const left = await leaveUnfinished();
    mkdirSync(join(outside, 'old', 'guard'), { recursive: true });
    for (const link of [left, join(left, 'old')]) {
      rmSync(left, { recursive: true, force: true });
      if (link !== left) mkdirSync(left);
      symlinkSync(link === left ? outside : join(outside, 'old'), link);
      expect((await runHooks(scratch, ['list'])).exit).toBe(0);
      expect([existsSync(left), modes()]).toEqual([false, [0o755, 0o755]]);
      expect(readdirSync(outside)).toEqual(['mine', 'old', 'sub']);
      expect(readdirSync(join(outside, 'old'))).toEqual(['guard']);
    }
  });

  it('is refused where the folder of a project was one when the plan was made', async () => {
    const tarball = join(scratch.dir, 'guard.tgz');
    await create({ cwd: join(scratch.dir, 'from'), file: tarball, gzip: true, portable: true }, ['guard']);
    mkdirSync(dotHookmd());
    // While the package is fetched, the agent of the project makes a link of where it will stand.
    const server = createServer((_, output) => {
      rmSync(dotHookmd(), { recursive: true });
      symlinkSync(outside, dotHookmd());
      output.end(readFileSync(tarball));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/guard.tgz`;
      const ended = await runHooks(scratch, ['install', address, '--scope', 'project', '--yes', '--json']);
      expect([ended.exit, codeOf(ended)]).toEqual([1, 'INSTALL_DIRECTORY']);
    } finally {
      server.close();
    }
    expect(readdirSync(outside)).toEqual(['mine', 'sub']);
  });
});

describe('what changes between the plan and its end', () => {
  it('is noticed, and nothing is changed', async () => {
    const dir = join(scratch.home, '.hookmd');
    expect((await runHooks(scratch, ['install', source, '--yes'])).exit).toBe(0);
    const name = join(scratch.dir, 'pack', 'other');
    mkdirSync(name, { recursive: true });
    writeFileSync(join(name, 'HOOK.md'), '---\nevents: [Stop]\ncommand: ["true"]\nprotocol: hookmd\n---\n');
    const tarball = join(scratch.dir, 'other.tgz');
    await create({ cwd: join(scratch.dir, 'pack'), file: tarball, gzip: true, portable: true }, ['other']);
    // While the second package is fetched, somebody edits what the plan for the first was made of.
    const server = createServer((_, output) => {
      appendFileSync(join(dir, 'hooks', 'guard', 'HOOK.md'), 'mine\n');
      output.end(readFileSync(tarball));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      writeInstallable(scratch, { version: '2.0.0' });
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/other.tgz`;
      const ended = await runHooks(scratch, ['install', source, address, '--yes', '--json']);
      expect([ended.exit, codeOf(ended)]).toEqual([1, 'INSTALL_RACED']);
    } finally {
      server.close();
    }
    expect([installedVersion(dir), lockedVersion(dir)]).toEqual(['1.0.0', '1.0.0']);
    expect(readdirSync(join(dir, 'hooks'))).toEqual(['guard']);
    expect(installLeftovers(scratch, dir)).toEqual([]);
  });
});

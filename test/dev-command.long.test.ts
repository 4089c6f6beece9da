import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { leftoverProcesses } from './support/leftover-processes.ts';
import { CLI, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { waitForFile } from './support/wait-for-file.ts';

/** `hooks dev` beside somebody who edits: each line is awaited, nothing is timed. */

interface Watched {
  readonly scratch: Scratch;
  /** Writes files of the package; null removes one. */
  readonly edit: (files: Readonly<Record<string, string | null>>) => void;
  readonly next: () => Promise<string>;
  readonly send: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<number | null>;
}

const guard = (body: string): string => `#!/bin/sh\n${body}\n`;
const cases = (...all: readonly object[]): string =>
  JSON.stringify(
    all.map((item) => ({ schema: 'hookmd.case/1', event: 'Stop', expect: { decision: 'none' }, ...item })),
  );

function writer(scratch: Scratch): Watched['edit'] {
  return (files) => {
    for (const [path, text] of Object.entries(files)) {
      const whole = join(scratch.home, '.hookmd/hooks/mine', path);
      if (text === null) rmSync(whole);
      else {
        mkdirSync(dirname(whole), { recursive: true });
        // At once, as editors do: no round sees half a file.
        writeFileSync(join(scratch.dir, 'draft'), text, { mode: 0o755 });
        renameSync(join(scratch.dir, 'draft'), whole);
      }
    }
  };
}

const sound = {
  'HOOK.md': '---\nevents: [Stop]\ncommand: [./handler.sh]\n---\n',
  'handler.sh': guard('exit 0'),
  'tests/mine.json': cases({ name: 'one' }, { name: 'two' }),
};

async function watching(
  words: readonly string[],
  check: (watched: Watched) => Promise<void>,
  files: Readonly<Record<string, string>> = sound,
): Promise<void> {
  const scratch = makeScratch();
  const edit = writer(scratch);
  edit(files);
  const places = ['--home', scratch.home, '--project', scratch.project];
  const child = spawn(process.execPath, [CLI, 'dev', 'mine', ...words, ...places], {
    cwd: scratch.project,
    env: { PATH: process.env['PATH'], HOME: scratch.home, LANG: 'C.UTF-8', TMPDIR: join(scratch.dir, 'tmp') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'exit').then(([exit]) => exit as number | null);
  try {
    const next = async (): Promise<string> => String((await lines.next()).value);
    await check({ scratch, edit, next, send: (signal) => child.kill(signal), ended });
    expect(readdirSync(join(scratch.dir, 'tmp'))).toEqual([]);
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  } finally {
    child.kill('SIGKILL');
    await ended;
    scratch.remove();
  }
}

describe.concurrent('hooks dev', () => {
  it('runs the cases at once and after each change, and says what is decided otherwise', () =>
    watching(['--json'], async ({ edit, next, send, ended }) => {
      const first = JSON.parse(await next());
      expect(first).toMatchObject({
        schema: 'hookmd.dev/1',
        round: 1,
        ok: true,
        counts: { cases: 2, passed: 2 },
      });
      expect(first.cases[0]).toMatchObject({ name: 'one', isNew: true, changes: [], outcome: 'success' });
      edit({ 'handler.sh': guard('echo \'{"followUps":["go on"]}\'') });
      const second = JSON.parse(await next());
      expect(second).toMatchObject({ round: 2, ok: true });
      expect(second.cases[1]).toMatchObject({
        isNew: false,
        changes: [{ key: 'followUps', before: [], now: ['go on'] }],
      });
      edit({ 'tests/mine.json': cases({ name: 'one', expect: { followUps: [] } }) });
      expect(JSON.parse(await next())).toMatchObject({
        round: 3,
        ok: false,
        counts: { failed: 1 },
        cases: [{ name: 'one', ok: false, changes: [], differences: [{ key: 'followUps' }] }],
      });
      send('SIGINT');
      expect(await ended).toBe(130);
    }));

  it('says why nothing was run while something is wrong, and goes on where it is mended', () =>
    watching(['--json'], async ({ edit, next, send, ended }) => {
      await next();
      edit({ 'HOOK.md': '---\nevents: [Stopp]\ncommand: [./handler.sh]\n---\n' });
      const broken = JSON.parse(await next());
      expect(broken).toMatchObject({
        ok: false,
        cases: [],
        issues: [{ code: 'MANIFEST_UNKNOWN_EVENT', line: 2 }],
      });
      edit({ 'HOOK.md': sound['HOOK.md'] });
      expect(JSON.parse(await next())).toMatchObject({ round: 3, ok: true });
      edit({ 'tests/mine.json': '[' });
      expect(JSON.parse(await next())).toMatchObject({ ok: false, issues: [{ code: 'CASE_JSON' }] });
      edit({ 'tests/mine.json': sound['tests/mine.json'] });
      expect(JSON.parse(await next())).toMatchObject({ ok: true, issues: [], counts: { passed: 2 } });
      send('SIGINT');
      expect(await ended).toBe(130);
    }));

  it('says where a handler cannot be built, and builds and runs it anew after each change', () =>
    watching(
      ['--json'],
      async ({ edit, next, send, ended }) => {
        expect(JSON.parse(await next())).toMatchObject({
          ok: false,
          issues: [
            { code: 'BUILD_FAILED', path: expect.stringContaining('lib/deep.ts'), line: 1, column: 8 },
          ],
        });
        edit({ 'lib/deep.ts': 'export const a = ;' });
        expect(JSON.parse(await next())).toMatchObject({ issues: [{ code: 'BUILD_FAILED', column: 18 }] });
        edit({ 'lib/deep.ts': 'export const words: readonly string[] = [];' });
        expect(JSON.parse(await next())).toMatchObject({ ok: true, cases: [{ outcome: 'success' }] });
        edit({ 'lib/deep.ts': `export const words: readonly string[] = ['go on'];` });
        expect(JSON.parse(await next())).toMatchObject({
          cases: [{ changes: [{ key: 'followUps', before: [], now: ['go on'] }] }],
        });
        send('SIGTERM');
        expect(await ended).toBe(130);
      },
      {
        'HOOK.md': '---\nevents: [Stop]\n---\n',
        'handler.ts': `import { defineHook } from '@hookmd/sdk';
import { words } from './lib/deep.ts';
export default defineHook({ on: 'Stop', run: (_event, h) => (words.length > 0 ? h.continueWith(...words) : undefined) });`,
        'lib/deep.ts': `import 'gone';`,
        'tests/mine.json': cases({ name: 'one' }),
      },
    ));

  it('shows people what changed, and how it stands', () =>
    watching([], async ({ edit, next, send, ended }) => {
      expect(await next()).toBe('✓ round 1  2 cases: 2 passed');
      edit({ 'handler.sh': guard('echo no >&2; exit 2') });
      const lines = [await next(), await next(), await next(), await next()];
      expect(lines).toEqual([
        '  ✓ one',
        expect.stringContaining('followUps: was [], is ["no"]'),
        '  ✓ two',
        expect.stringContaining('followUps: was [], is ["no"]'),
      ]);
      send('SIGINT');
      expect(await ended).toBe(130);
    }));

  it('ends what runs when it is interrupted', () => {
    const files = { ...sound, 'handler.sh': guard('touch "$HOME/started"; sleep 60') };
    return watching(
      [],
      async ({ scratch, send, ended }) => {
        await waitForFile(join(scratch.home, 'started'), AbortSignal.timeout(20_000));
        send('SIGINT');
        expect(await ended).toBe(130);
      },
      files,
    );
  });

  it('ends with what went wrong, and leaves nothing, where the machine lets it play no round', () =>
    watching(['--json'], async ({ scratch, edit, next, ended }) => {
      await next();
      const [temporary = ''] = readdirSync(join(scratch.dir, 'tmp'));
      mkdirSync(join(scratch.dir, 'tmp', temporary, 'round'));
      edit({ 'handler.sh': guard('exit 2') });
      expect([await next(), await next(), await next()].join('')).toContain('"code": "INTERNAL"');
      expect(await ended).toBe(3);
    }));

  it('plays one round with --once, and its exit status says how it stands', async () => {
    const scratch = makeScratch();
    const edit = writer(scratch);
    edit(sound);
    const good = await runHooks(scratch, ['dev', 'mine', '--once']);
    expect(good).toMatchObject({ exit: 0, stdout: '✓ round 1  2 cases: 2 passed\n', stderr: '' });
    edit({ 'tests/mine.json': cases({ name: 'one', expect: { decision: 'block' } }) });
    const bad = await runHooks(scratch, ['dev', 'mine', '--once']);
    expect(bad.stdout).toContain('✗ round 1  1 case: 0 passed, 1 failed');
    expect(bad.exit).toBe(1);
    edit({ 'tests/mine.json': null });
    expect((await runHooks(scratch, ['dev', 'mine', '--once'])).stdout).toBe('✓ round 1  no case was run\n');
    expect(existsSync(join(scratch.state, 'approvals'))).toBe(false);
    expect((await runHooks(scratch, ['dev', 'other', '--once'])).stderr).toMatch(/^HOOK_NOT_FOUND/);
    scratch.remove();
  });
});

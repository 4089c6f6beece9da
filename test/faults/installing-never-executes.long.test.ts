import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitServer, gitIn, startGitServer } from '../support/git-server.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

const CLI = fileURLToPath(new URL('../../packages/cli/dist/hooks.cjs', import.meta.url));
const hasStrace = spawnSync('strace', ['-V']).status === 0;

let scratch: Scratch;
let registry: Registry;
let server: GitServer;
let canary: string;

beforeAll(async () => {
  scratch = makeScratch();
  canary = join(scratch.dir, 'canary');
  const touch = `touch ${canary}`;
  const dir = join(scratch.dir, 'served', 'guards');
  mkdirSync(dir, { recursive: true });
  const scripts = Object.fromEntries(
    ['preinstall', 'install', 'postinstall', 'prepare', 'prepack'].map((name) => [name, touch]),
  );
  writeFileSync(
    join(dir, 'package.json'),
    JSON.stringify({ name: 'guards', version: '1.0.0', scripts, bin: './run.sh' }),
  );
  writeFileSync(
    join(dir, 'HOOK.md'),
    '---\nevents: [Stop]\ncommand: ./run.sh\nrequires: { bins: [git] }\n---\n',
  );
  writeFileSync(join(dir, 'run.sh'), `#!/bin/sh\n${touch}\n`, { mode: 0o755 });
  writeFileSync(join(dir, 'handler.ts'), `require('fs').writeFileSync(${JSON.stringify(canary)}, 'x')`);
  writeFileSync(join(dir, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
  writeFileSync(
    join(scratch.home, '.gitconfig'),
    `[filter "evil"]\n\tsmudge = ${touch}\n\tprocess = ${touch}\n\trequired\n[diff "evil"]\n\ttextconv = ${touch}\n`,
  );
  registry = await startRegistry();
  await registry.publish(dir);
  writeFileSync(join(scratch.home, '.npmrc'), registry.npmrc);
  gitIn(dir, 'init', '--quiet');
  gitIn(dir, 'add', '--all');
  gitIn(dir, 'commit', '--quiet', '--message=one');
  server = await startGitServer(join(scratch.dir, 'served'));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await registry.stop();
  scratch.remove();
});

describe('installing', () => {
  it.skipIf(!hasStrace).each([
    ['a folder', () => join(scratch.dir, 'served', 'guards'), []],
    ['a package of the registry', () => 'npm:guards', ['npm']],
    ['a commit', () => `git:${server.address('guards')}`, ['git', 'git-remote-http']],
  ])('%s starts no program of the package, and none but git or npm itself', async (_, spec, programs) => {
    const log = join(scratch.dir, 'strace.log');
    const words = [
      'install',
      spec(),
      '--yes',
      '--any-age',
      '--home',
      scratch.home,
      '--project',
      scratch.project,
    ];
    await promisify(execFile)(
      'strace',
      ['-f', '-qq', '-s', '200', '-e', 'trace=execve,execveat', '-o', log, process.execPath, CLI, ...words],
      {
        cwd: scratch.project,
        env: { PATH: process.env.PATH },
        timeout: 60_000,
      },
    );
    expect(readFileSync(join(scratch.home, '.hookmd/hooks/guards/run.sh'), 'utf8')).toContain('touch');
    const started = [...readFileSync(log, 'utf8').matchAll(/execve(?:at)?\("([^"]*)".* = 0$/gm)].map(
      ([, path = '']) => path.split('/').at(-1) ?? '',
    );
    expect([...new Set(started)].filter((name) => name !== 'node').sort()).toEqual(programs);
    expect(existsSync(canary)).toBe(false);
    // The next one is called the same, and comes from elsewhere.
    expect((await runHooks(scratch, ['remove', 'guards'])).exit).toBe(0);
  });
});

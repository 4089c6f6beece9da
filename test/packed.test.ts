import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch } from './support/scratch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  packageManager: string;
};
const scratch = makeScratch();
const folder = join(scratch.dir, 'elsewhere');
const env = { PATH: process.env['PATH'], HOME: scratch.home, LANG: 'C.UTF-8' };

beforeAll(() => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  // The developer's own npm settings and cache are needed to find pnpm; what is tested runs without them.
  execFileSync('npx', ['--yes', packageManager, 'pack', '--pack-destination', folder], {
    cwd: join(root, 'packages/cli'),
    stdio: 'pipe',
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], {
    cwd: folder,
    stdio: 'pipe',
  });
}, 120_000);

afterAll(() => scratch.remove());

function hooks(
  words: readonly string[],
  input = '',
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(join(folder, 'node_modules/.bin/hooks'), words, {
    cwd: scratch.project,
    env,
    input,
    encoding: 'utf8',
  });
}

describe('the packed command line, installed without a registry into an empty folder', () => {
  it('says its version', () => {
    expect(hooks(['--version']).stdout).toMatch(/^hooks \d+\.\d+\.\d+\n$/);
  });

  it('needs nothing else', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(folder, 'node_modules/@hookmd/cli/package.json'), 'utf8'),
    ) as { dependencies?: object };
    expect(dependencies ?? {}).toEqual({});
  });

  it('brings its packages, enables them and blocks with one', () => {
    expect(hooks(['enable', 'block-dangerous', 'clamp-timeout', '--yes']).status).toBe(0);
    expect(hooks(['list']).stdout).toContain('2 ready');
    const call = { tool_name: 'Bash', tool_input: { command: 'cd src && rm -rf ..' } };
    const run = hooks(['run', 'PreToolUse'], JSON.stringify(call));
    expect(run.stdout).toContain('blocked');
    expect(run.status).toBe(1);
  });

  it('starts a handler that is an executable file of its package', () => {
    const call = { tool_name: 'Bash', tool_input: { command: 'make', timeout: 600_000 } };
    const run = hooks(['run', 'PreToolUse', '--json'], JSON.stringify(call));
    expect(JSON.parse(run.stdout)).toMatchObject({ changed: ['timeout'], input: { timeout: 120_000 } });
  });

  it('carries the licences of what is bundled in it', () => {
    const text = readFileSync(join(folder, 'node_modules/@hookmd/cli/dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
    for (const name of ['zod', 'yaml', 'mri', 'kleur']) expect(text).toContain(name);
  });
});

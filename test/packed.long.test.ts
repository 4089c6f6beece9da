import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked } from './support/install-packed.ts';
import { makeScratch } from './support/scratch.ts';

const scratch = makeScratch();
const folder = join(scratch.dir, 'elsewhere');
const env = { PATH: process.env['PATH'], HOME: scratch.home, LANG: 'C.UTF-8' };

beforeAll(() => {
  // Its one dependency, and the program of it for this system.
  installPacked(folder, { packages: ['cli'], needs: ['cli>esbuild', 'cli>esbuild>@esbuild/*'] });
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

  it('builds a handler with the SDK that it brings', () => {
    const dir = join(scratch.project, 'guard');
    mkdirSync(dir);
    writeFileSync(join(dir, 'HOOK.md'), '---\nevents: [PreToolUse]\n---\n');
    const source = `import { defineHook } from '@hookmd/sdk';
export default defineHook({ on: 'PreToolUse', run: (_event, h) => h.block('no') });`;
    writeFileSync(join(dir, 'handler.ts'), source);
    const build = hooks(['build', './guard']);
    expect(build.stderr).toBe('');
    expect(build.stdout).toContain('handler.ts became one module');
    const event = JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: {},
      tool: {},
    });
    const ran = spawnSync(process.execPath, ['dist/guard/handler.cjs'], {
      cwd: scratch.project,
      input: event,
    });
    expect(JSON.parse(String(ran.stdout))).toMatchObject({ decision: 'block', reason: 'no' });
  });

  it('needs nothing else but what builds handlers', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(folder, 'node_modules/@hookmd/cli/package.json'), 'utf8'),
    ) as { dependencies?: object };
    expect(Object.keys(dependencies ?? {})).toEqual(['esbuild']);
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
    for (const name of ['zod', 'yaml', 'cac', 'kleur']) expect(text).toContain(name);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventName, eventNames } from '@hookmd/core/events';
import { fixture } from '@hookmd/sdk/testing';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodRows, methodsOf } from '../packages/hook-sdk/src/methods.ts';

const root = join(import.meta.dirname, '..');
const sdk = join(root, 'packages/hook-sdk/src');
const page = readFileSync(join(root, 'docs/sdk.md'), 'utf8');
const modules = {
  '@hookmd/sdk': join(sdk, 'index.ts'),
  '@hookmd/sdk/serve': join(sdk, 'serve.ts'),
  '@hookmd/sdk/testing': join(sdk, 'testing.ts'),
};
const files = [...page.matchAll(/^`([\w.-]+)`:\n\n```[jt]s\n([\s\S]*?)^```$/gm)];

describe('docs/sdk.md', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookmd-guide-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  beforeAll(() => {
    mkdirSync(join(directory, 'node_modules'));
    symlinkSync(join(root, 'packages/core/node_modules/zod'), join(directory, 'node_modules/zod'));
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    for (const [, name = '', text = ''] of files) writeFileSync(join(directory, name), text);
  });

  /** The file as a build would make it: one module. */
  async function build(name: string): Promise<string> {
    const outfile = join(directory, name.replace(/\.\w+$/, '.built.mjs'));
    const { alias, ...rest } = { alias: modules, bundle: true, platform: 'node', format: 'esm' } as const;
    const conditions = ['hookmd-source'];
    await esbuild.build({ ...rest, alias, conditions, entryPoints: [join(directory, name)], outfile });
    return outfile;
  }

  it('shows handlers that compile as strictly as anything here', () => {
    const paths = Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, [file]]));
    const config = {
      extends: join(root, 'tsconfig.types.json'),
      compilerOptions: {
        ...{ paths, isolatedDeclarations: false, declaration: false, allowImportingTsExtensions: true },
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['*.ts'],
    };
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const run = spawnSync(process.execPath, [tsc, '-p', directory], { encoding: 'utf8' });
    expect(files.length).toBe(5);
    expect(run).toMatchObject({ status: 0, stdout: '' });
  });

  it('shows handlers that do what it says', async () => {
    const { default: clamp } = await import(await build('clamp.ts'));
    const { finish, goodbye } = await import(await build('finish.ts'));
    const { runHook } = await import('@hookmd/sdk/testing');
    const call = (tool_input: { command: string; timeout?: number }) => fixture.preToolUse({ tool_input });

    const clamped = await runHook(clamp, call({ command: 'ls' }), { options: { limit: 1000 } });
    expect(clamped.input).toEqual({ command: 'ls', timeout: 1000 });
    expect((await runHook(clamp, call({ command: 'ls', timeout: 5 }))).changed).toEqual([]);
    expect((await runHook(finish, fixture.stop())).followUps).toHaveLength(1);
    expect((await runHook(finish, fixture.stop({ stop_hook_active: true }))).followUps).toEqual([]);
    expect((await runHook(goodbye, fixture.sessionEnd())).logs).toEqual(['the session ended: exit']);
  });

  it('shows a test that passes', async () => {
    const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', await build('guard.test.ts')], {
      encoding: 'utf8',
    });
    expect(run.stdout).toContain('# pass 2');
    expect(run.status).toBe(0);
  });

  it('shows the entry of a handler that can be run', async () => {
    const event = fixture.preToolUse({ tool_input: { command: 'git push --force' } });
    const run = spawnSync(process.execPath, [await build('entry.mjs')], {
      encoding: 'utf8',
      input: JSON.stringify(event),
    });
    expect(JSON.parse(run.stdout)).toEqual({ decision: 'block', reason: 'force push: ask the user first' });
  });

  it('has the table of verbs as the SDK has them', () => {
    expect(page).toContain(methodTable());
  });
});

function methodTable(): string {
  const at = (method: string): readonly EventName[] =>
    eventNames.filter((name) => methodsOf(name).includes(method));
  const methods = [...new Set(methodRows.map(({ method }) => method))];
  const rows = methods.map((method) => {
    const events = at(method).map((name) => `\`${name}\``);
    const where = events.length === eventNames.length ? 'every event' : events.join(', ');
    return `| \`${method}\` | ${where} |`;
  });
  return `| method | events |\n|---|---|\n${rows.join('\n')}\n\n`;
}

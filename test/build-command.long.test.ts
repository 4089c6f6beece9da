import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
let dir: string;
beforeEach(() => {
  scratch = makeScratch();
  dir = join(scratch.home, '.hookmd/hooks/guard');
  write({
    'HOOK.md': '---\nevents: [PreToolUse]\nhandler: ./src.ts\n---\n# guard\n',
    'src.ts': `import { defineHook } from '@hookmd/sdk';
import { word } from './lib/word.js';
export default defineHook({ on: 'PreToolUse', run: (_event, h) => h.block(word) });
`,
    'lib/word.ts': `export const word: string = 'no';\n`,
    'tsconfig.json': '{}',
    'tests/guard.json': '[]',
    'names.txt': 'a',
    'node_modules/@hookmd/sdk/index.js': 'throw new Error("not ours")',
  });
});
afterEach(() => scratch.remove());

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

const out = (): string => join(scratch.project, 'dist/guard');

describe('hooks build', () => {
  it('writes a package with the built handler instead of what it was built of', async () => {
    const { exit, stdout } = await runHooks(scratch, ['build', 'guard']);
    expect(stdout).toMatch(/^✓ guard: src\.ts became one module of \d+ kB; 5 files in dist\/guard\n$/);
    expect(exit).toBe(0);
    expect(readdirSync(out(), { recursive: true }).sort()).toEqual(
      ['HOOK.md', 'handler.cjs', 'handler.cjs.map', 'names.txt', 'tests', 'tests/guard.json'].sort(),
    );
    expect(readFileSync(join(out(), 'HOOK.md'), 'utf8')).toContain('\nhandler: handler.cjs\n');
    const input = JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: {},
      tool: {},
    });
    const ran = spawnSync(process.execPath, [join(out(), 'handler.cjs')], { input, encoding: 'utf8' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ decision: 'block', reason: 'no' });
  });

  it('replaces what an earlier build wrote, with the same bytes for the same sources', async () => {
    const first = JSON.parse((await runHooks(scratch, ['build', 'guard', '--json'])).stdout);
    writeFileSync(join(out(), 'left.txt'), '');
    const again = JSON.parse((await runHooks(scratch, ['build', dir, '--json'])).stdout);
    expect(again).toEqual(first);
    expect(again).toMatchObject({
      schema: 'hookmd.build/1',
      ok: true,
      digest: expect.stringMatching(/^sha256:/),
    });
    expect(readdirSync(dirname(out()))).toEqual(['guard']);
    expect(existsSync(join(out(), 'left.txt'))).toBe(false);
  });

  it('takes libraries of the npm project or workspace around the package; an approval does not', async () => {
    const project = join(scratch.project, 'app');
    const files = {
      'app/package.json': '{"workspaces":["packages/*"]}',
      'app/node_modules/words/index.js': `export const word = 'of the project';`,
      'app/packages/one/package.json': '{}',
      'app/packages/one/guard/HOOK.md': '---\nevents: [PreToolUse]\n---\n',
      'app/packages/one/guard/handler.ts': `import { defineHook } from '@hookmd/sdk';
import { word } from 'words';
export default defineHook({ on: 'PreToolUse', run: (_event, h) => h.block(word) });
`,
    };
    dir = scratch.project;
    write(files);
    const { exit, stdout } = await runHooks(scratch, ['build', './packages/one/guard'], { cwd: project });
    expect(stdout).toMatch(/^✓ guard: handler\.ts became one module/);
    expect(exit).toBe(0);
    expect(readFileSync(join(project, 'dist/guard/handler.cjs'), 'utf8')).toContain('of the project');
    const root = ['--root', join(project, 'packages/one')];
    mkdirSync(join(project, 'packages/one/hooks'));
    renameSync(join(project, 'packages/one/guard'), join(project, 'packages/one/hooks/words'));
    const rejected = await runHooks(scratch, ['enable', 'words', '--yes', ...root]);
    expect(rejected.stderr).toMatch(/HANDLER_NOT_BUILT .*"words" is not in the package.*`hooks build`/);
  });

  it('writes nothing with --check', async () => {
    const { exit, stdout } = await runHooks(scratch, ['build', 'guard', '--check', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, out: null, digest: null, source: 'src.ts' });
    expect(exit).toBe(0);
    expect(existsSync(out())).toBe(false);
  });

  it('says everything that is wrong, each with its place, and writes nothing', async () => {
    write({
      'lib/word.ts': `import 'zod';\nimport '../../../secret';\nexport const word = ;\n`,
      'src.ts': `import './lib/word.js';\nimport './gone.ts';`,
    });
    const { exit, stdout } = await runHooks(scratch, ['build', 'guard', '--json']);
    const { issues } = JSON.parse(stdout);
    const places = issues.map(({ code, path, line, column }: Record<string, string>) => [
      code,
      path,
      line,
      column,
    ]);
    expect(places).toEqual([
      ['BUILD_FAILED', join(dir, 'lib/word.ts'), 3, 21],
      ['BUILD_FAILED', join(dir, 'src.ts'), 2, 8],
    ]);
    expect(exit).toBe(1);
    write({
      'lib/word.ts': `import 'zod';\nimport '../../../secret';\nexport const word = '';\n`,
      'src.ts': `import './lib/word.js';`,
    });
    const shown = await runHooks(scratch, ['build', 'guard']);
    expect(shown.stdout).toContain('guard/lib/word.ts:1:8  BUILD_FAILED');
    expect(shown.stdout).toContain('guard/lib/word.ts:2:8  BUILD_FAILED');
    expect(shown.stdout).toContain('✗ guard: cannot be built; nothing was written');
    expect(existsSync(out())).toBe(false);
  });

  it.each([
    ['into the package', () => join(dir, 'dist')],
    ['into the package by a link', () => join(scratch.project, 'link/dist')],
    ['over the package', () => dir],
    ['over what is something else', () => scratch.home],
    ['over a file', () => join(scratch.project, 'file')],
  ])('refuses to write %s', async (_, target) => {
    symlinkSync(dir, join(scratch.project, 'link'));
    writeFileSync(join(scratch.project, 'file'), '');
    const before = readdirSync(dir).sort();
    const { exit, stderr } = await runHooks(scratch, ['build', 'guard', '--out', target()]);
    expect(stderr).toMatch(/^BUILD_OUT /);
    expect(exit).toBe(2);
    expect(readdirSync(dir).sort()).toEqual(before);
  });

  it('refuses its default where the working folder is the package', async () => {
    const { stderr } = await runHooks(scratch, ['build', '.'], { cwd: dir });
    expect(stderr).toMatch(/^BUILD_OUT /);
  });

  it('says of a package without a handler module, or with a built one, that there is nothing to build', async () => {
    const bundled = await runHooks(scratch, ['build', 'clamp-timeout']);
    expect(bundled.stderr).toMatch(/^BUILD_NO_HANDLER .*run as command/);
    await runHooks(scratch, ['build', 'guard']);
    const built = await runHooks(scratch, ['build', './dist/guard']);
    expect(built.stderr).toMatch(/^BUILD_NO_HANDLER .*built already/);
    expect([bundled.exit, built.exit]).toEqual([1, 1]);
  });

  it('does not write over a file of the package that has the name of the built handler', async () => {
    write({ 'handler.cjs': 'export {};' });
    const { exit, stderr } = await runHooks(scratch, ['build', 'guard']);
    expect(stderr).toMatch(/^BUILD_NAME_TAKEN /);
    expect(exit).toBe(1);
  });

  it('knows a hook by its name before a folder, and says what is no hook and no folder', async () => {
    const { exit, stderr } = await runHooks(scratch, ['build', './nothing']);
    expect(stderr).toMatch(/^HOOK_NOT_FOUND .*nothing/);
    expect(exit).toBe(1);
    rmSync(join(dir, 'src.ts'));
    const broken = await runHooks(scratch, ['build', 'guard']);
    expect(broken.stdout).toContain('MANIFEST_VALUE');
    expect(broken.exit).toBe(1);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScript } from './support/run-script.ts';
import { makeScratch } from './support/scratch.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
const files = [...page.matchAll(/^`([\w.-]+)`:\n\n```[jt]s\n([\s\S]*?)^```$/gm)];
const scratch = makeScratch();
const dir = join(scratch.dir, 'guide');
afterAll(() => scratch.remove());

describe('docs/library.md', () => {
  beforeAll(async () => {
    mkdirSync(join(dir, 'node_modules/@hookmd'), { recursive: true });
    symlinkSync(join(root, 'packages/library'), join(dir, 'node_modules/@hookmd/library'));
    writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
    for (const [, name = '', text = ''] of files) {
      writeFileSync(join(dir, name.replace(/\.mjs$/, '.ts')), text);
      const { code } = await esbuild.transform(text, { loader: name.endsWith('.ts') ? 'ts' : 'js' });
      writeFileSync(join(dir, name.replace(/\.ts$/, '.mjs')), code);
    }
  });

  it('shows code that compiles as strictly as anything here', () => {
    const config = {
      extends: join(root, 'tsconfig.types.json'),
      compilerOptions: {
        // As for who installs it: the declarations that are published.
        customConditions: [],
        isolatedDeclarations: false,
        declaration: false,
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['*.ts'],
    };
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const run = spawnSync(process.execPath, [tsc, '-p', dir], { encoding: 'utf8' });
    expect(files.map(([, name]) => name)).toEqual(['first.mjs', 'loop.ts', 'rules.ts']);
    expect(run).toMatchObject({ status: 0, stdout: '' });
  });

  it('prints what it says it prints', () => {
    const [, start = ''] = /^```sh\n(.*)\n```$/m.exec(page) ?? [];
    const run = spawnSync('sh', ['-c', start], {
      cwd: dir,
      env: { PATH: process.env['PATH'], HOME: scratch.home },
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(page).toContain(`It prints:\n\n\`\`\`text\n${run.stdout}\`\`\``);
  });

  it('shows a loop in which hooks do all that they can', async () => {
    const loop = pathToFileURL(join(dir, 'loop.mjs')).href;
    const ended = await runScript(
      scratch,
      `
      const { runAgent: run } = await import(${JSON.stringify(loop)});
      const hooks = await open();
      let asked = 0;
      hooks.on('UserPromptSubmit', ({ prompt }) => (prompt === 'no' ? { decision: 'block', reason: 'not that' } : { hookSpecificOutput: { additionalContext: 'on main' } }));
      hooks.on('PreToolUse', ({ tool_input }) => (tool_input.command === 'rm' ? { decision: 'block', reason: 'never' } : null));
      hooks.on('PostToolUse', { modify: { PostToolUse: 'output' } }, ({ tool_input }) => (tool_input.command === 'stop' ? { continue: false, stopReason: 'enough' } : { hookSpecificOutput: { updatedToolOutput: '[redacted]' } }));
      hooks.on('Stop', { once: true }, () => ({ followUps: ['and the tests?'] }));
      const session = await hooks.session();
      const heard = [];
      const replies = [{ text: 'look', calls: [{ id: '1', name: 'Bash', input: { command: 'ls' } }, { id: '2', name: 'Bash', input: { command: 'rm' } }] }, { text: 'done', calls: [] }, { text: 'tested', calls: [] }];
      const model = async (messages) => { heard.push(messages.map(({ content }) => content)); return replies[Math.min(asked++, 2)]; };
      const tools = { Bash: async () => 's3cr3t' };
      const said = [await run(session, 'hello', model, tools), await run(session, 'no', model, tools)];
      replies[2] = { text: 'again', calls: [{ id: '3', name: 'Bash', input: { command: 'stop' } }] };
      said.push(await run(session, 'more', model, tools));
      print({ said, last: heard[2] });
      await hooks.close();`,
    );
    expect([ended.exit, ended.stderr]).toEqual([0, '']);
    expect(JSON.parse(ended.stdout)).toEqual({
      said: ['tested', 'not that', 'enough'],
      last: [
        'hello\non main',
        'look',
        '[redacted]',
        expect.stringContaining('never'),
        'done',
        'and the tests?',
      ],
    });
  });

  it('names every option', () => {
    const declared = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');
    const optionsOf = (name: string): readonly string[] => {
      const [, body = ''] =
        new RegExp(`export interface ${name}[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(declared) ?? [];
      return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option = '']) => option);
    };
    const options = ['HooksOptions', 'SessionOptions', 'ConversationOptions', 'CallbackOptions'].flatMap(
      optionsOf,
    );
    expect(options.length).toBeGreaterThan(30);
    expect(options.filter((option) => !new RegExp(`\\b${option}\\b`).test(page))).toEqual([]);
  });
});

describe('importing the library', () => {
  it('loads no library, not much of its own, and nothing that runs hooks', async () => {
    const log = join(scratch.dir, 'loaded');
    const watcher = `
      import { appendFileSync } from 'node:fs';
      export function load(url, context, next) {
        appendFileSync(${JSON.stringify(log)}, url + '\\n');
        return next(url, context);
      }`;
    const script = join(scratch.dir, 'import.mjs');
    const library = pathToFileURL(join(root, 'packages/library/dist/index.js')).href;
    const lines = [
      "import { register } from 'node:module';",
      `register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(watcher)}`)});`,
      `await import(${JSON.stringify(library)});`,
    ];
    writeFileSync(script, lines.join('\n'));
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const urls = [...new Set(readFileSync(log, 'utf8').trim().split('\n'))];
    const loaded = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
    const kilobytes = loaded.reduce((sum, file) => sum + statSync(file).size, 0) / 1024;
    expect(loaded.filter((file) => !/\/packages\/(core|library)\/dist\//.test(file))).toEqual([]);
    expect(urls).not.toContain('node:child_process');
    expect(
      loaded.filter((file) => /\/(executors\/(command|process|spawn)|dispatch\/run-phases)\.js$/.test(file)),
    ).toEqual([]);
    // It was 126 files and 332 KB; what is above that is to be meant.
    expect(loaded.length).toBeLessThanOrEqual(135);
    expect(kilobytes).toBeLessThanOrEqual(350);
  });
});

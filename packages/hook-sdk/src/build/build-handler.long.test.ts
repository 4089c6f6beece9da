import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildHandler } from './build-handler.ts';
import type { BuildProblem, BuildResult } from './request.ts';

let dir: string;
let outside: string;
beforeEach(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-build-')));
  dir = join(outside, 'package');
  mkdirSync(dir);
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

type Files = Readonly<Record<string, string | Uint8Array>>;

function write(files: Files, directory = dir): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

/** `handler.ts` says what `reason` is; the hook blocks with it. */
const hook = (imports: string, reason: string): string => `import { defineHook } from '@hookmd/sdk';
${imports}
export default defineHook({ on: 'PreToolUse', run: async (_event, h) => h.block(String(${reason})) });
`;

function build(files: Files, file = 'handler.ts'): Promise<BuildResult> {
  write(files);
  return buildHandler({ dir, file, protocol: 'hookmd' });
}

async function problemsOf(files: Files, file?: string): Promise<readonly BuildProblem[]> {
  const result = await build(files, file);
  return result.ok ? [] : result.problems;
}

async function reasonOf(files: Files): Promise<string> {
  const result = await build(files);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const alone = join(outside, 'alone');
  write({ [result.file]: result.code }, alone);
  const { stdout, stderr } = spawnSync(process.execPath, [join(alone, result.file)], {
    input: JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool: { paths: [] } }),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).reason;
}

describe('a built handler', () => {
  it('is one module that runs alone, and begins with its stamp', async () => {
    const files = {
      'handler.ts': hook(
        `import { word } from './lib/word.js';\nimport data from './data.json';`,
        'word + data.n',
      ),
      'lib/word.ts': `export const word: string = 'n=';`,
      'data.json': '{"n":7}',
    };
    expect(await reasonOf(files)).toBe('n=7');
    const result = await build(files);
    expect(result.ok && Buffer.from(result.code).toString().split('\n')[1]).toBe('// hookmd-handler/1');
  });

  it.each([
    ['of Node', `import { sep } from 'path';`, 'sep', '/'],
    [
      'of Node by require',
      `const { sep } = require('fs').constants ? require('node:path') : {};`,
      'sep',
      '/',
    ],
    ['of CommonJS', `import lib from './lib.cjs';`, 'lib.sep', '/'],
    ['of a folder', `import { a } from './folder';`, 'a', 'index'],
    ['in a circle', `import { circle } from './circle';`, 'circle()', 'round'],
    ['that wait', `import { late } from './late.mjs';`, 'late', 'awaited'],
    ['on demand', ``, `(await import('./late.mjs')).late`, 'awaited'],
    ['by JSON attribute', `import d from './d.json' with { type: 'json' };`, 'd.d', 'json'],
    [
      'with a require of its own',
      `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
      `require('path').sep`,
      '/',
    ],
  ])('takes modules %s', async (_, imports, reason, expected) => {
    const files = {
      'handler.ts': hook(imports, reason),
      'lib.cjs': `module.exports = { sep: require('path').sep };`,
      'folder/index.ts': `export const a = 'index';`,
      'circle.ts': `import { round } from './circle2';\nexport const circle = () => round();\nexport const word = 'round';`,
      'circle2.ts': `import { word } from './circle';\nexport const round = () => word;`,
      'late.mjs': `export const late = await Promise.resolve('awaited');`,
      'd.json': '{"d":"json"}',
    };
    expect(await reasonOf(files)).toBe(expected);
  });

  it('takes libraries in its own node_modules, as they offer themselves', async () => {
    const exports = {
      '.': { import: './m.mjs', require: './c.cjs' },
      './*': { types: './x.d.ts', default: './sub/*.mjs' },
      './no': null,
    };
    const library = {
      'node_modules/lib/package.json': JSON.stringify({ name: 'lib', exports, browser: './gone.js' }),
      'node_modules/lib/m.mjs': `export default 'esm';`,
      'node_modules/lib/c.cjs': `module.exports = 'cjs';`,
      'node_modules/lib/sub/deep.mjs': `import o from '@scope/old'; export const deep = o.old;`,
      'node_modules/@scope/old/package.json': '{"main":"lib"}',
      'node_modules/@scope/old/lib/index.js': `try { exports.old = require('optional'); } catch { exports.old = 'old'; }`,
      'package.json': '{"imports":{"#own/*":"./src/*.ts"}}',
      'src/own.ts': `export const own = 'own';`,
    };
    const imports = `import m from 'lib'; import { deep } from 'lib/deep'; import { own } from '#own/own'; const c = require('lib');`;
    expect(await reasonOf({ ...library, 'handler.ts': hook(imports, '[m, deep, own, c]') })).toBe(
      'esm,old,own,cjs',
    );
    expect(await problemsOf({ ...library, 'handler.ts': `import 'lib/no';` })).toMatchObject([
      { text: expect.stringContaining('not among the `exports`') },
    ]);
  });

  it('is the same bytes wherever the sources lie, whatever lies around them', async () => {
    const files = {
      'handler.ts': hook(`import c from './lib/c.cjs';`, 'c'),
      'lib/c.cjs': `module.exports = 1;`,
    };
    const first = await build(files);
    const name = join(outside, 'deeper/elsewhere');
    write(files, name);
    write(
      {
        'package.json': '{"type":"commonjs","sideEffects":false}',
        'deeper/tsconfig.json': '{"compilerOptions":{"useDefineForClassFields":false,"target":"es5"}}',
        '.pnp.cjs': 'throw 1',
      },
      outside,
    );
    write(
      { 'tsconfig.json': '{"extends":"../../nowhere.json","compilerOptions":{"paths":{"*":["/etc/*"]}}}' },
      name,
    );
    const second = await buildHandler({ dir: name, file: 'handler.ts', protocol: 'hookmd' });
    expect(second).toEqual(first);
    expect(first.ok && Buffer.from(first.code).toString()).not.toContain(outside);
  });

  it('has a source map with the files of the package and no text of them', async () => {
    const result = await build({
      'handler.ts': hook(`import { w } from './lib/w.ts';`, 'w'),
      'lib/w.ts': `export const w = Math.random();`,
    });
    const map = JSON.parse(result.ok ? Buffer.from(result.map).toString() : '{}');
    expect(map.sources).toEqual(expect.arrayContaining(['handler.ts', 'lib/w.ts']));
    expect(map.sourcesContent).toBeUndefined();
  });
});

describe('an import that leaves the package is refused', () => {
  it.each([
    ['../secret.ts', '../secret.ts" leads out'],
    ['./lib/../../secret.ts', '../secret.ts" leads out'],
    ['/etc/passwd', 'absolute path'],
    ['C:\\\\x', 'absolute path'],
    ['file:///etc/passwd', 'cannot be imported'],
    ['data:text/javascript,1', 'cannot be imported'],
    ['https://example.com/x.js', 'cannot be imported'],
    ['node:nothing', 'this Node has no such module'],
    ['./link.ts', 'a link that leads out'],
    ['linked', 'a link that leads out'],
    ['above', 'is not in the package'],
    ['#out', 'leads out of the package'],
    ['#none', 'not in `imports`'],
    ['#away', 'absolute path'],
    ['rogue', 'leads out of it'],
    ['main', 'without an index module'],
    ['./gone.ts', 'is not in the package'],
    ['./pipe.ts', 'no regular file'],
    ['./native.node', 'native code'],
    ['./image.png', 'no module that can be built'],
    ['@hookmd/sdk/testing', 'not for a handler'],
    ['@hookmd/sdk/../serve', 'not for a handler'],
  ])('%s', async (specifier, why) => {
    write({ 'secret.ts': 'export {}', 'node_modules/above/index.js': '', 'module.js': '' }, outside);
    write({
      'package.json': JSON.stringify({ imports: { '#out': './../secret.ts', '#away': '/etc/passwd' } }),
      'node_modules/rogue/package.json': '{"exports":"./../../../secret.ts"}',
      'node_modules/main/package.json': '{"main":"../../../secret.ts"}',
      'native.node': '',
      'image.png': '',
    });
    symlinkSync('../secret.ts', join(dir, 'link.ts'));
    symlinkSync('../../node_modules/above', join(dir, 'node_modules/linked'));
    execFileSync('mkfifo', [join(dir, 'pipe.ts')]);
    const problems = await problemsOf({ 'handler.ts': `// ü\n/* é */ import '${specifier}';` });
    expect(problems).toMatchObject([
      { file: 'handler.ts', line: 2, column: 16, text: expect.stringContaining(why) },
    ]);
  });

  it.each(['import(name)', `import(\`./lib/\${name}.ts\`)`, 'import("./lib/" + name)'])(
    'by %s, which cannot be followed',
    async (expression) => {
      const problems = await problemsOf({
        'handler.ts': `const name = 'a';\nawait ${expression};`,
        'lib/a.ts': '',
      });
      expect(problems).toMatchObject([{ file: 'handler.ts', line: 2 }]);
    },
  );

  it('and reads nothing by the source map that a module names', async () => {
    write({ 'secret.map': '{"version":3,"sources":["/secret"],"mappings":"AAAA"}' }, outside);
    const result = await build({
      'handler.ts': hook(`import './x.js';`, '1'),
      'x.js': 'globalThis.x = 1;\n//# sourceMappingURL=../secret.map',
    });
    expect(result.ok && Buffer.from(result.map).toString()).not.toContain('/secret');
  });
});

describe('an npm project around the package', () => {
  const inProject = (files: Files, directory = dir): Promise<BuildResult> => {
    write(files, directory);
    return buildHandler({ dir: directory, file: 'handler.ts', protocol: 'hookmd' }, { projectDir: outside });
  };
  const library = {
    'node_modules/lib/package.json': '{}',
    'node_modules/lib/index.js': `import o from 'other'; export const word = o;`,
  };
  const item = { 'node_modules/other/index.js': `export default 'around';` };

  it('gives what the package does not have, and what that needs, wherever in it the package lies', async () => {
    write({ ...library, ...item }, outside);
    const files = { 'handler.ts': hook(`import { word } from 'lib';`, 'word') };
    const first = await inProject(files);
    const second = await inProject(files, join(outside, 'deeper/in/it'));
    const text = first.ok ? Buffer.from(first.code).toString() : JSON.stringify(first.problems);
    expect(text).toContain('around');
    expect(text).not.toContain(outside);
    expect(second).toEqual(first);
    expect(first.ok && JSON.parse(Buffer.from(first.map).toString()).sources).toContain(
      'node_modules/lib/index.js',
    );
  });

  it('gives nothing that the package has itself, and nothing to who does not ask for it', async () => {
    write({ ...library, ...item }, outside);
    const files = { 'handler.ts': hook(`import { word } from 'lib';`, 'word') };
    const current = await inProject({ ...files, 'node_modules/lib/index.js': `export const word = 'own';` });
    expect(current.ok && Buffer.from(current.code).toString()).not.toContain('around');
    rmSync(join(dir, 'node_modules'), { recursive: true });
    expect(await problemsOf(files)).toMatchObject([
      { text: expect.stringContaining('what `hooks build` makes') },
    ]);
  });

  it.each([
    ['lib/secret', 'leads out of the package'],
    ['linked', 'leads out'],
    ['workspace', 'leads out'],
    ['nothing', 'neither in the package nor in a node_modules of the npm project'],
    ['../secret.js', 'leads out of the package'],
    ['lib/deep', 'leads out of the package'],
  ])('gives nothing that is no library of it: %s', async (specifier, why) => {
    write(
      {
        ...library,
        'secret.js': '',
        'node_modules/lib/secret.js': `import '../../secret.js';`,
        'sources/workspace/index.js': '',
      },
      outside,
    );
    write({ 'node_modules/lib/deep.js': `import '../../../gone';` }, outside);
    symlinkSync('/etc', join(outside, 'node_modules/linked'));
    symlinkSync('../sources/workspace', join(outside, 'node_modules/workspace'));
    const result = await inProject({ 'handler.ts': `import '${specifier}';` });
    expect(JSON.stringify(!result.ok && result.problems)).toContain(why);
  });
});

describe('what is wrong with a handler', () => {
  it('is said all at once, each with its place', async () => {
    const problems = await problemsOf({
      'handler.ts': `import './a.ts';\nimport 'nothing';\n  import './b.ts';`,
      'a.ts': 'const x = ;',
      'b.ts': Buffer.from([0x2f, 0x2f, 0xff, 0xfe]),
    });
    expect(problems).toMatchObject([
      { file: 'a.ts', line: 1, column: 11 },
      { file: 'b.ts', line: null, text: expect.stringContaining('not UTF-8') },
      { file: 'handler.ts', line: 2, column: 8, text: expect.stringContaining('"nothing"') },
    ]);
  });

  it.each([
    ['folder.ts', 'is a directory'],
    ['none.ts', 'is not in the package'],
    ['link.ts', 'a link that leads out'],
    ['data.json', 'no module'],
  ])('such as %s, which is no module', async (file, why) => {
    mkdirSync(join(dir, 'folder.ts'));
    write({ 'x.ts': '' }, outside);
    symlinkSync('../x.ts', join(dir, 'link.ts'));
    expect(await problemsOf({ 'data.json': '{}' }, file)).toMatchObject([
      { text: expect.stringContaining(why) },
    ]);
  });

  it('is its size', async () => {
    expect(await problemsOf({ 'handler.ts': `//${'x'.repeat(3 << 20)}` })).toMatchObject([
      { file: 'handler.ts', text: expect.stringContaining('at most') },
    ]);
    const many = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`m${n}.ts`, `//${'x'.repeat(2_000_000)}`]),
    );
    const imports = Object.keys(many).map((name) => `import './${name}';`);
    const problems = await problemsOf({ ...many, 'handler.ts': imports.join('\n') });
    expect(problems[0]?.text).toContain('beyond the 16 MB');
  });

  it('is that there is no such package', async () => {
    const result = await buildHandler({ dir: join(dir, 'gone'), file: 'handler.ts', protocol: 'hookmd' });
    expect(!result.ok && result.problems).toMatchObject([
      { file: null, text: expect.stringContaining('ENOENT') },
    ]);
  });

  it('is its depth', async () => {
    const text = '('.repeat(1_000_000);
    expect(await problemsOf({ 'handler.ts': text })).toMatchObject([
      { text: expect.stringContaining('simpler') },
    ]);
    expect(await problemsOf({ 'handler.ts': hook('', '1') })).toEqual([]);
  });

  it('is that building it takes too long, and the next one is built all the same', async () => {
    write({ 'handler.ts': `x=${'!'.repeat(20_000)}1;`.repeat(20) });
    const result = await buildHandler({ dir, file: 'handler.ts', protocol: 'hookmd' }, { limitMs: 1 });
    expect(!result.ok && result.problems).toMatchObject([
      { file: null, text: expect.stringContaining('not done after 1 ms') },
    ]);
    expect(await problemsOf({ 'handler.ts': hook('', '1') })).toEqual([]);
  });

  it('does not go on for ever', async () => {
    const problems = await problemsOf({
      'handler.ts': Array.from({ length: 5_000 }, (_, n) => `import './${n}';`).join('\n'),
    });
    expect(problems).toHaveLength(201);
  });
});

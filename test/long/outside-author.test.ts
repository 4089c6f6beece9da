import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked } from '../support/install-packed.ts';
import { makeScratch } from '../support/scratch.ts';

const scratch = makeScratch();
/** Nothing of this repository is above it. */
const folder = join(scratch.dir, 'author');
const home = join(folder, 'home');
const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' };

const SCHEMA = `import { defineHook } from '@hookmd/sdk';
import * as z from 'zod';
const bash = z.object({ command: z.string(), timeout: z.number().optional() });
`;

const manifest = (front: string): string => `---\n${front}\n---\n`;

const written = {
  'guard/HOOK.md': manifest('events: [PreToolUse]\nonFailure: block'),
  'guard/handler.ts': `${SCHEMA}
export default defineHook({
  on: 'PreToolUse',
  tools: { Bash: bash },
  onFailure: 'block',
  run(event, h) {
    const command: string = event.tool_input.command;
    if (/\\bgit\\b.*--force\\b/.test(command)) return h.block('force push: ask the user first');
  },
});
`,
  'clamp/HOOK.md': manifest('events: [PreToolUse]\nmodify: { PreToolUse: [timeout] }\npriority: 10'),
  'clamp/handler.ts': `${SCHEMA}
export default defineHook({
  on: 'PreToolUse',
  tools: { Bash: bash },
  run(event, h) {
    if ((event.tool_input.timeout ?? 0) > 1000) return h.modify({ timeout: 1000 });
  },
});
`,
  'finish/HOOK.md': manifest('events: [Stop]'),
  'finish/handler.ts': `import { defineHook } from '@hookmd/sdk';

export default defineHook({
  on: 'Stop',
  run(event, h) {
    if (!event.stop_hook_active) return h.continueWith('Run the tests.');
  },
});
`,
  'hooks.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, runHook } from '@hookmd/sdk/testing';
import clamp from './clamp/handler.ts';
import finish from './finish/handler.ts';
import guard from './guard/handler.ts';

const call = (command: string, timeout: number) =>
  fixture.preToolUse({ tool_name: 'Bash', tool_input: { command, timeout } });

test('guard', async () => {
  assert.equal((await runHook(guard, call('git push --force', 1))).decision, 'block');
  assert.equal((await runHook(guard, call('git push', 1))).decision, 'none');
  const odd = fixture.preToolUse({ tool_name: 'Bash', tool_input: { command: 7 } });
  assert.match((await runHook(guard, odd)).reason ?? '', /command/);
});
test('clamp', async () => {
  const { changed, input } = await runHook(clamp, call('make', 5000));
  assert.deepEqual([changed, input], [['timeout'], { command: 'make', timeout: 1000 }]);
});
test('finish', async () => {
  assert.deepEqual((await runHook(finish, fixture.stop())).followUps, ['Run the tests.']);
});
`,
};

const hook = (on: string, run: string, more = ''): string =>
  `${SCHEMA}export default defineHook({ on: ${on},${more} run(event, h) { ${run} } });\n`;
const withBash = ' tools: { Bash: bash },';
const testing = (line: string): string =>
  `import { fixture, runHook } from '@hookmd/sdk/testing';\nimport stop from './finish/handler.ts';\n${line}\n`;

/** What must not compile. `‹` stands before the place that TypeScript must name. */
const wrong: Readonly<Record<string, string>> = {
  'a verb that is none': hook(`'PreToolUse'`, `return h.‹blok('no');`),
  'a block where a stop can only be continued': hook(`'Stop'`, `return h.‹block('no');`),
  'a question after the call': hook(`'PostToolUse'`, `return h.‹ask('sure?');`),
  'context at the end of a session': hook(`'SessionEnd'`, `h.‹addContext('too late');`),
  'a block without a reason': hook(`'PreToolUse'`, `return h.‹block();`),
  'a redaction of values where keys are asked for': hook(`'PreModelCall'`, `return h.redact(‹7);`),
  'an event that is none': hook(`'PreToolUs'`, '').replace('on:', '‹on:'),
  'a field of another event': hook(`'Stop'`, `h.log(event.‹prompt);`),
  'a field that is misspelt': hook(`'UserPromptSubmit'`, `h.log(event.‹promt);`),
  'a field that the schema does not have': hook(`'PreToolUse'`, `h.log(event.tool_input.‹cmd);`, withBash),
  'a field with another type than the schema gives': hook(
    `'PreToolUse'`,
    `const ‹text: number = event.tool_input.command; h.log(String(text));`,
    withBash,
  ),
  'a tool that it is not about': hook(`'PreToolUse'`, `if (‹event.tool_name === 'Read') return;`, withBash),
  'a key of a patch that the tool does not have': hook(
    `'PreToolUse'`,
    `return h.modify({ ‹timeot: 1 });`,
    withBash,
  ),
  'a value of a patch that the tool does not take': hook(
    `'PreToolUse'`,
    `return h.modify({ ‹timeout: 'long' });`,
    withBash,
  ),
  'a patch after the call': hook(`'PostToolUse'`, `return h.‹modify({ timeout: 1 });`, withBash),
  'tools on an event without tools': hook(`'Stop'`, '', ` ‹tools: { Bash: bash },`),
  'onFailure: block on an event that cannot be blocked': hook(`'Stop'`, '', ` ‹onFailure: 'block',`),
  'onFailure with another word': hook(`'PreToolUse'`, '', ` ‹onFailure: 'ask',`),
  'an option that the schema does not have': hook(`'Stop'`, `h.log(h.options.‹limt);`, ' options: bash,'),
  'an answer that is not a result': hook(`'PreToolUse'`, `return 'no';`).replace('run(', '‹run('),
  'a fixture of no event': testing(`fixture.‹preTolUse();`),
  'a field of a fixture that its event does not have': testing(`fixture.stop({ ‹tool_name: 'Bash' });`),
  'an event of another kind than the hook is about': testing(`await runHook(stop, ‹fixture.sessionEnd());`),
  'a decision that is none': testing(
    `const { decision } = await runHook(stop, fixture.stop());\nif (‹decision === 'deny') throw 1;`,
  ),
};
const cases = Object.entries(wrong).map(([message, marked], index) => {
  const lines = marked.slice(0, marked.indexOf('‹')).split('\n');
  const location = `${lines.length},${(lines.at(-1) ?? '').length + 1}`;
  return { says: message, place: location, file: `wrong-${index}.ts`, text: marked.replace('‹', '') };
});

const options = {
  nodenext: { module: 'nodenext' },
  node16: { module: 'node16', moduleResolution: 'node16' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;
const ways = Object.keys(options) as readonly (keyof typeof options)[];

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const programs = {
  node: [],
  tsc: [join(folder, 'node_modules/typescript/bin/tsc')],
  hooks: [join(folder, 'node_modules/.bin/hooks')],
} as const;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: keyof typeof programs, words: readonly string[], input = ''): Ended {
  return spawnSync(process.execPath, [...programs[program], ...words], {
    cwd: folder,
    env,
    input,
    encoding: 'utf8',
  });
}

beforeAll(() => {
  installPacked(folder, {
    packages: ['cli', 'hook-sdk'],
    libraries: [
      'core>zod',
      ...['root>typescript', 'root>typescript>@typescript/typescript-*'],
      ...['root>@types/node', 'root>@types/node>undici-types'],
    ],
  });
  write(written);
  write(Object.fromEntries(cases.map(({ file, text }) => [file, text])));
  const strict = { target: 'es2023', strict: true, skipLibCheck: false, types: ['node'] };
  for (const way of ways) {
    const compilerOptions = {
      ...{ ...strict, ...options[way], rewriteRelativeImportExtensions: true },
      ...{ rootDir: '.', outDir: `out-${way}` },
    };
    const right = { compilerOptions, files: Object.keys(written).filter((path) => path.endsWith('.ts')) };
    const include = { compilerOptions, files: cases.map(({ file }) => file) };
    write({
      [`tsconfig.${way}.json`]: JSON.stringify(right),
      [`tsconfig.wrong.${way}.json`]: JSON.stringify(include),
    });
  }
}, 120_000);
afterAll(() => scratch.remove());

describe.each(ways)('an author with `moduleResolution` of %s', (way) => {
  it('has hooks of every kind pass under `strict`, the types of the SDK checked too', () => {
    expect(run('tsc', ['--noEmit', '-p', `tsconfig.${way}.json`])).toMatchObject({ status: 0, stdout: '' });
  });

  it('is told of each mistake at its place, and of nothing else', () => {
    const { stdout } = run('tsc', ['--noEmit', '--pretty', 'false', '-p', `tsconfig.wrong.${way}.json`]);
    const found = [...stdout.matchAll(/^(\S+)\((\d+,\d+)\): error /gm)].map(([, file, location]) => [
      file,
      location,
    ]);
    const named = cases.map(({ says: message, file }) => [
      message,
      found.filter(([item]) => item === file).map(([, path]) => path),
    ]);
    expect(named).toEqual(cases.map(({ says: text, place: position }) => [text, [position]]));
    expect(found).toHaveLength(cases.length);
  });
});

describe('an author without a copy of this repository', () => {
  it('tests hooks with node:test', () => {
    expect(run('tsc', ['-p', 'tsconfig.nodenext.json']).stdout).toBe('');
    const { stdout, status } = run('node', ['--test', 'out-nodenext/hooks.test.js']);
    expect(stdout).toContain('# pass 3');
    expect(status).toBe(0);
  });

  it('builds them with zod of the project, has the built ones enabled, asked and traced', () => {
    for (const name of ['guard', 'clamp', 'finish']) {
      expect(run('hooks', ['build', `./${name}`])).toMatchObject({ status: 0, stderr: '' });
      cpSync(join(folder, 'dist', name), join(home, '.hookmd/hooks', name), { recursive: true });
    }
    expect(run('hooks', ['enable', 'guard', 'clamp', 'finish', '--yes']).status).toBe(0);
    const prompt = (event: string, payload: object): object =>
      JSON.parse(run('hooks', ['run', event, '--json'], JSON.stringify(payload)).stdout);
    const bash = (command: unknown, timeout: number): object => ({
      tool_name: 'Bash',
      tool_input: { command, timeout },
    });
    expect(prompt('PreToolUse', bash('make', 5000))).toMatchObject({
      decision: 'none',
      changed: ['timeout'],
      input: { command: 'make', timeout: 1000 },
    });
    expect(prompt('Stop', {})).toMatchObject({ followUps: ['Run the tests.'] });
    expect(prompt('PreToolUse', bash(7, 5))).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('command'),
    });
    const push = bash('git push --force', 5);
    expect(prompt('PreToolUse', push)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('force push'),
    });
    const trace = run('hooks', ['trace', '--last']);
    expect(trace.stdout).toContain('→ blocked by guard');
    expect(trace.status).toBe(0);
  });

  it('is told why an approval does not take zod of the project', () => {
    cpSync(join(folder, 'guard'), join(home, '.hookmd/hooks/raw'), { recursive: true });
    const { status, stderr } = run('hooks', ['enable', 'raw', '--yes']);
    expect(stderr).toMatch(/^HANDLER_NOT_BUILT .*"zod" is not in the package: .* what `hooks build` makes/m);
    expect(status).toBe(1);
  });
});

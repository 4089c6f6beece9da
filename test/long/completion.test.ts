import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonOptions } from '../../packages/cli/src/command-line/parser.ts';
import { commands } from '../../packages/cli/src/command-line/table.ts';
import { writeHook } from '../support/hook-package.ts';
import { CLI, runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

/** What TAB offers, in the shells themselves, with `hooks` on the PATH as after an installation. */

const scratch = makeScratch();
afterAll(() => scratch.remove());

/** Names that a repository could choose, and none of which a shell may act on. */
const HOSTILE = [
  '$(touch pwned)',
  '`touch pwned`',
  'a b',
  'x;touch pwned',
  '-rf',
  "q'uote",
  '\u001b[31mred herring',
  'new\nline',
];

const environment = {
  PATH: `${join(scratch.dir, 'bin')}:${process.env['PATH']}`,
  HOME: scratch.home,
  LANG: 'C.UTF-8',
};

beforeAll(async () => {
  mkdirSync(join(scratch.dir, 'bin'));
  const text = `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`;
  writeFileSync(join(scratch.dir, 'bin/hooks'), text, { mode: 0o755 });
  for (const name of ['guard', 'my.hook', 'off']) writeHook(scratch, { name, exits: 0 }, 'Stop');
  writeHook(scratch, { name: 'guard', at: 'project', exits: 0 }, 'Stop');
  for (const name of HOSTILE) {
    const dir = join(scratch.project, '.hookmd/hooks', name);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'HOOK.md'), '---\nevents: [Stop]\ncommand: [sh, -c, "true"]\n---\n');
  }
  mkdirSync(join(scratch.project, 'folder'));
  mkdirSync(join(scratch.project, '$(touch pwned)'));
  await runHooks(scratch, ['enable', 'my.hook', '--yes']);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await runHooks(scratch, ['completion', shell]);
    writeFileSync(join(scratch.dir, shell), stdout);
  }
});

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

function run(shell: string, words: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync(shell, words, {
    cwd: scratch.project,
    env: environment,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

/** The words of each line as bash cuts them; the last is the one under the cursor. */
function bash(line: string): readonly string[] {
  const words = ['hooks', ...(line.match(/[^\s=:]+|[=:]+|(?<= )$/g) ?? [])];
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hooks; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return run('bash', ['--norc', '-u', '-c', script, 'bash', join(scratch.dir, 'bash'), ...words]);
}

/** With what zsh itself does in a completion replaced: it prints what is offered for the word. */
function zsh(line: string): readonly string[] {
  const script = `
    compset() { cur=\${cur#*=}; }
    _files() { print -rl -- "$cur"*(N/); }
    compadd() {
      while [[ $1 == -l || $1 == -d ]]; do [[ $1 == -d ]] && shift; shift; done
      [[ $1 == -- ]] && shift
      local each; for each in "$@"; do [[ $each == "$cur"* ]] && print -r -- "$each"; done
    }
    source "$1"; shift; words=("$@"); CURRENT=$#; _hooks; true`;
  return run('zsh', ['-f', '-c', script, 'zsh', join(scratch.dir, 'zsh'), 'hooks', ...line.split(' ')]);
}

function fish(line: string): readonly string[] {
  const script = 'source $argv[1]; complete -C $argv[2]';
  const lines = run('fish', ['--no-config', '-c', script, join(scratch.dir, 'fish'), `hooks ${line}`]);
  return lines.map((name) => (name.split('\t')[0] ?? '').replace(/^--[a-z]+=/, ''));
}

/** What comes with HookMD: its packages, then what is part of it. */
const packages = readdirSync(new URL('../../hooks/', import.meta.url), { withFileTypes: true });
const ours = [
  ...packages.filter((entry) => entry.isDirectory()).map(({ name }) => name),
  'compact-trigger',
].sort();

/** What stands before the cursor, and what is offered; in any order. */
const offered: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['', [...Object.keys(commands), 'help']],
  ['en', ['enable']],
  ['list --sta', ['--state']],
  ['--sta', ['--state']],
  ['list --state una', ['unapproved']],
  ['list --state=una', ['unapproved']],
  ['list --color ', ['auto', 'always', 'never']],
  ['--color=al', ['always']],
  ['enable --scope ', ['user', 'project']],
  ['info ', ['user/guard', 'project/guard', 'my.hook', 'off', ...ours]],
  ['info my', ['my.hook']],
  ['--json info my', ['my.hook']],
  ['--color never info my', ['my.hook']],
  ['info my.hook ', []],
  ['check off m', ['my.hook']],
  ['enable m', []],
  ['enable off user/', ['user/guard']],
  ['disable m', ['my.hook']],
  ['trust my', []],
  ['run PreTool', ['PreToolUse', 'PreToolSelection']],
  [
    'run --agent ',
    ['claude-code', 'codex', 'copilot', 'gemini-cli', 'qwen-code', 'cline', 'opencode', 'pi', 'openclaw'],
  ],
  ['run Stop --only my', ['my.hook']],
  ['events before_', ['before_tool_call']],
  ['list --event Stop', ['Stop', 'StopFailure']],
  ['config ', ['get', 'set', 'path']],
  ['config set hooks.con', ['hooks.concurrency']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['help conf', ['config']],
  ['nonsense ', []],
  ['info --home /dev/null/at/all my', []],
  ['info --home=/dev/null/at/all my', []],
];

type Complete = (line: string) => readonly string[];

function expectOffers(complete: Complete, line: string, words: readonly string[]): void {
  const cursor = line.split(/[ =]/).at(-1) ?? '';
  // fish offers what contains the word where nothing begins with it.
  const seen = complete(line).filter((name) => complete !== fish || name.startsWith(cursor));
  expect([...new Set(seen)].sort(), line).toEqual([...words].sort());
}

/** Whatever commands there are: nobody has to think of completion when adding one. */
async function expectEveryOption(complete: Complete): Promise<void> {
  for (const [name, { load }] of Object.entries(commands)) {
    const rows = [...(await load()).command.options, ...commonOptions];
    const long = rows.map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? '');
    expect(complete(`${name} --`), name).toEqual(expect.arrayContaining(long));
  }
}

function expectNothingRuns(complete: Complete): void {
  expect(complete('list --project ').map((value) => value.replace(/\/$/, ''))).toContain('folder');
  for (const line of [
    'list --project $(touch pwned',
    '$(touch pwned) ',
    'list --state=`touch pwned` --event ',
  ])
    complete(line);
  // Even where `hooks` itself would give names that a shell acts on.
  const fake = join(scratch.dir, 'fake');
  mkdirSync(fake, { recursive: true });
  const message = [...HOSTILE, 'fine'].map((name) => `'${name.replaceAll("'", `'\\''`)}'`).join(' ');
  writeFileSync(join(fake, 'hooks'), `#!/bin/sh\nprintf '%s\\n' ${message}\n`, { mode: 0o755 });
  const { PATH } = environment;
  environment.PATH = `${fake}:${PATH}`;
  // The rest of a name that a line break cuts is a plain word again.
  expect([...complete('info ')].sort()).toEqual(['fine', 'line', 'new']);
  environment.PATH = PATH;
  expect(readdirSync(scratch.project)).not.toContain('pwned');
}

describe('in bash', () => {
  it.each(offered)('after %j TAB offers %j', (line, words) => expectOffers(bash, line, words));
  it('every option of every command is offered', () => expectEveryOption(bash));
  it('folders are offered where one is meant, and nothing runs', () => expectNothingRuns(bash));
});

// Not on every machine; test/allowed-skips.txt has their titles.
describe.each([
  ['zsh', zsh],
  ['fish', fish],
] as const)('in %s', (shell, complete) => {
  const test = it.skipIf(!isThere(shell));
  test(`${shell} offers after each line what bash does`, () => {
    for (const [line, words] of offered) expectOffers(complete, line, words);
  });
  test(`${shell} offers every option of every command`, () => expectEveryOption(complete));
  test(`${shell} offers folders where one is meant, and runs nothing`, () => expectNothingRuns(complete));
});

describe('the script for bash', () => {
  it('completes a name with a colon behind the colon, as bash cuts it', () => {
    expect(bash('events command:n')).toEqual(['new']);
    expect(bash('events session:compact:b')).toEqual(['before']);
  });

  it('does not offer a folder that a shell would act on where nothing quotes it', () => {
    expect(bash('list --project ').join('\n')).not.toContain('$');
  });

  it('registers itself', () => {
    const script = `source "$1"; complete -p hooks`;
    expect(run('bash', ['--norc', '-c', script, 'bash', join(scratch.dir, 'bash')])).toEqual([
      'complete -F _hooks hooks',
    ]);
  });
});

describe('the candidates for a script', () => {
  it('are plain words only, whatever a repository calls its packages', () => {
    const names = run(join(scratch.dir, 'bin/hooks'), ['__complete', '--', 'info', '']);
    expect([...names].sort()).toEqual([...ours, 'my.hook', 'off', 'project/guard', 'user/guard'].sort());
    expect(existsSync(join(scratch.project, 'pwned'))).toBe(false);
  });

  it.each([
    [[]],
    [['--']],
    [['--', 'info', '--home']],
    [['--', 'info', '--nonsense', 'x']],
    [['--', 'info', 'more', 'words']],
    [['--', 'info', '--state', '/dev/null/x', '']],
    [['--', 'info', '--project', '/nowhere\u0007', '']],
  ])('%j prints no error where it is wrong', async (words) => {
    const { stdout, stderr, exit } = await runHooks(scratch, ['__complete', ...words], { bare: true });
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^([\w./:-]+(\t[^\n]*)?\n)*$/);
  });
});

describe('hooks completion', () => {
  it('prints one JSON object, and knows no other shell', async () => {
    const { stdout } = await runHooks(scratch, ['completion', 'bash', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'hookmd.completion/1', shell: 'bash' });
    expect((await runHooks(scratch, ['completion', 'bahs'])).stderr).toMatch(
      /USAGE[\s\S]*Did you mean "bash"/,
    );
    expect((await runHooks(scratch, ['completion'])).exit).toBe(2);
  });
});

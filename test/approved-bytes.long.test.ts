import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

const PAYLOAD = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
const hooksDir = (): string => join(scratch.home, '.hookmd', 'hooks');
const at = (...names: string[]): string => join(hooksDir(), 'guard', ...names);

/** A handler that answers with what it reads at run time: a file that no manifest names. */
function writeGuard(): void {
  mkdirSync(at('lib'), { recursive: true });
  writeFileSync(at('HOOK.md'), '---\nevents: [PreToolUse]\ncommand: ./handler.sh\n---\n');
  writeFileSync(at('handler.sh'), '#!/bin/sh\ncat "$HOOK_DIR/lib/reason.txt" >&2\nexit 2\n', { mode: 0o755 });
  writeFileSync(at('lib/reason.txt'), 'as approved\n');
  writeFileSync(at('lib/other.txt'), 'other\n');
  symlinkSync('lib/reason.txt', at('link'));
}

describe('after an approval', () => {
  const changes: Readonly<Record<string, readonly [change: () => void, state: string, named: RegExp]>> = {
    'one byte of the handler': [
      () => writeFileSync(at('handler.sh'), '#!/bin/sh\ncat "$HOOK_DIR/lib/reason.txt" >&2\nexit 3\n'),
      'changed',
      /^handler\.sh {2}changed$/m,
    ],
    'a file that only the handler reads': [
      () => writeFileSync(at('lib/reason.txt'), 'as Approved\n'),
      'changed',
      /^lib\/reason\.txt {2}changed$/m,
    ],
    'a mode bit': [
      () => chmodSync(at('lib/other.txt'), 0o744),
      'changed',
      /^lib\/other\.txt {2}now executable$/m,
    ],
    'a new file': [() => writeFileSync(at('lib/.new'), ''), 'changed', /^lib\/\.new {2}added/m],
    'a removed file': [() => unlinkSync(at('lib/other.txt')), 'changed', /^lib\/other\.txt {2}removed$/m],
    'a renamed file': [
      () => renameSync(at('lib/other.txt'), at('lib/another.txt')),
      'changed',
      /^lib\/another\.txt {2}renamed, was lib\/other\.txt$/m,
    ],
    'another case of a name': [
      () => renameSync(at('lib/other.txt'), at('lib/Other.txt')),
      'changed',
      /^lib\/Other\.txt {2}renamed/m,
    ],
    'a link that leads elsewhere': [
      () => {
        unlinkSync(at('link'));
        symlinkSync('lib/other.txt', at('link'));
      },
      'changed',
      /^link {2}changed {2}link to lib\/reason\.txt → link to lib\/other\.txt$/m,
    ],
    'a copy in the place of a link': [
      () => {
        unlinkSync(at('link'));
        writeFileSync(at('link'), 'as approved\n');
      },
      'changed',
      /^link {2}changed/m,
    ],
    'a case twin': [
      () => writeFileSync(at('lib/REASON.txt'), 'x'),
      'invalid',
      /on some file systems it is the same as lib\/REASON\.txt/,
    ],
    'a twin in another normal form': [
      () => {
        writeFileSync(at('lib/\u00e9'), 'x');
        writeFileSync(at('lib/e\u0301'), 'x');
      },
      'invalid',
      /on some file systems it is the same as/,
    ],
    'a named pipe': [
      () => {
        execFileSync('mkfifo', [at('pipe')]);
      },
      'invalid',
      /pipe cannot be approved: it is a named pipe/,
    ],
    'a link out of the package': [
      () => symlinkSync('/etc/passwd', at('passwd')),
      'invalid',
      /passwd cannot be approved: it is a link to an absolute path/,
    ],
    'another folder in its place': [
      () => {
        cpSync(at(), join(scratch.dir, 'evil'), { recursive: true, verbatimSymlinks: true });
        writeFileSync(join(scratch.dir, 'evil/lib/reason.txt'), 'evil\n');
        rmSync(at(), { recursive: true });
        symlinkSync(join(scratch.dir, 'evil'), at());
      },
      'changed',
      /^lib\/reason\.txt {2}changed$/m,
    ],
  };

  test.each(Object.entries(changes))(
    '%s is seen, named, and does not run',
    async (_, [change, state, named]) => {
      writeGuard();
      expect((await runHooks(scratch, ['enable', 'guard', '--yes'])).exit).toBe(0);
      change();
      const dispatch = async (): Promise<unknown> =>
        JSON.parse((await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin: PAYLOAD })).stdout);
      // Before anybody looked at the folder again, and after.
      expect(await dispatch()).toMatchObject({ decision: 'block', reason: 'as approved' });
      const listed = JSON.parse((await runHooks(scratch, ['info', 'guard', '--json'])).stdout);
      expect(listed.state).toBe(state);
      const diff = await runHooks(scratch, ['diff', 'guard']);
      expect([diff.exit, diff.stdout]).toEqual([1, expect.stringMatching(named)]);
      expect(await dispatch()).toMatchObject({ decision: 'block', reason: 'as approved' });
    },
  );
});

/** Ten packages that write down what they are, as executed: their words, and the hash of their files. */
const PACKAGES = 10;
const EVENTS = 110;
const SWAPS = 10_000;

function writeWitness(dir: string, word: string): string {
  mkdirSync(dir, { recursive: true });
  const files = {
    'HOOK.md': `---\nevents: [PreToolUse]\ncommand: ./handler.sh\nenv: [LOG]\ndescription: ${word}\n---\n`,
    'handler.sh': [
      '#!/bin/sh',
      '. "$HOOK_DIR/part.sh"',
      'sum=$(cat "$HOOK_DIR/HOOK.md" "$HOOK_DIR/handler.sh" "$HOOK_DIR/part.sh" | sha256sum | cut -c1-64)',
      `echo "${word} $PART $sum" >>"$LOG/witnesses"`,
      '',
    ].join('\n'),
    'part.sh': `PART=${word}\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text, { mode: 0o755 });
  return createHash('sha256').update(Object.values(files).join('')).digest('hex');
}

/** Exchanges packages with evil ones, whole and file by file, and litters the store, until its input ends. */
const SWAPPER = `
  const { cpSync, mkdirSync, renameSync, rmSync } = require('node:fs');
  const { join } = require('node:path');
  const [hooks, evil, store, count] = process.argv.slice(1);
  let isOver = false;
  process.stdin.on('end', () => { isOver = true; }).resume();
  let swaps = 0;
  let store1 = join(store, 'e'.repeat(64));
  let store2 = join(store, 'd'.repeat(64));
  cpSync(join(evil, 'w0'), store1, { recursive: true });
  function swap(a, b) { const t = a + '.t'; renameSync(a, t); renameSync(b, a); renameSync(t, b); swaps += 1; }
  function round() {
    for (let n = 0; n < 200; n += 1) {
      const name = 'w' + (n % Number(count));
      const [mine, theirs] = [join(hooks, name), join(evil, name)];
      if (n % 3 === 0) swap(mine, theirs);
      else for (const file of ['handler.sh', 'part.sh']) swap(join(mine, file), join(theirs, file));
    }
    renameSync(store1, store2);
    [store1, store2] = [store2, store1];
    if (isOver && swaps >= ${SWAPS}) { process.stdout.write(String(swaps)); process.exit(); }
    setImmediate(round);
  }
  process.stdout.write('on ');
  round();
`;

test('never an unapproved byte runs, while packages are exchanged 10,000 times and the store is littered', async () => {
  const evil = join(scratch.dir, 'evil');
  const names = Array.from({ length: PACKAGES }, (_, index) => `w${index}`);
  const sums = names.map((name) => writeWitness(join(hooksDir(), name), 'approved'));
  for (const name of names) writeWitness(join(evil, name), 'evil');
  expect((await runHooks(scratch, ['enable', ...names, '--yes'])).exit).toBe(0);
  const swapper = spawn(
    process.execPath,
    ['-e', SWAPPER, hooksDir(), evil, join(scratch.state, 'store'), String(PACKAGES)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  let output = '';
  swapper.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(swapper, 'close');
  await once(swapper.stdout, 'data');
  const words = ['run', 'PreToolUse', '--json'];
  for (let event = 0; event < EVENTS; event += 2) {
    const calls = [
      runHooks(scratch, words, { stdin: PAYLOAD }),
      runHooks(scratch, words, { stdin: PAYLOAD }),
    ];
    // Whoever looks compiles anew what events read, in the middle of it.
    if (event % 10 === 0) calls.push(runHooks(scratch, ['list', '--json']));
    const exits = (await Promise.all(calls)).map(({ exit }) => exit);
    expect(exits).toEqual(exits.map(() => 0));
  }
  swapper.stdin.end();
  await ended;
  expect(Number(output.replace('on ', ''))).toBeGreaterThanOrEqual(SWAPS);
  const lines = readFileSync(join(scratch.log, 'witnesses'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(lines)).toEqual(new Set([`approved approved ${sums[0]}`]));
}, 180_000);

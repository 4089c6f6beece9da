import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findScriptError, type StartedHandler } from './script-error.ts';

const packageDir = mkdtempSync(join(tmpdir(), 'hookmd-script-error-'));
const file = join(packageDir, 'handler.sh');
afterAll(() => rmSync(packageDir, { recursive: true, force: true }));

function readScriptError(
  handler: StartedHandler,
  ended: { exitCode: number; stderr: string },
  isBlocking: boolean,
) {
  const found = findScriptError(handler, ended, isBlocking);
  return found === null ? null : `${found.file}:${found.line} ${found.problem}`;
}

/** `sh` is one of them everywhere; a machine has the others or not. */
const shells = ['sh', 'dash', 'bash', 'zsh', 'ksh', 'ash'].flatMap((name) => {
  const found = spawnSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  return found === '' ? [] : [found];
});

/** The exit code and the reading of a script that a shell really runs; `other.sh` beside it is broken. */
function play(shell: string, script: string, isBlocking = true) {
  writeFileSync(file, script);
  writeFileSync(join(packageDir, 'other.sh'), 'if true; then\n');
  const env = { PATH: process.env['PATH'] ?? '' };
  const { status, stderr } = spawnSync(shell, [file], { encoding: 'utf8', env, cwd: packageDir });
  const exitCode = status ?? -1;
  const reading = readScriptError({ argv: [shell, file], packageDir }, { exitCode, stderr }, isBlocking);
  return { exitCode, reading, stderr };
}

describe.each(shells)('what %s reports about a script', (shell) => {
  it.each([
    [
      'an `if` that is not closed',
      'true\nif true; then\n  exit 2\n',
      /^handler\.sh:\d has a syntax error: \S/,
    ],
    ['a quote that is not closed', 'echo "no\n', /^handler\.sh:\d has a syntax error: \S/],
    ['a `)` too many', 'true\necho no)\n', /^handler\.sh:2 has a syntax error: \S/],
    ['a variable that is not set', 'set -u\necho "$MY_TOKEN"\n', /^handler\.sh:2 uses \$MY_TOKEN, which/],
    ['a program that is missing', 'true\njqq .\n', /^handler\.sh:2 runs jqq, which was not found$/],
    ['a program by a path', 'true\n/none/jqq .\n', /^handler\.sh:2 runs \/none\/jqq, which was not/],
    ['`exec` of one', 'true\nexec jqq .\n', /^handler\.sh:2 runs jqq, which was not found$/],
    [
      'a file that is not executable',
      'true\n./other.sh\n',
      /^handler\.sh:2 runs \.\/other\.sh, which is not/,
    ],
  ])('is a mistake in it: %s', (_, script, expected) => {
    const { reading, stderr } = play(shell, script);
    expect(reading, stderr).toMatch(expected);
  });

  it.each([
    ['a reason', 'echo "No force push." >&2\nexit 2\n'],
    ['no reason', 'exit 2\n'],
    ['the syntax error of a script of the user', 'sh -n ./other.sh || exit 2\n'],
    ['the same with its own name in front', 'echo "$0: this was blocked" >&2\nexit 2\n'],
    [
      'a reason that quotes one',
      'echo "deploy.sh: line 4: syntax error: unexpected end of file" >&2\nexit 2\n',
    ],
    ['a reason behind a missing program', 'jqq . || true\necho "No deploys today." >&2\nexit 2\n'],
    ['a missing program, and then its own exit code', 'jqq . || exit 2\n'],
    ['a missing file, and then its own exit code', 'cat < ./none || exit 2\n'],
    [
      'a variable of the call that is missing',
      'set -u\ncase $HOOK_TOOL_INPUT_COMMAND in *) exit 2 ;; esac\n',
    ],
    ['a variable that a crafted call leaves unset', 'set -u\nif false; then mode=1; fi\necho "$mode"\n'],
    ['a word that a crafted call does not have', 'set -u\nset -- a\necho "$5"\n'],
    ['options that a crafted call has', 'set -Z\n'],
    ['an expansion in text of a call', `eval 'echo \${a b}'\nexit 2\n`],
    ['a test that a crafted argument breaks', 'set -e\nx="a b"\n[ $x = a ]\nexit 2\n'],
    ['text that a crafted argument breaks', 'eval "if"\nexit 2\n'],
    ['a variable that it asks for with its own words', `x=""\n: "\${x:?No empty commands.}"\nexit 2\n`],
    ['an argument that it wants not to be empty', `x=""\n: "\${x:?}"\nexit 2\n`],
    [
      'a reason, and then a variable that is not set',
      'set -u\necho "No rm." >&2\necho "$MY_TOKEN"\nexit 2\n',
    ],
  ])('is none where a guard blocks with %s', (_, script) => {
    const { reading, stderr } = play(shell, script);
    expect(reading, stderr).toBeNull();
  });
});

describe('a message about a script', () => {
  const [shell = '/bin/sh'] = shells;
  const stderr = `${file}: 4: Syntax error: end of file unexpected\n`;
  const read = (argv: readonly string[], exitCode = 2, text = stderr): string | null =>
    readScriptError({ argv, packageDir }, { exitCode, stderr: text }, true);

  it('is about the handler where text of `sh -c` runs nothing else', () => {
    expect(read([shell, '-c', '"$HOOK_DIR"/handler.sh --strict'])).toMatch(
      /^handler\.sh:4 has a syntax error/,
    );
    expect(read([shell, '-c', '"$HOOK_DIR"/handler.sh || exit 2'])).toBeNull();
    expect(read([shell, '-c', 'true; "$HOOK_DIR"/handler.sh'])).toBeNull();
    expect(read([shell, '-c', '/elsewhere/x.sh'], 2, '/elsewhere/x.sh: 4: Syntax error: x\n')).toBeNull();
  });

  it('is about the handler only where a shell runs it, by the path that it was started with', () => {
    expect(read([shell, file])).toMatch(/^handler\.sh:4 has a syntax error/);
    expect(read(['/usr/bin/python3', file])).toBeNull();
    expect(read([shell, '/elsewhere/handler.sh'])).toBeNull();
    expect(read([shell, file], 2, 'handler.sh: 4: Syntax error: end of file unexpected\n')).toBeNull();
    expect(readScriptError({ argv: null, packageDir }, { exitCode: 2, stderr }, true)).toBeNull();
  });

  it('explains a failure beside other lines, and a block only alone', () => {
    const noisy = `checking\n${file}: 7: jqq: not found\n`;
    expect(
      readScriptError({ argv: [shell, file], packageDir }, { exitCode: 127, stderr: noisy }, false),
    ).toMatch(/handler\.sh:7 runs jqq/);
    expect(read([shell, file], 2, `checking\n${stderr}`)).toBeNull();
    expect(read([shell, file], 3)).toBeNull();
  });

  it('has the path of a file outside of the package', () => {
    expect(
      read([shell, '/opt/guard.sh'], 2, '/opt/guard.sh: line 4: syntax error: unexpected end of file\n'),
    ).toBe('/opt/guard.sh:4 has a syntax error: unexpected end of file');
  });
});

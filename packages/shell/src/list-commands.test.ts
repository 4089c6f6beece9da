import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findUnsetVariables, listCommands } from './list-commands.ts';

const texts = (script: string): readonly string[] =>
  listCommands(script).commands.map(({ words }) => words.map(({ source }) => source).join(' '));

describe('the commands of a text are those that a shell starts, and no patterns:', () => {
  it.each([
    ['case "$(uname -s)" in MINGW*|MSYS*|CYGWIN*) a ;; (B|C) b ;; *) c ;; esac', ['uname -s', 'a', 'b', 'c']],
    ['if [[ "$x" =~ \\.(js|ts)$ ]]; then a; elif [[ $x == *.py || -f b ]]; then c; fi', ['a', 'c']],
    ['[[ $x =~ (a|b) ]] && [[ ! "$x" =~ ^(c|d)/ ]] || e', ['e']],
    ['[[ -n $(a | b) && -f "$(c)" ]] && d', ['a', 'b', 'c', 'd']],
    ['for ((i = 0; i < 3; i++)); do a; done; ((n++))', ['a']],
  ])('%s', (script, commands) => {
    expect(texts(script)).toEqual(commands);
  });
});

it('a word of a text inside of another has no position in the outer one', () => {
  const [outer, inner] = listCommands('./a "x"; echo "`./a \\"x\\"`"').commands;
  expect(outer?.words[0]).toMatchObject({ source: './a', start: 0, end: 3 });
  expect(inner?.words[0]).toMatchObject({ source: './a', start: -1, end: -1 });
});

describe('what shells without `[[` run of a text', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hookmd-tests-'));
  const mark = join(scratch, 'ran');
  afterAll(() => rmSync(scratch, { recursive: true }));

  /** Whether the `sh` of this machine, or bash, starts the program `evil` of the scratch directory. */
  function startsEvil(script: string): boolean {
    rmSync(mark, { force: true });
    writeFileSync(join(scratch, 'evil'), `#!/bin/sh\n: > '${mark}'\n`, { mode: 0o755 });
    const env = { PATH: `${scratch}:/usr/bin:/bin`, x: 'evil' };
    for (const shell of ['/bin/sh', '/bin/bash'])
      if (existsSync(shell)) spawnSync(shell, ['-c', script], { cwd: scratch, env, stdio: 'ignore' });
    return existsSync(mark);
  }

  it.each([
    '[[ $x =~ (evil|b) ]]',
    '[[ $x =~ \\.(js|evil)$ ]]',
    '[[ a || $x =~ ^(evil) ]]',
    '[[ -n "$x" && evil ]]',
    '[[ -n "$x" && $x == evil && ( -f a || $x == b ) ]]',
    '[[ -f evil || -f a ]]',
    '[[ ( $x || evil ) ]]',
    '[[ ! ( $x ) || evil ]]',
    '[[ $x < evil ]]',
    '((x++))',
    '((x=evil))',
    'for ((x = 0; x < 1; x++)); do :; done',
  ])('is nothing: %s', (script) => {
    expect(listCommands(script).unclear).toBeNull();
    expect(startsEvil(script)).toBe(false);
  });

  it.each([
    '[[ $x == a || $x == b ]]',
    '[[ "$x" || evil ]]',
    '[[ a || ! evil ]]',
    '[[ a && b || ( evil ) && c ]]',
    '[[ a =~ b|evil ]]',
    '[[ a =~ b|(evil) && c ]]',
    '[[ a =~ \\( || evil ]]',
    '[[ a == b\n|| evil ]]',
    '[[ a || evil == "(" ]]',
    '((evil))',
    '(( x > 5 ))',
    '((x = evil))',
  ])('is unclear, unless the shell knows them: %j', (script) => {
    expect(listCommands(script).unclear).toMatch(/^`.*` runs a program in shells without `[[(]{2}`$/s);
    expect(listCommands(script, true).unclear).toBeNull();
  });
});

describe('a variable that is set from `command -v` alone is one of its programs:', () => {
  it.each([
    ['PY=$(command -v python3); "$PY" x', ['python3']],
    [
      'PY="$(command -v python3 2>/dev/null || which python || echo py)"; "$PY" x',
      ['python3', 'python', 'py'],
    ],
    ['[ -n "$PY" ] || PY=$(command -v a); "$PY" x; PY=$(command -v b || true)', ['a', 'b']],
  ])('%s', (script, programs) => {
    expect(listCommands(script).lookups.get('PY')).toEqual(programs);
  });

  it.each([
    'PY=$(command -v ./python3)',
    'PY=$(command -v "$1")',
    'PY=$(command -v a; cat b)',
    'PY=$(command -v a | head -1)',
    'PY=$(command -v a)/b',
    'PY=$(command -v a); PY=b',
    'PY=b; PY=$(command -v a)',
    'PY=$(command -v a); read PY',
    'PY=$(command -v a); export PY=b',
    'PY=$(command -v a); eval "PY=b"',
    'PY=$(command -v a); for PY in b; do :; done',
    `: "$\{PY:=b}"; PY=$(command -v a)`,
  ])('but not in %s', (script) => {
    expect(listCommands(script).lookups.has('PY')).toBe(false);
  });
});

describe('the variables that a script reads and sets nowhere', () => {
  it.each([
    ['echo "$TOKEN"', ['TOKEN']],
    ['echo "$(curl -H "$TOKEN" $URL)" `echo $TICK`', ['TOKEN', 'URL', 'TICK']],
    [`[[ $MODE = x ]] && echo \${KEY#a} \${WHY?gone}`, ['MODE', 'KEY', 'WHY']],
    ['cat <<E\n$HERE\nE', ['HERE']],
    ['# $NOTE\necho $COUNT', ['COUNT']],
    ['case $A in x) echo $B;; esac', ['A', 'B']],
  ])('of %j are %j', (script, names) => {
    expect(findUnsetVariables(script)).toEqual(names);
  });

  it.each([
    `echo \${A:-x} \${B-} \${C:=x} \${D:+x}`,
    'A=1; echo $A',
    'A=$(date)\nB="$A"\necho "$B"',
    'export A=1; local B=2; readonly C=3; echo $A $B $C',
    'read -r A B; echo $A $B',
    'for A in 1 2; do echo $A; done',
    'while IFS= read -r A; do echo "$A"; done',
    `printf -v A x; mapfile -t B; getopts ab C; echo $A "\${B[@]}" $C`,
    'A=1 sh -c x; f() { local B; echo $B; }; echo $A',
    "awk '{print $NF, $A}' <<'E'\n$B\nE",
    'x="$(awk \'{ print $NF }\')"; echo "$x"',
    '((A = 1)); echo $A',
    'echo \\$A',
    '',
  ])('are none of %j', (script) => {
    expect(findUnsetVariables(script)?.filter((name) => /^[A-Z]/.test(name))).toEqual([]);
  });

  it.each(['. ./lib.sh\necho $A', 'eval "$X"; echo $A', 'source lib; echo $A', 'if true; then echo $A'])(
    'cannot be told of %j',
    (script) => {
      expect(findUnsetVariables(script)).toBeNull();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { Budget } from '../budget.ts';
import { splitShell } from '../split.ts';
import { type Resolved, readEnvironment, resolveValues, unwrapScript } from './resolve-values.ts';

const environment = { HOME: '/home/u', TMPDIR: null, CDPATH: null };

function resolve(script: string, more: object = {}): Resolved {
  return resolveValues(script, new Budget(script.length), {
    cwd: '/p',
    environment: { ...environment, ...more },
  });
}

describe('values that are sure are filled in', () => {
  it.each([
    ['D=/tmp/x; rm -rf "$D"', 'rm -rf "/tmp/x"'],
    [`D=/tmp/x E=$D/y; rm -rf "$D" \${E}/z`, 'rm -rf "/tmp/x" /tmp/x/y/z'],
    ['export D=/tmp/x; rm -rf $D', 'rm -rf /tmp/x'],
    ['D=~/x; rm -rf $D', 'rm -rf /home/u/x'],
    [`rm -rf $HOME/x "\${TMPDIR:-/tmp}/x"`, 'rm -rf /home/u/x "/tmp/x"'],
    ['D=/; D=/tmp/x; rm -rf $D; D=/', 'rm -rf /tmp/x'],
    ['D=/tmp/x; (D=/); echo $(D=/); rm -rf $D', 'rm -rf /tmp/x'],
    ['D=/tmp/x; if a; then D=/tmp/x; fi; rm -rf $D', 'rm -rf /tmp/x'],
    ['if a; then D=/tmp/x; rm -rf $D; fi', 'rm -rf /tmp/x'],
    ['for i in 1 2; do D=/tmp/x; rm -rf $D; done', 'rm -rf /tmp/x'],
    ['D=/tmp/x; while IFS= read -r l; do rm -rf $D; done', 'rm -rf /tmp/x'],
    ['D=/tmp/x; f() { rm -rf "$D"; }; f', 'rm -rf "/tmp/x"'],
    ['f() { local D=/tmp/x; rm -rf "$D"; }', 'rm -rf "/tmp/x"'],
    ["D=/tmp/x; trap 'rm -rf $D' EXIT INT", 'rm -rf /tmp/x'],
    ['D=$(mktemp -d); rm -rf "$D"', 'rm -rf "/tmp/tmp.XXXXXXXXXX"'],
    ['D=$(mktemp -d) && rm -rf "$D/x"', 'rm -rf "/tmp/tmp.XXXXXXXXXX/x"'],
    ['D=$(mktemp -d) || exit 1; rm -rf "$D/x"', 'rm -rf "/tmp/tmp.XXXXXXXXXX/x"'],
    ['set -eu\nD=$(mktemp -d /tmp/a.XXXX)\nrm -rf "$D/x"', 'rm -rf "/tmp/a.XXXX/x"'],
    [`D=$(mktemp -d); rm -rf "\${D:?}/x"`, 'rm -rf "/tmp/tmp.XXXXXXXXXX/x"'],
    ['D=; rm -rf "$D/"', 'rm -rf "/"'],
  ])('%s', (script, expected) => {
    expect(resolve(script).text).toContain(expected);
  });
});

describe('nothing is filled in where a value is not sure', () => {
  it.each([
    ['not set', 'rm -rf $D "$TMPDIR/x"'],
    ['a blank', "D='a b'; rm -rf $D"],
    ['a pattern', "D='*'; rm -rf /tmp/$D"],
    ['another separator', 'IFS=/; D=/tmp/x; rm -rf $D'],
    ['a branch', 'D=/tmp/x; if a; then D=/; fi; rm -rf $D'],
    ['a list', 'D=/tmp/x; a && D=/; rm -rf $D'],
    ['a case', 'D=/tmp/x; case $1 in a) D=/;; esac; rm -rf $D'],
    ['the second turn of a loop', 'D=/tmp/x; for i in 1 2; do rm -rf $D; D=/; done'],
    ['the words of a loop', 'for D in /tmp/x /; do rm -rf $D; done'],
    ['the last command of a pipe', 'D=/tmp/x; echo / | read D; rm -rf $D'],
    ['read', 'D=/tmp/x; read -r D; rm -rf $D'],
    ['read of REPLY', 'REPLY=/tmp/x; read; rm -rf $REPLY'],
    ['mapfile', 'D=/tmp/x; mapfile -t D; rm -rf $D'],
    ['printf', 'D=/tmp/x; printf -v D /; rm -rf $D'],
    ['printf with an unknown option', 'D=/tmp/x; O=-v; printf "$O" D /; rm -rf $D'],
    ['unset', 'D=/tmp/x; unset D; rm -rf $D/'],
    ['export', 'D=/tmp/x; export D=/; rm -rf $D'],
    ['a reference', 'D=/tmp/x; declare -n D=E; rm -rf $D'],
    ['a read-only variable', 'readonly D=/; D=/tmp/x; rm -rf $D'],
    ['an array', 'D=/tmp/x; D=(/ a); rm -rf $D'],
    ['more of it', 'D=/tmp/x; D+=/../..; rm -rf $D'],
    ['arithmetic', 'D=/tmp/x; : $((D=1)); rm -rf $D'],
    ['arithmetic in a subscript', `D=/tmp/x; : \${a[D=1]}; rm -rf $D`],
    ['arithmetic in a test', 'D=/tmp/x; [[ 1 -eq D=1 ]]; rm -rf $D'],
    ['a default that is assigned', `D=; : \${D:=/}; rm -rf $D`],
    ['a default in a heredoc', `D=; cat <<E\n\${D:=/}\nE\nrm -rf $D`],
    ['a file descriptor', 'exec {D}> f; rm -rf $D'],
    ['a redirection that may fail', 'D=/; D=/tmp/x > /none/f; rm -rf $D'],
    ['a function that is called', 'D=/tmp/x; f() { D=/; }; f; rm -rf $D'],
    ['a function that is called later', 'D=/tmp/x; f() { rm -rf $D; }; D=/; f'],
    ['a function in a function', 'f() { D=/tmp/x; g; rm -rf $D; }; g() { D=/; }; f'],
    ['a trap of a signal', "D=/tmp/x; trap 'D=/' DEBUG; rm -rf $D"],
    ['a trap that sets it', "D=/tmp/x; trap 'D=/; rm -rf $D' EXIT"],
    ['a script in another shell', "D=/tmp/x; sh -c 'rm -rf $D'"],
    ['eval', 'D=/tmp/x; eval "$1"; rm -rf $D'],
    ['source', 'D=/tmp/x; . ./env; rm -rf $D'],
    ['an alias', "alias mktemp='echo /'; D=$(mktemp -d); rm -rf $D"],
    ['an unknown program', 'D=/tmp/x; $E D=/; rm -rf $D'],
    ['arguments as program', 'set -- read D; D=/tmp/x; "$@"; rm -rf $D'],
    ['another mktemp', 'mktemp() { echo /; }; D=$(mktemp -d); rm -rf $D'],
    ['another path of mktemp', 'PATH=.; D=$(mktemp -d); rm -rf $D'],
    ['another place of mktemp', 'D=$(mktemp -d -p .); rm -rf $D'],
    ['mktemp that may fail', 'D=$(mktemp -d); rm -rf "$D/x" "$D"/*'],
    ['mktemp that may fail, exported', 'export D=$(mktemp -d) && rm -rf "$D/x"'],
    ['modifiers and subscripts of zsh', 'D=/tmp/x; rm -rf $D:h "$D[1,4]"'],
    ['a part of a value', `D=/tmp/x; rm -rf \${D%x} \${D:0:4} \${#D} \${!D}`],
    ['open quotes', 'D=/tmp/x; rm -rf $D "'],
  ])('%s', (_, script) => {
    const last = script.slice(script.lastIndexOf('rm '));
    expect(resolve(script).text.endsWith(last)).toBe(true);
  });

  it('values of the environment that are not those of a shell', () => {
    expect(resolve('rm -rf "$TMPDIR/x"', readEnvironment({})).text).toContain('$TMPDIR');
    expect(resolve('rm -rf "$TMPDIR/x"', readEnvironment({ TMPDIR: '/var/t' })).text).toContain('/var/t/x');
    const unknown = { cwd: '/p', environment: readEnvironment({ TMPDIR: 'tmp' }) };
    const script = `rm -rf "\${TMPDIR:-/tmp}/x"`;
    expect(resolveValues(script, new Budget(99), unknown).text).toBe(script);
  });
});

describe('the directories of a command', () => {
  it.each([
    ['rm $x', ['/p']],
    ['cd a && rm x', ['/p/a']],
    ['cd a; rm x', ['/p/a', '/p']],
    ['cd a || exit 1; rm x', ['/p/a']],
    ['cd a || { echo no; exit 1; }; rm x', ['/p/a']],
    ['set -e; cd a; rm x', ['/p/a']],
    ['set -e; set +e; cd a; rm x', ['/p/a', '/p']],
    ['set -e; cd a && true; rm x', ['/p/a', '/p']],
    ['D=/tmp/y; cd $D && rm x', ['/tmp/y']],
    ['cd && rm x', ['/home/u']],
    ['cd ~/a/.. && cd b && rm x', ['/home/u/b']],
    ['(cd a); rm x', ['/p']],
    ['(cd a && rm x)', ['/p/a']],
    ['cd a & rm x', ['/p']],
    ['if cd a; then rm x; fi', ['/p/a']],
    ['if cd a; then :; else rm x; fi', ['/p']],
    ['! cd a && rm x', ['/p']],
    ['pushd a && rm x', ['/p/a']],
    ['command cd a && rm x', ['/p/a']],
    ['for d in b; do cd /a && rm x; done', ['/a']],
    ['cd a && b; rm x', ['/p/a', '/p']],
    ['cd "$D" && rm x', null],
    ['cd - && rm x', null],
    ['cd a b && rm x', null],
    ['cd -P a && rm x', null],
    ['cd "" && rm x', null],
    ['D=$(mktemp -d); cd "$D" && rm x', null],
    ['CDPATH=/; cd a && rm x', null],
    ['cd a | cat && rm x', null],
    ['for d in b; do rm x; cd ..; done', null],
    ['f() { cd /; }; cd a && f && rm x', null],
    ['f() { rm x; }; cd a && f', null],
    ['popd && rm x', null],
    ['exit() { :; }; cd a || exit; rm x', null],
    ['. ./env && cd a && rm x', null],
  ])('%s', (script, expected) => {
    const { text, directoriesAt } = resolve(script);
    const { commands, starts } = splitShell(text);
    const at = commands.findIndex(({ name }) => name === 'rm');
    expect(directoriesAt(starts[at] ?? -1)).toEqual(expected);
  });
});

it.each([
  ["bash -lc 'rm a'", 'rm a'],
  ['/bin/sh -c "rm a"', 'rm a'],
  ['bash -c "rm $a"', 'bash -c "rm $a"'],
  ["bash -c 'rm a'; b", "bash -c 'rm a'; b"],
  ["A=1 bash -c 'rm a'", "A=1 bash -c 'rm a'"],
  ["bash -c 'rm $0' a", "bash -c 'rm $0' a"],
  ["bash -c 'a' > x", "bash -c 'a' > x"],
  ["bash -c 'a' <<< b", "bash -c 'a' <<< b"],
])('the script that is a whole text: %s', (text, expected) => {
  expect(unwrapScript(text, new Budget(text.length))).toBe(expected);
});

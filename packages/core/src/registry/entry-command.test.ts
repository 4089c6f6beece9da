import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntryCommand, nameFiles, readEntryCommand } from './entry-command.ts';

// The names are those of a repository that wants to be run: with and without a suffix, all executable.
const FILES = 'evil evil.sh evil.py evil.js evil.pl evil.awk scripts/evil.sh scripts/deep'.split(' ');
const project = realpathSync.native(mkdtempSync(join(tmpdir(), 'hookmd-entry-')));

beforeAll(() => {
  for (const file of FILES) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), '');
    chmodSync(join(project, file), 0o755);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function read(text: string, source: 'project' | 'user' = 'project'): EntryCommand {
  return readEntryCommand(text, source, { home: join(project, 'nobody'), project, skill: null });
}

describe('of a repository, a command is refused where what it runs is not held:', () => {
  it.each([
    // Programs that read their program.
    'cat evil.sh | sh',
    'sh -s < evil.sh',
    'python3 - < evil.py',
    'python3 -u < evil.py',
    'echo evil | xargs sh',
    'sh /dev/stdin < evil',
    '. /proc/self/cwd/evil',
    '/proc/self/cwd/evil',
    'sh 2>/dev/null $X',
    // Text that a shell reads later.
    'eval "$(cat evil)"',
    'eval $X',
    'true $(sh evil >&2)',
    ': `sh evil >&2`',
    "sh -c 'sh evil'",
    'sh -c "sh evil"',
    'sh -c "$(cat evil)"',
    "bash -c 'source evil'",
    `sh -c 'sh "$0"' evil`,
    `sh -c '"$@"' x ./evil`,
    "trap 'sh evil' EXIT",
    `sh -c "sh -c 'sh -c \\"sh -c evil\\"'"`,
    'alias foo=./evil.sh\nfoo',
    // Behind a program that runs its words.
    "env -S 'sh evil.sh'",
    'env -C scripts ./deep',
    'env -u FOO sh evil.sh',
    'env -u FOO ./evil.sh',
    'timeout -s KILL 5 sh evil.sh',
    'timeout -s TERM 5 ./evil.sh',
    'echo x | xargs -d , sh evil.sh',
    'stdbuf -oL ./evil.sh',
    'flock /dev/null sh evil',
    "flock /dev/null -c 'sh evil'",
    "find . -exec sh -c 'sh evil' \\;",
    `${'env '.repeat(20)}./evil.sh`,
    // In the language of another program.
    `awk 'BEGIN{system("./evil")}'`,
    "git -c alias.x='!sh evil.sh' x",
    "sed '1e sh evil' evil.js",
    "tar -cf x --checkpoint-action=exec='sh evil' evil",
    'GIT_EXTERNAL_DIFF=./evil.sh git diff',
    // What an interpreter loads before its script, or looks up.
    'node -r ./evil.js -e 0',
    'node --require=./evil.js -e 0',
    `node -e 'require("./evil.js")'`,
    `perl -e 'do "./evil.pl"'`,
    'bash --rcfile evil -i -c true',
    "python3 -c 'import evil'",
    'python3 -m evil',
    'rbash evil',
    `python3 -c 'exec(open("evil").read())'`,
    'ruby -e \'load "evil"\'',
    'busybox ash evil',
    'at now < evil',
    'awk -fevil x',
    "command eval 'sh evil'",
    'git -c core.hooksPath=scripts commit',
    'npm --script-shell=./evil test',
    'find scripts -type f -execdir sh {} \\;',
    'find . -exec sh {} \\;',
    // A script that only the shell can tell.
    'sh ev*.sh',
    'sh $PWD/evil.sh',
    'X=evil; sh $X',
    'for x in evil; do sh "$x"; done',
    'set -- evil; sh "$1"',
    // Variables that say what is run, in every spelling.
    'export "PATH=.:$PATH"; evil',
    'export P"ATH=.:/bin"; evil',
    'env "PATH=.:/bin" evil',
    'P=PATH; export $P=.:/bin; evil',
    `: "$\{PATH:=.}"; evil`,
    "eval 'PATH=.:/bin'; evil",
    "sh -c 'PATH=. evil'",
    'for PATH in .; do evil; done',
    'read PATH; evil',
    'HOME=$PWD; sh ~/evil.sh',
    'HOOK_DIR=after; ./evil.sh',
    'export HOOK_DIR=after; sh evil.sh',
    'for HOOK_DIR in after; do sh evil.sh; done',
  ])('%s', (text) => {
    expect(read(text).problems).not.toEqual([]);
  });
});

describe('of a repository, what a command runs is copied:', () => {
  it.each([
    ['sh evil.sh && python3 -u "$CLAUDE_PROJECT_DIR"/evil.py', ['project/evil.sh', 'project/evil.py']],
    ['sh 2>/dev/null evil.sh', ['project/evil.sh']],
    ['2>&1 ./evil.sh </dev/null', ['project/evil.sh']],
    ['timeout 5 sh evil.sh ./evil.js', ['project/evil.sh']],
    ['env A=1 nice -n 5 ./evil.sh', ['project/evil.sh']],
    ['[ -f x ] || { sh evil; }', ['project/evil']],
    ['awk -f evil.awk data', ['project/evil.awk']],
    ['bash ./scripts/evil.sh --flag "$X"', ['project/scripts/evil.sh']],
  ])('%s', (text, names) => {
    const { files, problems } = read(text);
    expect(problems).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual(names);
  });
});

describe('of a repository, a command is left alone where it only reads, or runs what it says:', () => {
  it.each([
    'grep -q x evil.py',
    'npm test',
    `jq -r '.tool_input.file_path // empty' | grep -q '\\.env' && exit 2 || exit 0`,
    `jq -e '.tool_input.command | test("rm -rf")' >/dev/null && { echo "no" >&2; exit 2; }`,
    'if [ -f package.json ]; then npm run --silent lint; fi',
    'file=$(jq -r .tool_input.file_path); case "$file" in *.ts) npx prettier --write "$file";; esac',
    `python3 -c 'import json,sys; sys.exit(2 if "x" in json.load(sys.stdin) else 0)'`,
    `node -e 'process.stdin.on("end",()=>process.exit(0))'`,
    "python3 <<'EOF'\nprint(1)\nEOF",
    'echo "$(date) $(whoami)" >> ~/log.txt',
    'git diff --quiet || git commit -am wip',
    'cargo fmt --check 2>/dev/null || true',
    "awk '{print $1}' evil.js",
    'curl -s -X POST https://example.com -d @-',
    "bash -lc 'npm test'",
    'uv run ruff check evil.py',
    'export FOO=1; npm test --env=ci',
    `terminal-notifier -message "it's done"`,
  ])('%s', (text) => {
    expect(read(text)).toMatchObject({ problems: [], files: [] });
  });
});

it("a person's own command is read less strictly", () => {
  expect(read('PATH=~/bin:$PATH; cat x | sh; eval "$X"', 'user').problems).toEqual([]);
});

describe('a module of the project is not imported by Python', () => {
  it.each([
    "python3 -c 'import json'",
    "x=$(python3 -W ignore -Ic 'import json'); echo $x",
    'python3.12 -m json.tool',
    "jq . | 'python3' - x",
    'python3 <<X\nimport json\nX',
  ])('%s', (text) => {
    expect(nameFiles(text, read(text), ({ name }) => name)).toBe(`export PYTHONSAFEPATH=1; ${text}`);
  });

  it.each(['pip install -c x', 'echo python', 'python3 -u ./evil.py'])(
    'and a script keeps its folder: %s',
    (text) => {
      expect(nameFiles(text, read(text, 'user'), ({ name }) => name)).not.toContain('SAFEPATH');
    },
  );
});

it('no command takes long or much memory to look through, whatever it is', () => {
  const startedAt = performance.now();
  for (const piece of [
    'a',
    'a/',
    '$(',
    '"$(',
    'sh ',
    "sh -c '",
    'eval ',
    'env ',
    'node -r ',
    'x sh ',
    'sh;',
    '-exec ',
  ])
    read(piece.repeat(60_000 / piece.length));
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

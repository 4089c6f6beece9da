import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectCommand } from '../command/inspect.ts';
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

function read(text: string, source: 'project' | 'user' = 'project', hasTests = false): EntryCommand {
  const around = { home: join(project, 'nobody'), project, skill: null };
  const { problems, ...found } = readEntryCommand(text, source, around, { hasTests });
  const readsProgram = inspectCommand(text).readsProgram.map((file) => ({ file, detail: 'reads', fix: '' }));
  return { ...found, problems: [...problems, ...readsProgram] };
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
    `python3 -c 'exec(open("evil").read())'`,
    'ruby -e \'load "evil"\'',
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
    // A text in a text, at the position of the same words outside.
    './evil.sh; echo "`./evil.sh \\"x\\"`"',
    // Input in the place of words of a text.
    'jq -r .tool_input.file_path | xargs -I FILE sh -c "echo FILE"',
    "xargs -I% -n1 sh -c 'echo %'",
    "xargs --replace=F bash -c 'echo F'",
    "xargs -I $X sh -c 'echo F'",
    'cat evil | xargs env',
    'xargs -a evil timeout 5',
    'xargs -I{} {}',
    'xargs -I evil sh evil.sh',
    'ls evil.sh | xargs runner',
    'echo evil.awk | xargs awk -f',
    "echo '1e sh evil' | xargs sed",
    // A variable that is not only set from `command -v`.
    'PY=$(command -v python3); PY=./evil; "$PY" evil.py',
    'PY=$(command -v python3); read -r PY; "$PY" evil.py',
    'PY=$(command -v python3); export {PY=./evil,A=1}; "$PY" evil.py',
    'SH=$(ls ~/evil.sh 2>/dev/null | head -1); sh "$SH"',
    'PY=$(command -v python3); "$PY" -c "import evil"',
    'PY=$(command -v env); "$PY" -S "sh evil"',
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
    ['true $(sh evil >&2)', ['project/evil']],
    [': `sh evil >&2`', ['project/evil']],
    ['env -u FOO sh evil.sh', ['project/evil.sh']],
    ['env -u FOO ./evil.sh', ['project/evil.sh']],
    ['timeout -s KILL 5 sh evil.sh', ['project/evil.sh']],
    ['timeout -s TERM 5 ./evil.sh', ['project/evil.sh']],
    ['echo x | xargs -d , sh evil.sh', ['project/evil.sh']],
    ['stdbuf -oL ./evil.sh', ['project/evil.sh']],
    ['rbash evil', ['project/evil']],
    ['busybox ash evil', ['project/evil']],
    ['tsx evil.js', ['project/evil.js']],
    ['bun run ./evil.js', ['project/evil.js']],
    ['cd "$CLAUDE_PROJECT_DIR" && sh evil.sh', ['project/evil.sh']],
    ['case "$x" in MSYS*|MINGW*) sh evil.sh;; esac', ['project/evil.sh']],
    ['[[ $x =~ \\.(js|ts)$ || -f x ]] && sh evil.sh', ['project/evil.sh']],
    [`bash -c '[[ $x == a || "$y" == b ]]' && sh evil.sh`, ['project/evil.sh']],
    ['PY=$(command -v python3 || command -v python); "$PY" evil.py', ['project/evil.py']],
    ['SH=$(command -v bash); [ -n "$SH" ] && $SH evil.sh', ['project/evil.sh']],
    ['T="$(command -v timeout || echo gtimeout)"; "$T" 5 ./evil.sh', ['project/evil.sh']],
  ])('%s', (text, names) => {
    const { files, problems } = read(text);
    expect(problems).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual(names);
  });
});

describe('of a repository, a command is left alone where it only reads:', () => {
  it.each([
    'grep -q x evil.py',
    `jq -r '.tool_input.file_path // empty' | grep -q '\\.env' && exit 2 || exit 0`,
    `jq -e '.tool_input.command | test("rm -rf")' >/dev/null && { echo "no" >&2; exit 2; }`,
    'echo "$(date) $(whoami)" >> ~/log.txt',
    'git diff --quiet || git commit -am wip',
    "awk '{print $1}' evil.js",
    "sed -n 's/a/b/gp' evil.js",
    'curl -s -X POST https://example.com -d @-',
    'tdd-guard check --strict',
    `terminal-notifier -message "it's done"`,
    "sh -c 'echo no >&2; exit 2'",
    '[[ -n "$x" && -f evil.sh ]] && cp evil.sh "$x.$(date +%s).bak"',
    'if [[ "$tool_input_file_path" =~ \\.(js|ts)$ ]]; then git add "$tool_input_file_path"; fi',
    'curl -s -X POST "$URL" -H "Content-Type: text/plain" -d "$(cat evil.js)"; ps -p $$',
    `osascript -e 'display notification "Done" with title "Agent" sound name "Ping"'`,
    'jq -r .x | xargs -n1 sh -c \'echo "$1"\' _',
  ])('%s', (text) => {
    expect(read(text)).toMatchObject({ problems: [], files: [] });
  });
});

describe('of a repository, a command is refused where what it runs cannot be pinned, and of the user it is unpinned:', () => {
  it.each([
    // Programs that run what the project says.
    'npm test',
    'make',
    'cargo fmt --check 2>/dev/null || true',
    "bash -lc 'npm test'",
    'file=$(jq -r .tool_input.file_path); case "$file" in *.ts) npx prettier --write "$file";; esac',
    'uv run ./evil.py',
    'uv run ruff check evil.py',
    'uv run "$CLAUDE_PROJECT_DIR"/evil.py',
    'npx tsx ./evil.js',
    'pnpm dlx tsx evil.js',
    'go run ./evil.go',
    'bun x evil',
    // An unknown program, with words that may be files.
    'runner ./evil.js',
    'runner evil.js',
    'runner "$CLAUDE_PROJECT_DIR"/evil',
    'runner "$X"',
    'runner --config=./evil.js',
    // Code that could load any file.
    `python3 -c 'import json,sys; sys.exit(2 if "x" in json.load(sys.stdin) else 0)'`,
    `node -e 'process.stdin.on("end",()=>process.exit(0))'`,
    "python3 <<'EOF'\nprint(1)\nEOF",
    'python3.12 -m json.tool',
    'awk \'BEGIN{system("./evil")}\'',
    // What other shells than bash read in another way.
    '((sh evil))',
    '[[ a || sh evil ]]',
    '[[ a || ./evil.sh ]]',
    '[[ "$x" == a || "$y" == b ]]',
    "sh -c '[[ $x == a || $y == b ]]'",
    `osascript -e 'display notification (do shell script "sh evil")'`,
    'git diff --no-index evil.js ./evil.sh | runner "$X"',
    // After it a path is another one.
    'cd scripts && sh evil.sh',
    'mktemp() { :; }; eval "$X"',
    'PATH=~/bin:$PATH; x',
  ])('%s', (text) => {
    expect(read(text).problems).not.toEqual([]);
    expect(read(text).unpinned).toEqual([]);
    const { problems, unpinned, files } = read(text, 'user');
    expect([...problems, ...unpinned]).not.toEqual([]);
    if (unpinned.length > 0) expect(files).toEqual([]);
  });
});

describe("of the user, a command is refused where it runs another's file, or the event:", () => {
  it.each([
    'npm test && ./evil.sh',
    'sh -c "./evil.sh"',
    'uv run ./evil.py',
    'cd scripts && sh evil.sh',
    'bash "$CLAUDE_PROJECT_DIR"/evil.sh && npm test',
    'npm test && sh /tmp/evil.sh',
    'npm test && sh ~/nowhere.sh',
    'cat | uv run -',
    'wrapit sh',
    'eval "$(cat)"',
    'jq -r .tool_input.command | xargs env',
    "jq -r .tool_input.file_path | xargs -I FILE sh -c 'echo FILE'",
    'jq -r .tool_input.file_path | xargs -I{} ./{}',
  ])('%s', (text) => {
    expect(read(text, 'user').problems).not.toEqual([]);
  });

  it('but input is data to a program of their choice', () => {
    const text = 'jq -r .tool_input.file_path | xargs prettier --write';
    expect(read(text, 'user')).toMatchObject({ problems: [], unpinned: [] });
  });
});

describe('of the user, a command is unpinned where HookMD cannot tell what it runs:', () => {
  it.each([
    'npm test',
    'cargo fmt --check 2>/dev/null || true',
    'runner ./evil.js',
    `python3 -c 'import json,sys; sys.exit(2 if "x" in json.load(sys.stdin) else 0)'`,
    'eval "$X"',
    'PATH=~/bin:$PATH; x',
  ])('%s', (text) => {
    expect(read(text, 'user')).toMatchObject({ problems: [], files: [], unpinned: [{}] });
  });
});

it('where `sh` knows tests, no operand of one is a program', () => {
  const text = `sh -c '[[ $x == a || $y == b ]]'; [[ $x == a || $y == b ]] && ((n > 5)) && sh evil.sh`;
  expect(read(text, 'project', true)).toMatchObject({ problems: [], files: [{ name: 'project/evil.sh' }] });
  expect(read(`dash -c '[[ $x == a || $y == b ]]'`, 'project', true).problems).not.toEqual([]);
});

it('the arguments of a command without a shell are read as they are', () => {
  const around = { home: '/nowhere', project, skill: null };
  const placeholder = `${'$'}{CLAUDE_PROJECT_DIR}/evil.sh`;
  for (const script of ['evil.sh', './evil.sh', placeholder, join(project, 'evil.sh')]) {
    const read = readEntryCommand(['bash', script, '$X; sh evil.py'], 'project', around);
    expect(read.problems).toEqual([]);
    expect(nameFiles(['bash', script, '$X'], read, ({ name }) => name)).toEqual([
      'bash',
      'project/evil.sh',
      '$X',
    ]);
  }
});

it('a script anywhere on the machine is copied, an installed program is not', () => {
  const around = { home: '/nowhere', project: '/elsewhere', skill: null };
  const script = join(project, 'evil.sh');
  if (script.startsWith('/tmp/')) expect(readEntryCommand(script, 'user', around).problems).not.toEqual([]);
  const shared = mkdtempSync(join(import.meta.dirname, '.scratch-'));
  writeFileSync(join(shared, 'x.sh'), '#!/bin/sh\n', { mode: 0o755 });
  for (const text of [join(shared, 'x.sh'), `sh ${join(shared, 'x.sh')}`])
    expect(readEntryCommand(text, 'user', around)).toMatchObject(
      // A clone may be in /tmp too.
      shared.startsWith('/tmp/')
        ? { problems: [{ detail: 'where any user can put a file' }], files: [] }
        : { problems: [], files: [{ name: `other${join(shared, 'x.sh')}` }] },
    );
  expect(readEntryCommand('/usr/bin/env /bin/cat', 'user', around)).toMatchObject({
    problems: [],
    files: [],
  });
  rmSync(shared, { recursive: true });
});

describe('a script that needs more than itself', () => {
  const dir = join(project, 'needy');
  const put = (name: string, text: string): string => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const of = (path: string, source: 'project' | 'user', copiesNeighbors = false): EntryCommand =>
    readEntryCommand(`sh ${path}`, source, { home: project, project, skill: null }, { copiesNeighbors });

  it('stays where it is in an entry of your own', () => {
    const path = put('beside.sh', '. "$(dirname "$0")/lib.sh"\n');
    expect(of(path, 'user')).toMatchObject({
      files: [],
      unpinned: [{ detail: expect.stringContaining('beside itself') }],
    });
    expect(of(path, 'project')).toMatchObject({ problems: [], files: [{ name: 'project/needy/beside.sh' }] });
  });

  it('is refused of a repository where it looks above its directory', () => {
    const path = put('above.sh', '. "$(dirname "$0")/../lib.sh"\n');
    expect(of(path, 'project')).toMatchObject({
      problems: [{ detail: expect.stringContaining('above its directory') }],
      files: [],
    });
  });

  it('is copied where its neighbors are copied too', () => {
    const path = put('beside.sh', '. "$(dirname "$0")/lib.sh"\n');
    expect(of(path, 'user', true)).toMatchObject({ unpinned: [], files: [{ path }] });
  });
});

describe('`uv run` of a script', () => {
  const around = { home: '/nowhere', project, skill: null };
  const described = '# /// script\n# dependencies = ["rich"]\n# ///\nprint(1)\n';

  it('is pinned where the script describes its packages, and reads no settings of the project', () => {
    writeFileSync(join(project, 'described.py'), described);
    for (const text of ['uv run described.py -v', 'uv run -q --script "$CLAUDE_PROJECT_DIR"/described.py']) {
      const read = readEntryCommand(text, 'project', around);
      expect(read).toMatchObject({ problems: [], files: [{ name: 'project/described.py' }] });
      expect(nameFiles(text, read, () => 'COPY')).toContain('--no-config COPY');
    }
    const words = ['uv', 'run', 'described.py', '-v'];
    const read = readEntryCommand(words, 'project', around);
    expect(nameFiles(words, read, () => 'COPY')).toEqual(['uv', 'run', '--no-config', 'COPY', '-v']);
  });

  it('is read in linear time, whatever the script has', () => {
    writeFileSync(join(project, 'described.py'), '# /// script\n'.repeat(75_000));
    const startedAt = performance.now();
    expect(readEntryCommand('uv run described.py', 'project', around).problems).not.toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it.each([
    'uv run --with rich described.py',
    'uv run --index-url http://127.0.0.1/ described.py',
    'uv run described',
    'uv run python described.py',
    'uv tool run described.py',
  ])('%s is not', (text) => {
    expect(readEntryCommand(text, 'project', around).problems).not.toEqual([]);
  });
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
    'A=$(command -v a || command -v b);"$A" x;',
  ])
    read(piece.repeat(60_000 / piece.length));
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

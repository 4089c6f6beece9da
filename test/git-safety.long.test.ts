import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch } from './support/scratch.ts';

const hook = join(import.meta.dirname, '../hooks/git-safety');
const scratch = makeScratch();
afterAll(() => scratch.remove());

interface Found {
  readonly decision: string;
  readonly reason: string;
}
interface Rule {
  readonly name: string;
  readonly isDoubtful?: boolean;
  readonly loses: readonly string[];
  readonly keeps: readonly string[];
}

let evaluateEvent: (event: object, options?: object) => Found | null;
let rules: readonly Rule[];
/** A repository with a remote, of which each test gets a copy. */
let template: string;

const environment = { PATH: process.env['PATH'], HOME: scratch.home };

function git(directory: string, ...words: readonly string[]): string {
  const author = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  const { status, stdout, stderr } = spawnSync('git', [...author, ...words], {
    cwd: directory,
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout;
}

function commit(directory: string, file: string, text = 'one\n'): void {
  writeFileSync(join(directory, file), text);
  git(directory, 'add', file);
  git(directory, 'commit', '--quiet', '-m', file);
}

beforeAll(async () => {
  ({ evaluateEvent } = await import(pathToFileURL(join(hook, 'evaluate.mjs')).href));
  ({ rules } = await import(pathToFileURL(join(hook, 'rules.mjs')).href));
  template = join(scratch.dir, 'template');
  const server = join(scratch.dir, 'server.git');
  mkdirSync(join(template, 'src'), { recursive: true });
  git(template, 'init', '--quiet');
  writeFileSync(join(template, '.gitignore'), 'dist\n');
  commit(template, '.gitignore', 'dist\n');
  commit(template, 'a.js');
  commit(template, 'src/b.js');
  git(scratch.dir, 'init', '--quiet', '--bare', server);
  git(template, 'remote', 'add', 'origin', server);
  git(template, 'push', '--quiet', '-u', 'origin', 'main');
  commit(template, 'c.js');
  git(template, 'branch', 'merged');
  git(template, 'tag', 'first', 'HEAD~3');
  git(template, 'checkout', '--quiet', '-b', 'other', 'HEAD~1');
  commit(template, 'new.js');
  git(template, 'checkout', '--quiet', 'main');
});

function copy(): string {
  const repository = join(mkdtempSync(join(scratch.dir, 'copy-')), 'repository');
  cpSync(template, repository, { recursive: true, preserveTimestamps: true });
  git(repository, 'status');
  return repository;
}

function evaluate(repository: string, command: string, options?: object): Found | null {
  const home = process.env['HOME'];
  process.env['HOME'] = scratch.home;
  try {
    return evaluateEvent({ tool: { kind: 'shell', command }, cwd: repository }, options);
  } finally {
    process.env['HOME'] = home;
  }
}

/** What a person may have done in the repository. */
const states = {
  'a change': (directory: string) => appendFileSync(join(directory, 'src/b.js'), 'two\n'),
  'a staged change': (directory: string) => {
    appendFileSync(join(directory, 'src/b.js'), 'two\n');
    git(directory, 'add', '.');
  },
  'a new file': (directory: string) => writeFileSync(join(directory, 'new.js'), 'mine\n'),
  'an ignored file': (directory: string) => {
    mkdirSync(join(directory, 'dist'));
    writeFileSync(join(directory, 'dist/x'), 'mine\n');
  },
  'a deleted file': (directory: string) => unlinkSync(join(directory, 'a.js')),
  'a branch with a commit': (directory: string) => git(directory, 'checkout', '--quiet', 'other'),
  'a stash': (directory: string) => {
    appendFileSync(join(directory, 'a.js'), 'two\n');
    git(directory, 'stash', '--quiet');
  },
  'a pushed branch': (directory: string) => git(directory, 'push', '--quiet', 'origin', 'HEAD:main'),
  'a working tree': (directory: string) => git(directory, 'worktree', 'add', '--quiet', '../tree', 'other'),
  'a working tree with a change': (directory: string) => {
    git(directory, 'worktree', 'add', '--quiet', '../tree', 'other');
    appendFileSync(join(directory, '../tree/a.js'), 'two\n');
  },
  'a working tree with a new file': (directory: string) => {
    git(directory, 'worktree', 'add', '--quiet', '../tree', 'other');
    writeFileSync(join(directory, '../tree/mine.js'), 'mine\n');
  },
  'a submodule with a change': (directory: string) => {
    git(directory, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', template, 'lib');
    git(directory, 'commit', '--quiet', '-m', 'lib');
    appendFileSync(join(directory, 'lib/a.js'), 'two\n');
  },
  'an alias': (directory: string) => git(directory, 'config', 'alias.undo', 'reset --hard'),
  'an alias, and a change': (directory: string) => {
    git(directory, 'config', 'alias.undo', 'reset --hard');
    appendFileSync(join(directory, 'src/b.js'), 'two\n');
  },
  'an alias for a script': (directory: string) => git(directory, 'config', 'alias.undo', '!git reset --hard'),
  'no commit yet, and a new file': (directory: string) => {
    git(directory, 'checkout', '--quiet', '--orphan', 'empty');
    git(directory, 'rm', '--quiet', '-rf', '.');
    writeFileSync(join(directory, 'new.js'), 'mine\n');
  },
  'a file in place of a directory': (directory: string) => {
    rmSync(join(directory, 'src'), { recursive: true });
    writeFileSync(join(directory, 'src'), 'mine\n');
  },
  'an unborn branch': (directory: string) => git(directory, 'checkout', '--quiet', '--orphan', 'empty'),
  'a change that git is told to ignore': (directory: string) => {
    appendFileSync(join(directory, 'a.js'), 'two\n');
    git(directory, 'update-index', '--assume-unchanged', 'a.js');
  },
} as const;
type State = keyof typeof states | 'nothing';

function prepare(state: State): string {
  const repository = copy();
  if (state !== 'nothing') states[state](repository);
  return repository;
}

describe('git-safety asks about', () => {
  const rows: readonly (readonly [command: string, state: State, lost: RegExp])[] = [
    ['git reset --hard', 'a change', /discards changes: 1 file with changes: src\/b\.js\. /],
    ['git reset --hard', 'a staged change', /1 file with changes: src\/b\.js/],
    ['git reset --merge HEAD', 'a change', /src\/b\.js/],
    ['git reset --hard', 'a change that git is told to ignore', /not known: git ignores changes/],
    ['git reset --hard HEAD~1', 'a branch with a commit', /discards changes: 1 commit of no other branch\./],
    ['git reset --hard other', 'a new file', /1 file that git does not track: new\.js/],
    ['git reset --hard other', 'no commit yet, and a new file', /1 file that git does not track: new\.js/],
    ['git checkout -- src -h', 'a change', /src\/b\.js/],
    ['git reset --hard first', 'nothing', /3 commits already on a remote|2 commits already on a remote/],
    ['git reset --soft HEAD~1', 'a pushed branch', /1 commit already on a remote/],
    ['git reset HEAD^', 'a pushed branch', /1 commit already on a remote/],
    ['git reset first', 'nothing', /commits? already on a remote/],
    ['git clean -f', 'a new file', /1 file or directory: new\.js/],
    ['git clean -fdx', 'an ignored file', /1 file or directory: dist\//],
    ['git clean -fX -d', 'an ignored file', /dist\//],
    ['git clean -fd -e a', 'a new file', /new\.js/],
    ['git checkout -- src', 'a change', /1 file with changes: src\/b\.js/],
    ['git checkout src', 'a change', /src\/b\.js/],
    ['git checkout .', 'a change', /src\/b\.js/],
    ['git checkout .', 'a file in place of a directory', /src\/b\.js/],
    ['git reset --hard', 'a file in place of a directory', /src\/b\.js/],
    ['git checkout src', 'a change that git is told to ignore', /not known: git ignores changes/],
    ['git checkout HEAD -- src', 'a staged change', /src\/b\.js/],
    ['git checkout HEAD src', 'a staged change', /src\/b\.js/],
    ['git checkout other -- new.js', 'a new file', /1 file that git does not track: new\.js/],
    ['git checkout other .', 'a new file', /new\.js/],
    ['git checkout -f', 'a change', /src\/b\.js/],
    ['git checkout -f other', 'a new file', /new\.js/],
    ['git switch --discard-changes other', 'a staged change', /src\/b\.js/],
    ['git restore .', 'a change', /src\/b\.js/],
    ['git restore -SW src', 'a staged change', /src\/b\.js/],
    ['git restore --source=HEAD~1 src/b.js', 'a change', /src\/b\.js/],
    ['git restore --source HEAD~1 src/b.js', 'a change', /src\/b\.js/],
    ['git stash drop', 'a stash', /deletes stashed changes: 1 stash\./],
    ['git stash clear', 'a stash', /1 stash/],
    ['git branch -D other', 'nothing', /deletes branches: 1 commit of no other branch/],
    ['git branch -D merged other', 'nothing', /1 commit of no other branch/],
    ['git branch -f other', 'nothing', /1 commit of no other branch/],
    ['git branch -f other HEAD~1', 'nothing', /1 commit of no other branch/],
    ['git branch -M other', 'nothing', /1 commit of no other branch/],
    ['git checkout -B other', 'nothing', /1 commit of no other branch/],
    ['git switch -C other HEAD', 'nothing', /1 commit of no other branch/],
    ['git rm -rf src', 'a change', /src\/b\.js/],
    ['git worktree remove --force ../tree', 'a working tree with a change', /1 file with changes: a\.js/],
    ['git worktree remove -f ../tree', 'a working tree with a new file', /mine\.js/],
    ['git tag -d first', 'nothing', /1 tag: first/],
    ['git tag -f first', 'nothing', /1 tag: first/],
    ['git rebase --root', 'nothing', /3 commits already on a remote/],
    ['git rebase -i HEAD~2', 'a pushed branch', /2 commits already on a remote/],
    ['git rebase other', 'a pushed branch', /1 commit already on a remote/],
    ['git commit --amend --no-edit', 'a pushed branch', /1 commit already on a remote/],
    ['git add -A && git commit --amend --no-edit', 'a pushed branch', /1 commit already on a remote/],
    ['rm -rf .git', 'nothing', /every commit that is not pushed/],
    ['git push --force', 'nothing', /^forced push: /],
    ['git filter-branch HEAD', 'nothing', /^git filter-branch: /],
    ['git config core.hooksPath x', 'nothing', /which git hooks run/],
    ['git rm -rf lib', 'a submodule with a change', /submodules/],
    ['git branch -D -', 'nothing', /does not name the branch/],
    ['git fetch origin +main:other', 'nothing', /1 commit of no other branch/],
    ['git undo', 'an alias, and a change', /^git reset --hard: `git undo` .*1 file with changes: src\/b\.js/],
    ['cd src && git -C .. undo HEAD', 'an alias, and a change', /1 file with changes: src\/b\.js/],
    ['git undo', 'an alias for a script', /^git reset --hard/],
    ["git config alias.x 'reset --hard' && git x", 'nothing', /^git reset --hard/],
    // From other directories, and behind other programs.
    ['cd src && git checkout .', 'a change', /1 file with changes: src\/b\.js/],
    ['git -C src checkout .', 'a change', /1 file with changes: src\/b\.js/],
    ['bash -lc "git -C src restore ."', 'a change', /1 file with changes: src\/b\.js/],
    ['time git reset --hard 2>&1 | tail -3', 'a change', /1 file with changes: src\/b\.js/],
    // What is not known counts as lost.
    ['echo x > a.js && git reset --hard', 'nothing', /may change it first\. Run it as a command of its own/],
    ['npm test; git checkout .', 'nothing', /may change it first/],
    ['git reset --hard other && git clean -fd', 'nothing', /may change it first|commits? of no other/],
    ['for f in a b; do git checkout -- $f; done', 'nothing', /only the shell knows/],
    ['cd "$UNSET" && git reset --hard', 'nothing', /only the shell knows/],
    ['cd none && git reset --hard', 'nothing', /git cannot read/],
    ['git --git-dir=x/.git reset --hard', 'nothing', /a setting of git/],
    ['git -c core.excludesFile=x clean -fd', 'nothing', /a setting of git/],
    ['GIT_DIR=x git reset --hard', 'nothing', /a variable may change/],
    ['sudo git reset --hard', 'nothing', /another program/],
    ['git ls-files -m | xargs git checkout --', 'nothing', /not known/],
    ['git clean -i', 'nothing', /not known/],
    ['git checkout --recurse-submodules -f', 'nothing', /submodules/],
    ["git -c alias.x='reset --hard' x", 'nothing', /^git reset --hard/],
    ["git -c alias.x=y -c alias.y='reset --hard' x", 'nothing', /^git reset --hard/],
    ["echo 'git reset --hard' | sh", 'nothing', /cannot be parsed reliably/],
    ['X="reset --hard"; git $X', 'nothing', /^git reset --hard/],
    ['$(which git) reset --hard', 'nothing', /^git reset --hard/],
    ['g\\it re"set" --ha"rd"', 'a change', /src\/b\.js/],
  ];
  it.each(rows)('%s with %s', (command, state, lost) => {
    const found = evaluate(prepare(state), command);
    expect(found?.reason).toMatch(lost);
    expect(found?.decision).toBe('ask');
  });
});

describe('git-safety lets proceed', () => {
  const rows: readonly (readonly [command: string, state: State])[] = [
    ['git reset --hard', 'nothing'],
    ['git reset --hard HEAD', 'a new file'],
    ['git reset --hard', 'a deleted file'],
    ['git reset --soft HEAD~1', 'nothing'],
    ['git reset --hard merged', 'nothing'],
    ['git reset --hard HEAD~1', 'nothing'],
    ['git reset HEAD a.js', 'a pushed branch'],
    ['git reset --hard main', 'no commit yet, and a new file'],
    ['git checkout -h', 'a change'],
    ['git clean -fdx', 'nothing'],
    ['git clean -fd', 'an ignored file'],
    ['git clean -fd src', 'a new file'],
    ['git clean -fd -e new.js', 'a new file'],
    ['git reset --hard && git clean -fd', 'nothing'],
    ['git status && git checkout . ; git stash clear', 'nothing'],
    ['git checkout -- a.js', 'a change'],
    ['git checkout -- src', 'nothing'],
    ['git checkout -- src', 'a staged change'],
    ['git checkout a.js', 'a deleted file'],
    ['git checkout HEAD -- src', 'nothing'],
    ['git checkout other', 'a change'],
    ['git checkout -f merged', 'nothing'],
    ['git restore .', 'nothing'],
    ['git restore --staged .', 'a staged change'],
    ['git stash drop', 'nothing'],
    ['git branch -D merged', 'nothing'],
    ['git branch -D missing', 'nothing'],
    ['git branch -f merged HEAD~1', 'nothing'],
    ['git branch -M fresh', 'nothing'],
    ['git checkout -B fresh', 'nothing'],
    ['git rm -rf src', 'nothing'],
    ['git worktree remove --force ../tree', 'a working tree'],
    ['git tag -d missing', 'nothing'],
    ['git rebase HEAD~1', 'nothing'],
    ['git rebase', 'nothing'],
    ['git rebase origin/main', 'nothing'],
    ['git commit --amend', 'nothing'],
    ['git add . && git commit --amend --no-edit', 'a change'],
    ['git commit --amend', 'an unborn branch'],
    ['git reset --soft HEAD~1 && git add .', 'nothing'],
    ['cd src && git reset --hard', 'nothing'],
    ['git undo', 'an alias'],
    ['git missing', 'an alias'],
    ["git config alias.x 'status --short'", 'nothing'],
    ['git fetch origin +main:merged', 'nothing'],
    ['git reset --hard', 'a submodule with a change'],
    ['rm -rf src/.git', 'nothing'],
    ['grep -rn "git reset --hard" docs', 'a change'],
    ["git commit -m 'git reset --hard'", 'a change'],
  ];
  it.each(rows)('%s with %s', (command, state) => {
    expect(evaluate(prepare(state), command)).toBeNull();
  });
});

describe('git-safety', () => {
  it('has examples of each row, which match it or do not', () => {
    const nowhere = join(scratch.dir, 'nowhere');
    for (const { name, isDoubtful, loses, keeps } of rules) {
      expect([loses.length > 0, keeps.length > 0], name).toEqual([true, true]);
      for (const command of isDoubtful ? [] : loses)
        expect(evaluate(nowhere, command)?.reason, command).toMatch(new RegExp(`^${name}`));
      for (const command of keeps)
        expect(evaluate(nowhere, command)?.reason ?? '', command).not.toMatch(new RegExp(`^${name}:`));
    }
  });

  it('blocks where it is told to, and rejects any other decision', () => {
    const repository = prepare('a change');
    expect(evaluate(repository, 'git checkout .', { decision: 'block' })).toMatchObject({
      decision: 'block',
    });
    expect(() => evaluate(repository, 'git checkout .', { decision: 'allow' })).toThrow(/not one of/);
  });

  it('names at most three files, without signs that could be read as something else', () => {
    const repository = copy();
    for (const name of ['a\u202e`b', 'line\nIgnore this', 'x'.repeat(200), 'z'])
      writeFileSync(join(repository, name), '');
    git(repository, 'add', '.');
    const reason = evaluate(repository, 'git reset --hard')?.reason ?? '';
    expect(reason).toMatch(/: 4 files with changes: a b, line Ignore this, x{59}… and 1 more\. /);
  });

  it('executes nothing of a hostile repository', () => {
    const canary = join(scratch.dir, 'canary');
    const program = join(scratch.dir, 'canary.sh');
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${canary}\ncat\n`);
    chmodSync(program, 0o755);
    const repository = copy();
    writeFileSync(join(repository, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
    git(repository, 'add', '.gitattributes');
    for (const name of [
      'post-index-change',
      'reference-transaction',
      'post-checkout',
      'fsmonitor-watchman',
    ]) {
      cpSync(program, join(repository, '.git/hooks', name));
      chmodSync(join(repository, '.git/hooks', name), 0o755);
    }
    const settings = {
      'core.fsmonitor': program,
      'core.pager': program,
      'core.editor': program,
      'core.sshCommand': program,
      'core.gitProxy': program,
      'core.alternateRefsCommand': program,
      'core.askPass': program,
      'credential.helper': program,
      'diff.external': program,
      'diff.evil.command': program,
      'diff.evil.textconv': program,
      'filter.evil.clean': program,
      'filter.evil.smudge': program,
      'filter.evil.process': program,
      'filter.evil.required': 'true',
      'gpg.program': program,
      'interactive.diffFilter': program,
      'log.showSignature': 'true',
      'alias.status': `!${program}`,
      'alias.rev-list': `!${program}`,
      'pager.status': program,
      'pager.rev-list': program,
      'status.submoduleSummary': 'true',
      'submodule.recurse': 'true',
      'protocol.ext.allow': 'always',
      'remote.origin.url': `ext::${program}`,
      'uploadpack.packObjectsHook': program,
    };
    for (const [key, value] of Object.entries(settings)) git(repository, 'config', key, value);
    rmSync(canary, { force: true });
    // Git compares the content of a file only if its time has changed.
    for (const name of ['a.js', 'src/b.js']) utimesSync(join(repository, name), 1, 1);
    const commands = rules.flatMap(({ loses }) => loses);
    for (const command of [
      ...commands,
      'git checkout -f other',
      'git branch -D other',
      'git reset --hard first',
    ])
      evaluate(repository, command);
    expect(evaluate(repository, 'git checkout -- src')).toBeNull();
    states['a change'](repository);
    expect(evaluate(repository, 'git checkout -- src')?.reason).toMatch(/1 file with changes: src\/b\.js/);
    expect(existsSync(canary)).toBe(false);
    // The test can fail: git itself runs these programs.
    spawnSync('git', ['status'], { cwd: repository, env: environment });
    expect(existsSync(canary)).toBe(true);
  });

  it('executes nothing of a submodule, and fetches nothing of a partial clone', () => {
    const canary = join(scratch.dir, 'canary-2');
    const program = `touch ${canary}; false`;
    const repository = copy();
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', template, 'lib');
    git(repository, 'commit', '--quiet', '-m', 'lib');
    git(join(repository, 'lib'), 'config', 'core.fsmonitor', program);
    for (const command of [
      'git reset --hard',
      'git clean -ffdx',
      'git checkout .',
      'git status; git restore .',
    ])
      evaluate(repository, command);
    git(repository, 'config', 'remote.origin.promisor', 'true');
    git(repository, 'config', 'remote.origin.url', `ext::sh -c "${program}"`);
    git(repository, 'config', 'protocol.ext.allow', 'always');
    expect(evaluate(repository, 'git reset --hard')?.reason).toMatch(/partial clone/);
    expect(existsSync(canary)).toBe(false);
  });

  it('asks where the directory is gone, is no repository, or git is missing or slow', () => {
    const gone = join(scratch.dir, 'gone');
    expect(evaluate(gone, 'git reset --hard')?.reason).toMatch(/not known/);
    const path = process.env['PATH'];
    const slow = join(scratch.dir, 'slow');
    mkdirSync(slow);
    writeFileSync(join(slow, 'git'), '#!/bin/sh\nsleep 30\n');
    chmodSync(join(slow, 'git'), 0o755);
    const repository = copy();
    try {
      process.env['PATH'] = `${slow}:${path}`;
      const startedAt = performance.now();
      expect(evaluate(repository, 'git reset --hard')?.reason).toMatch(
        /not known: git is missing or too slow/,
      );
      expect(performance.now() - startedAt).toBeLessThan(4_000);
      process.env['PATH'] = join(scratch.dir, 'home');
      expect(evaluate(repository, 'git reset --hard')?.reason).toMatch(
        /not known: git is missing or too slow/,
      );
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('decides in the command line as it does here', async () => {
    const repository = prepare('a change');
    await runHooks(scratch, ['enable', 'git-safety', '--yes']);
    const words = (command: string): readonly string[] => [
      'try',
      command,
      '--json',
      '--project',
      repository,
      '--home',
      scratch.home,
    ];
    const lost = await runHooks(scratch, words('git checkout .'), { bare: true, cwd: repository });
    expect(JSON.parse(lost.stdout)).toMatchObject({ decision: { decision: 'ask' } });
    const kept = await runHooks(scratch, words('git checkout a.js'), { bare: true, cwd: repository });
    expect(JSON.parse(kept.stdout)).toMatchObject({ decision: { decision: 'none' } });
  });
});

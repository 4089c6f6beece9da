import {
  amendedCommit,
  lostByCleaning,
  lostByDeletingBranches,
  lostByDropping,
  lostByFetching,
  lostByHardReset,
  lostByMovingBranch,
  lostByRemoving,
  lostByRenamingBranch,
  lostByReset,
  lostByRestoring,
  lostBySwitching,
  lostRepository,
  lostTags,
  lostWorktree,
  rebasedCommits,
} from './losses.mjs';
import { hasOption, looksLikePath } from './read-git.mjs';

const leaveIt = 'Leave it to the user.';
const saveFirst = 'Save the changes first with `git stash`, or commit them.';
const keepPushed = 'Make a new commit instead, or leave it to the user.';

/**
 * Commands that lose work or history, row by row. The first matching row decides.
 *
 * A row applies to `command`. It matches if one of the options `with` is given, none of `without`, and `isMatch` returns true for
 * the parsed command. `losses` reads the repository, and returns what would be lost; without it, the row always counts as a loss.
 * `reads` is what that depends on: `files`, or only `history`. With `isIdle` a command that loses nothing changes nothing
 * either, so that the state is known after it too. `isDoubtful`: the words alone do not show that it is such a command, so that it
 * counts only if the repository is known.
 *
 * The agent gets the reason `NAME: COMMAND EFFECT: LOSSES. INSTEAD`. `loses` are examples that match, `keeps` ones that do not.
 */
export const rules = [
  {
    name: 'git reset --hard',
    command: 'git reset',
    with: '--hard --merge',
    effect: 'discards changes',
    instead: 'Save the changes first with `git stash`, or use `git reset --keep`.',
    losses: lostByHardReset,
    reads: 'files',
    isIdle: ({ operands }) => /^(HEAD|@)?$/.test(operands[0] ?? ''),
    loses: [
      'git reset --hard',
      'git reset --hard origin/main',
      'git reset --har HEAD~1',
      'git reset --merge',
    ],
    keeps: ['git reset', 'git reset --keep HEAD', 'git reset HEAD a.js', 'git reset -p'],
  },
  {
    name: 'git reset',
    command: 'git reset',
    isMatch: ({ hasDashes, operands: [target = 'HEAD', ...paths] }) =>
      !hasDashes && paths.length === 0 && /[~^]|^[0-9a-f]{7,40}$|^(origin|upstream)\/|@\{/.test(target),
    effect: 'removes commits from the branch that others may have',
    instead: 'Use `git revert`, which makes a new commit, or leave it to the user.',
    losses: lostByReset,
    reads: 'history',
    loses: [
      'git reset HEAD~1',
      'git reset --soft HEAD^',
      'git reset 1a2b3c4d',
      'git reset --mixed origin/main',
    ],
    keeps: ['git reset HEAD', 'git reset', 'git reset src/a.js', 'git reset HEAD -- a.js', 'git reset -q'],
  },
  {
    name: 'git reset',
    command: 'git reset',
    isMatch: ({ hasDashes, operands }) => !hasDashes && operands.length === 1,
    isDoubtful: true,
    effect: 'removes commits from the branch that others may have',
    instead: 'Use `git revert`, which makes a new commit, or leave it to the user.',
    losses: lostByReset,
    reads: 'history',
    loses: ['git reset v1.0'],
    keeps: ['git reset', 'git reset main a.js'],
  },
  {
    name: 'git clean',
    command: 'git clean',
    without: '-n --dry-run',
    effect: 'deletes files that git does not track',
    instead: 'List the files with `git clean -n`, then delete them by name.',
    losses: lostByCleaning,
    reads: 'files',
    isIdle: () => true,
    loses: ['git clean -f', 'git clean -fd', 'git clean -fdx', 'git clean --force src', 'git clean -i'],
    keeps: ['git clean -n', 'git clean -fdn', 'git clean --dry-run -f'],
  },
  {
    name: 'git checkout -f',
    command: /^git (checkout|switch)$/,
    with: '-f --force --discard-changes',
    effect: 'discards changes',
    instead: saveFirst,
    losses: lostBySwitching,
    reads: 'files',
    loses: [
      'git checkout -f',
      'git checkout --force main',
      'git switch -f main',
      'git switch --discard-changes main',
    ],
    keeps: ['git checkout main', 'git switch main', 'git switch -c x', 'git checkout -b fix'],
  },
  {
    name: 'git checkout -B',
    command: /^git (checkout|switch)$/,
    isMatch: ({ subcommand, options }) =>
      options.has(subcommand === 'checkout' ? 'B' : 'C') || options.has('', 'force-create'),
    effect: 'moves a branch away from its commits',
    instead: 'Choose another name for the branch.',
    losses: lostByMovingBranch,
    reads: 'history',
    loses: ['git checkout -B fix', 'git switch -C fix origin/main', 'git switch --force-create fix'],
    keeps: ['git checkout -b fix', 'git switch -c fix', 'git switch --create fix'],
  },
  {
    name: 'git checkout of paths',
    command: 'git checkout',
    without: '-b -B --orphan --detach -p --patch -t --track',
    isMatch: ({ isFilled, hasDashes, before, after, options }) =>
      isFilled ||
      (hasDashes && after.length > 0) ||
      before.length > 1 ||
      before.some(looksLikePath) ||
      options.has('', 'pathspec-from-file'),
    effect: 'discards changes',
    instead: saveFirst,
    losses: lostByRestoring,
    reads: 'files',
    isIdle: ({ hasDashes, before }) => before.length === 0 || (!hasDashes && before.every(looksLikePath)),
    loses: [
      'git checkout -- src',
      'git checkout -- a.js',
      'git checkout .',
      'git checkout HEAD -- src',
      'git checkout HEAD~2 src',
      'git checkout ./a',
      'git checkout a.js',
      "git checkout '*.js'",
      'git checkout --theirs -- a',
    ],
    keeps: [
      'git checkout main',
      'git checkout -b fix origin/main',
      'git checkout -',
      'git checkout v1.0',
      'git checkout HEAD~2',
      'git checkout -p',
      'git checkout --detach',
    ],
  },
  {
    name: 'git checkout of paths',
    command: 'git checkout',
    without: '-b -B --orphan --detach -p --patch -t --track',
    isMatch: ({ operands }) => operands.length === 1,
    isDoubtful: true,
    effect: 'discards changes',
    instead: saveFirst,
    losses: lostByRestoring,
    reads: 'files',
    loses: ['git checkout src'],
    keeps: ['git checkout -b x'],
  },
  {
    name: 'git restore',
    command: 'git restore',
    without: '-p --patch',
    isMatch: (git) => !hasOption(git, '-S --staged') || hasOption(git, '-W --worktree'),
    effect: 'discards changes',
    instead: saveFirst,
    losses: lostByRestoring,
    reads: 'files',
    isIdle: (git) => !hasOption(git, '-s --source'),
    loses: [
      'git restore .',
      'git restore src/a.js',
      'git restore -SW .',
      'git restore --staged --worktree a',
      'git restore --source HEAD~1 a',
      'git restore -s main -- a',
    ],
    keeps: ['git restore --staged .', 'git restore -S a.js', 'git restore -p'],
  },
  {
    name: 'git stash drop',
    command: 'git stash',
    isMatch: ({ operands }) => /^(drop|clear)$/.test(operands[0] ?? ''),
    effect: 'deletes stashed changes',
    instead: 'Use `git stash apply`, which keeps the stash.',
    losses: lostByDropping,
    reads: 'history',
    isIdle: () => true,
    loses: ['git stash drop', 'git stash clear', 'git stash drop stash@{1}', 'git stash drop -q'],
    keeps: ['git stash', 'git stash pop', 'git stash apply', 'git stash list', 'git stash push -m drop'],
  },
  {
    name: 'git branch -D',
    command: 'git branch',
    isMatch: (git) => hasOption(git, '-D') || (hasOption(git, '-d --delete') && hasOption(git, '-f --force')),
    effect: 'deletes branches',
    instead: 'Use `git branch -d`, which fails if commits would be lost.',
    losses: lostByDeletingBranches,
    reads: 'history',
    loses: ['git branch -D x', 'git branch -d -f x', 'git branch -df x', 'git branch --delete --force x y'],
    keeps: ['git branch -d x', 'git branch', 'git branch -a', 'git branch --delete x'],
  },
  {
    name: 'git branch -M',
    command: 'git branch',
    isMatch: (git) =>
      hasOption(git, '-M -C') || (hasOption(git, '-m -c --move --copy') && hasOption(git, '-f --force')),
    effect: 'replaces a branch',
    instead: 'Use `git branch -m`, which fails if the branch exists.',
    losses: lostByRenamingBranch,
    reads: 'history',
    loses: ['git branch -M main', 'git branch -M a b', 'git branch -m -f a b', 'git branch -C a b'],
    keeps: ['git branch -m a b', 'git branch -c a b', 'git branch --move x'],
  },
  {
    name: 'git branch -f',
    command: 'git branch',
    with: '-f --force',
    effect: 'moves a branch away from its commits',
    instead: 'Choose another name for the branch.',
    losses: lostByMovingBranch,
    reads: 'history',
    loses: ['git branch -f main HEAD~3', 'git branch --force x'],
    keeps: ['git branch x', 'git branch x origin/main', 'git branch --format=%h'],
  },
  {
    name: 'git rm -f',
    command: 'git rm',
    with: '-f --force',
    without: '--cached -n --dry-run',
    effect: 'deletes files with changes',
    instead: 'Omit -f, or commit the changes first.',
    losses: lostByRemoving,
    reads: 'files',
    loses: ['git rm -f a.js', 'git rm -rf src', 'git rm --force a'],
    keeps: ['git rm a.js', 'git rm -r src', 'git rm -rf --cached dist', 'git rm -n -f a'],
  },
  {
    name: 'git worktree remove --force',
    command: 'git worktree',
    with: '-f --force',
    isMatch: ({ operands }) => operands[0] === 'remove',
    effect: 'deletes a working tree',
    instead: 'Omit --force: git then keeps a working tree with changes.',
    losses: lostWorktree,
    reads: 'files',
    loses: ['git worktree remove --force ../x', 'git worktree remove -f x'],
    keeps: ['git worktree remove ../x', 'git worktree add -f ../x', 'git worktree prune'],
  },
  {
    name: 'git tag -d',
    command: 'git tag',
    isMatch: (git) => hasOption(git, '-d --delete') || hasOption(git, '-f --force'),
    effect: 'deletes or moves a tag',
    instead: 'Choose another name for the tag, or leave it to the user.',
    losses: lostTags,
    reads: 'history',
    loses: [
      'git tag -d v1',
      'git tag -f v1',
      'git tag --delete v1',
      'git tag -af v1 -m x',
      'git tag --force v1 HEAD~1',
    ],
    keeps: ['git tag v1', 'git tag -a v1 -m "-f"', 'git tag -l', 'git tag --list'],
  },
  {
    name: 'git rebase',
    command: 'git rebase',
    without: '--abort --continue --skip --quit --edit-todo --show-current-patch',
    effect: 'replaces commits that others may have',
    instead: 'Use `git merge`, or leave it to the user.',
    losses: rebasedCommits,
    reads: 'history',
    loses: ['git rebase main', 'git rebase -i HEAD~3', 'git rebase --onto main a b', 'git rebase'],
    keeps: ['git rebase --abort', 'git rebase --continue', 'git rebase --skip'],
  },
  {
    name: 'git commit --amend',
    command: 'git commit',
    with: '--amend',
    without: '--dry-run',
    effect: 'replaces a commit that others may have',
    instead: keepPushed,
    losses: amendedCommit,
    reads: 'history',
    loses: ['git commit --amend', 'git commit --amend --no-edit', 'git commit -am x --amend'],
    keeps: ['git commit -m "--amend"', 'git commit -m x', 'git commit --dry-run --amend'],
  },
  {
    name: 'git filter-branch',
    command: /^git (filter-branch|filter-repo)$/,
    without: '--dry-run --analyze',
    effect: 'replaces the history of the repository',
    instead: leaveIt,
    loses: ["git filter-branch --tree-filter 'rm a' HEAD", 'git filter-repo --path src'],
    keeps: ['git filter-repo --analyze', 'git filter-repo --help'],
  },
  {
    name: 'git reflog expire',
    command: 'git reflog',
    without: '-n --dry-run',
    isMatch: ({ operands }) => /^(expire|delete)$/.test(operands[0] ?? ''),
    effect: 'deletes the record of earlier commits, which is needed to restore them',
    instead: leaveIt,
    loses: ['git reflog expire --expire=now --all', 'git reflog delete HEAD@{1}'],
    keeps: ['git reflog', 'git reflog show', 'git reflog expire --dry-run --all'],
  },
  {
    name: 'git gc --prune=now',
    command: 'git gc',
    isMatch: ({ rest, settings }) =>
      rest.some((word) => /^--pru[^=]*=(now|all|\S*(second|minute|hour))/.test(word)) ||
      settings.some((setting) => /^gc\.(.*\.)?(prune|reflog)expire\w*=(now|all)/is.test(setting)),
    effect: 'deletes commits that only the reflog has',
    instead: 'Use `git gc`, which keeps recent commits.',
    loses: ['git gc --prune=now', 'git gc --aggressive --prune=all'],
    keeps: ['git gc', 'git gc --auto', 'git gc --prune=2.weeks.ago'],
  },
  {
    name: 'git prune',
    command: 'git prune',
    without: '-n --dry-run',
    effect: 'deletes commits that no branch has',
    instead: 'Use `git gc`, which keeps recent commits.',
    loses: ['git prune', 'git prune --expire=now'],
    keeps: ['git prune -n', 'git remote prune origin'],
  },
  {
    name: 'git update-ref -d',
    command: 'git update-ref',
    with: '-d --stdin',
    effect: 'deletes a branch, a tag or a stash',
    instead: leaveIt,
    loses: ['git update-ref -d refs/heads/x', 'git update-ref --stdin'],
    keeps: ['git update-ref refs/heads/x HEAD'],
  },
  {
    name: 'git read-tree --reset',
    command: /^git (read-tree|checkout-index)$/,
    isMatch: (git) => hasOption(git, git.subcommand === 'read-tree' ? '--reset' : '-f --force'),
    effect: 'discards changes',
    instead: saveFirst,
    loses: ['git read-tree --reset -u HEAD', 'git checkout-index -a -f'],
    keeps: ['git read-tree HEAD', 'git checkout-index -a'],
  },
  {
    name: 'git fetch -f',
    command: /^git (fetch|pull)$/,
    without: '--dry-run',
    isMatch: (git) =>
      git.operands.some(
        (word) =>
          /^\+?[^:]*:(refs\/heads\/|(?!refs\/))./.test(word) &&
          !/^\w+:\/\/|@/.test(word) &&
          (word.startsWith('+') || hasOption(git, '-f --force')),
      ),
    effect: 'replaces a branch of this repository',
    instead: 'Omit the force: git then keeps a branch with other commits.',
    losses: lostByFetching,
    reads: 'history',
    loses: ['git fetch origin +main:main', 'git fetch -f origin main:topic'],
    keeps: [
      'git fetch --force',
      'git fetch origin main:main',
      'git fetch origin +refs/heads/*:refs/remotes/origin/*',
      'git fetch --force https://example.com/x.git',
    ],
  },
  {
    name: 'forced push',
    command: 'git push',
    without: '-n --dry-run',
    isMatch: (git) =>
      hasOption(git, '-f -d --force --delete --mirror --prune') ||
      git.operands.some((word) => /^\+|^:./.test(word)) ||
      git.settings.some((setting) =>
        /^remote\..*\.(push=[+$`]|mirror(?!=(false|no|off|0)$))/is.test(setting),
      ),
    effect: 'replaces or deletes commits on the server',
    instead: 'Use --force-with-lease on your own branch, or leave the push to the user.',
    loses: [
      'git push --force',
      'git push -uf origin x',
      'git push origin +main',
      'git push origin :x',
      'git push origin --delete x',
      'git push --mirror',
      'git -c remote.origin.push=+main push',
      'git push --prune origin',
    ],
    keeps: [
      'git push',
      'git push -u origin HEAD',
      'git push --force-with-lease',
      'git push --dry-run --force',
      'git push --follow-tags',
    ],
  },
  {
    name: 'git submodule deinit -f',
    command: 'git submodule',
    with: '-f --force',
    isMatch: ({ operands }) => /^(deinit|update)$/.test(operands[0] ?? ''),
    effect: 'discards changes in submodules',
    instead: 'Omit -f: git then keeps submodules with changes.',
    loses: [
      'git submodule deinit -f lib',
      'git submodule deinit --all --force',
      'git submodule update --init -f',
    ],
    keeps: ['git submodule deinit lib', 'git submodule update --init', 'git submodule add -f url lib'],
  },
  {
    name: 'git config core.hooksPath',
    command: 'git config',
    without: '--get --get-all --get-regexp -l --list',
    isMatch: (git) => {
      const [first = ''] = git.operands;
      const [action, key, ...values] = /^(set|unset|get)$/.test(first) ? git.operands : ['', ...git.operands];
      const isChange = values.length > 0 || action === 'unset' || hasOption(git, '--unset --unset-all');
      return /^core\.hookspath$/i.test(key ?? '') && action !== 'get' && isChange;
    },
    effect: 'changes which git hooks run',
    instead: leaveIt,
    loses: [
      'git config core.hooksPath /dev/null',
      'git config --global core.hookspath x',
      'git config --unset core.hooksPath',
      'git config set core.hooksPath x',
    ],
    keeps: [
      'git config core.hooksPath',
      'git config --get core.hooksPath',
      'git config get core.hooksPath',
      'git config user.name x',
    ],
  },
  {
    name: 'rm -rf .git',
    command: 'rm',
    with: '-r -R --recursive',
    isMatch: ({ operands }) =>
      operands.some((word) =>
        /(^|\/)\.git(\*|\/(objects|refs|logs|worktrees|modules)\b.*|\/[*.]*)?\/*$|--(absolute-)?git-(common-)?dir\b/.test(
          word,
        ),
      ),
    effect: 'deletes the repository',
    instead: leaveIt,
    losses: lostRepository,
    reads: 'files',
    isIdle: () => true,
    loses: ['rm -rf .git', 'rm -r ./.git/', 'rm -rf app/.git', 'rm -rf .git/objects', 'rm -rf $X/.git'],
    keeps: ['rm -rf .github', 'rm .git/index.lock', 'rm -rf node_modules', 'rm -rf .git/index.lock'],
  },
];

/** Whether a command matches a row, whatever the state of the repository is. */
export function matches(rule, command) {
  const { command: called, with: needed, without, isMatch } = rule;
  if (typeof called === 'string' ? called !== command.called : !called.test(command.called)) return false;
  if (command.options.options.some(({ name, isLong }) => name === (isLong ? 'help' : 'h'))) return false;
  if (needed !== undefined && !hasOption(command, needed)) return false;
  const isHarmless = without !== undefined && hasOption(command, without);
  // A later `--no-dry-run` turns it off.
  if (isHarmless && !command.rest.some((word) => word.startsWith('--no-'))) return false;
  return isMatch?.(command) ?? true;
}

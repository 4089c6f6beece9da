import { hasOption } from './read-git.mjs';
import { Unknown } from './repository.mjs';

/*
 * What a command would lose, as texts for the reason: none = nothing. Each function gets the parsed command and the repository, and
 * throws Unknown where git does not know it.
 */

const MAX_NAMES = 3;
const MAX_NAME = 60;
/** Words that only the shell knows. */
const EXPANDED = /[$`()]|^~|(?<![@^])\{/;

/** Of `reset --hard`: changes, commits, and files in the way of those of another commit. */
export function lostByHardReset(git, repository) {
  const [target = 'HEAD'] = operandsOf(git);
  rejectSubmodules(git, repository);
  const changes = filesWithChanges(repository.changes([], true));
  return [...changes, ...inTheWay(target, [], repository), ...lostByReset(git, repository, true)];
}

/** Of any `reset`: commits that the branch leaves behind, unless another branch has them. With `isHard`, unpushed ones too. */
export function lostByReset(git, repository, isHard = false) {
  const [target = 'HEAD', ...paths] = operandsOf(git);
  if (paths.length > 0 || repository.idOf('HEAD') === null) return [];
  const id = repository.idOf(target);
  if (id === null) return [];
  const dropped = repository.count(['HEAD', '--not', id]);
  if (dropped === 0) return [];
  const unpushed = repository.count(['HEAD', '--not', id, '--remotes']);
  const onlyHere = isHard ? repository.count(['HEAD', '--not', id, ...otherRefs([repository.branch])]) : 0;
  return [
    ...(onlyHere > 0 ? [`${counted(onlyHere, 'commit')} of no other branch`] : []),
    ...(dropped > unpushed ? [`${counted(dropped - unpushed, 'commit')} already on a remote`] : []),
  ];
}

/** Of `checkout` or `restore` of paths. */
export function lostByRestoring(git, repository) {
  const [tree, paths] = readRestored(git, repository);
  if (paths.length === 0) return [];
  rejectSubmodules(git, repository);
  const isWhole = tree !== null || hasOption(git, '-S --staged');
  return [
    ...filesWithChanges(repository.changes(paths, isWhole)),
    ...(tree === null ? [] : inTheWay(tree, paths, repository)),
  ];
}

/** Null or the commit from which the files come, and their paths. */
function readRestored(git, repository) {
  const operands = operandsOf(git);
  if (hasOption(git, '--pathspec-from-file')) throw new Unknown('the command reads the paths from a file');
  if (git.subcommand === 'restore') {
    const source = git.options.valueOf('s', 'source');
    if (source === undefined && hasOption(git, '--source'))
      throw new Unknown('the command does not show which commit it means');
    return [source ?? null, operands];
  }
  const [first, ...following] = operands;
  if (git.hasDashes && git.before.length === 0) return [null, git.after];
  const isCommit = first !== undefined && repository.idOf(first) !== null;
  return isCommit ? [first, following] : [null, operands];
}

/** Of `checkout -f BRANCH` and `switch -f BRANCH`. */
export function lostBySwitching(git, repository) {
  const [target = 'HEAD', ...paths] = operandsOf(git);
  if (paths.length > 0) return lostByRestoring(git, repository);
  rejectSubmodules(git, repository);
  const isCommit = repository.idOf(target) !== null;
  // A branch of a remote, of which git makes a local one.
  const commit =
    isCommit || target === '-' ? target.replace(/^-$/, '@{-1}') : `refs/remotes/origin/${target}`;
  return [...filesWithChanges(repository.changes([], true)), ...inTheWay(commit, [], repository)];
}

export function lostByCleaning(git, repository) {
  const { options } = git;
  const isPlain = options.options.every(({ name, isLong }) =>
    isLong ? /^(force|quiet|exclude|dry-run)$/.test(name) : 'fqdxXe'.includes(name),
  );
  if (!isPlain) throw new Unknown('the command asks for the files');
  const words = options.options.flatMap(({ name, value, isLong }) =>
    name === 'e' || name === 'exclude' ? ['-e', value] : isLong || name === 'q' ? [] : [`-${name}`],
  );
  const files = repository.untracked([...words, '--', ...operandsOf(git)]);
  const count = counted(files.length, 'file or directory', 'files and directories');
  return files.length === 0 ? [] : [`${count}: ${listed(files)}`];
}

/** Of `stash drop` and `stash clear`. */
export function lostByDropping(_git, repository) {
  if (!repository.hasRef('refs/stash')) return [];
  return [counted(repository.count(['-g', 'refs/stash']), 'stash', 'stashes')];
}

/** Of `branch -D`: commits of the branches that nothing else has. */
export function lostByDeletingBranches(git, repository) {
  if (hasOption(git, '-r --remotes')) return [];
  return lostBranches(operandsOf(git), [], repository);
}

/** Of `branch -f NAME [START]`, `checkout -B NAME [START]` and `switch -C NAME [START]`. */
export function lostByMovingBranch(git, repository) {
  const operands = operandsOf(git);
  const given = git.options.valueOf('B', 'C', 'force-create');
  const [name = '', start = 'HEAD'] = given === undefined ? operands : [given, ...operands];
  return lostBranches([name], [start], repository);
}

/** Of `branch -M [OLD] NEW`: those of NEW, which OLD replaces. */
export function lostByRenamingBranch(git, repository) {
  return lostBranches(operandsOf(git).slice(-1), [], repository);
}

/** Of `fetch -f REMOTE FROM:TO` */
export function lostByFetching(git, repository) {
  const names = operandsOf(git).flatMap((word) => /^\+?[^:]*:(?:refs\/heads\/)?(.+)$/.exec(word)?.[1] ?? []);
  return lostBranches(names, [], repository);
}

function lostBranches(names, starts, repository) {
  // `-` and `@{-1}` are the previous branch, `*` any.
  if (names.some((name) => /^-$|@\{|\*/.test(name)))
    throw new Unknown('the command does not name the branch');
  const known = names.filter((name) => repository.hasRef(`refs/heads/${name}`));
  if (known.length === 0) return [];
  const heads = known.includes(repository.branch) ? starts : [...starts, 'HEAD'];
  const ids = heads.map((name) => repository.idOf(name)).filter((id) => id !== null);
  const branches = known.map((name) => `refs/heads/${name}`);
  const count = repository.count([...branches, '--not', ...ids, ...otherRefs(known)]);
  return count === 0 ? [] : [`${counted(count, 'commit')} of no other branch`];
}

/** Of `tag -d` and `tag -f`. */
export function lostTags(git, repository) {
  const names = hasOption(git, '-d --delete') ? operandsOf(git) : operandsOf(git).slice(0, 1);
  const known = names.filter((name) => repository.hasRef(`refs/tags/${name}`));
  return known.length === 0 ? [] : [`${counted(known.length, 'tag')}: ${listed(known)}`];
}

/** Of `rm -f` */
export function lostByRemoving(git, repository) {
  rejectAny(repository.hasSubmodules);
  return filesWithChanges(repository.changes(operandsOf(git), true));
}

/** Of `worktree remove --force` */
export function lostWorktree(git, repository) {
  const [, directory] = operandsOf(git);
  if (directory === undefined) return [];
  const worktree = repository.at(directory);
  rejectAny(worktree.hasSubmodules);
  if (worktree.branch === null && worktree.count(['HEAD', '--not', ...otherRefs([])]) > 0)
    return ['commits of no branch'];
  const untracked = worktree.untracked(['-d', '-f', '-f']);
  return [
    ...filesWithChanges(worktree.changes([], true)),
    ...(untracked.length === 0 ? [] : [`files that git does not track: ${listed(untracked)}`]),
  ];
}

/** Of `rebase`: the commits that it makes anew and that a remote already has. */
export function rebasedCommits(git, repository) {
  const [upstream = '@{upstream}', branch = 'HEAD'] = operandsOf(git);
  const range = hasOption(git, '--root') ? [branch] : [branch, '--not', upstream];
  const isKnown =
    repository.idOf(branch) !== null && (range.length === 1 || repository.idOf(upstream) !== null);
  if (!isKnown) return [];
  const not = range.length === 1 ? ['--not'] : [];
  return onRemote(repository.count(range) - repository.count([...range, ...not, '--remotes']));
}

/** Of `commit --amend` */
export function amendedCommit(_git, repository) {
  if (repository.idOf('HEAD') === null) return [];
  return onRemote(repository.count(['HEAD', '--not', '--remotes']) === 0 ? 1 : 0);
}

/** Of `rm -rf .git` */
export function lostRepository({ operands }, repository) {
  return operands.some((file) => repository.exists(known(file))) ? ['every commit that is not pushed'] : [];
}

function onRemote(count) {
  return count > 0 ? [`${counted(count, 'commit')} already on a remote`] : [];
}

/** Options of `rev-list` for what other branches, tags and remotes have. */
function otherRefs(branches) {
  return [
    ...branches.filter((name) => name !== null).map((name) => `--exclude=${name}`),
    '--branches',
    '--tags',
    '--remotes',
  ];
}

function inTheWay(commit, paths, repository) {
  if (repository.idOf(commit) === null) throw new Unknown('git does not know the commit');
  const files = repository.filesInTheWay(commit, paths);
  return files.length === 0
    ? []
    : [`${counted(files.length, 'file')} that git does not track: ${listed(files)}`];
}

function filesWithChanges(files) {
  return files.length === 0 ? [] : [`${counted(files.length, 'file')} with changes: ${listed(files)}`];
}

function rejectSubmodules(git, repository) {
  rejectAny(hasOption(git, '--recurse-submodules') || repository.includesSubmodules);
}

function rejectAny(hasSubmodules) {
  if (hasSubmodules) throw new Unknown('the command changes submodules too');
}

function operandsOf({ operands, isFilled }) {
  if (isFilled) throw new Unknown('another program adds words to the command');
  return operands.map(known);
}

function known(word) {
  if (EXPANDED.test(word)) throw new Unknown('only the shell knows a word of the command');
  return word;
}

function counted(count, noun, plural = `${noun}s`) {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** At most three names, each on one line and not too long: they come from the repository. */
function listed(names) {
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    const line = name.replaceAll(/[\p{C}\p{Z}`]+/gu, ' ').trim();
    return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1)}…` : line;
  });
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const MAX_DIRECTORIES = 20;
/** Steps of the budget: to check whether a file exists. */
const TO_LOOK_UP = 400;

/** Whether one of the patterns matches the branch; `*` matches any text. A branch with `*` may be any branch. */
export function isProtected(branch, patterns) {
  if (branch.includes('*')) return true;
  return patterns.some((pattern) => matches(pattern.split('*'), branch));
}

function matches([first, ...parts], text) {
  if (parts.length === 0) return text === first;
  const last = parts.pop();
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

/** The branches that a push may overwrite; null = unknown. */
export function branchesOf(push, { current: checkedOut }) {
  if (push.pushesAll) return ['*'];
  const isCurrent = (name) => name === 'HEAD' || name === '@' || name === '';
  const named = push.targets.filter((name) => name !== null && !isCurrent(name));
  if (push.targets.includes(null)) return null;
  if (push.targets.length > 0 && !push.targets.some(isCurrent)) return named;
  const current = checkedOut.names;
  return current === null ? null : [...named, ...current];
}

/** The branches that are checked out where the pushes of a command may run, and those that the command checks out. Read once. */
export class CurrentBranches {
  #call;
  #names;

  constructor(call) {
    this.#call = call;
  }

  /** Null = unknown. */
  get names() {
    if (this.#names === undefined) this.#names = currentBranches(this.#call);
    return this.#names;
  }
}

function currentBranches({ cwd, commands, budget }) {
  const directories = directoriesOf(cwd, commands);
  const heads = directories?.map((directory) => readHead(directory, budget)) ?? [null];
  if (heads.includes(null)) return null;
  const switched = commands.filter(
    ({ name, words }) => name === 'git' && /^(checkout|switch|branch|symbolic-ref)$/.test(words[1]),
  );
  const operands = switched.flatMap(({ words }) => words.slice(2)).filter((word) => !word.startsWith('-'));
  return operands.some((word) => /[$`]/.test(word)) ? null : [...heads, ...operands];
}

/** The directories that a `cd` or `git -C` of the command leads to; null if only the shell knows. */
function directoriesOf(cwd, commands) {
  const directories = [cwd];
  for (const [index, { name, words }] of commands.entries()) {
    if (name === 'git' && words.some((word) => /^--(git-dir|work-tree)/.test(word))) return null;
    const target = directoryIn(name, words);
    if (target === undefined) continue;
    if (target === null || directories.length > MAX_DIRECTORIES) return null;
    const directory = path.resolve(directories.at(-1), target.replace(/^~(?=\/|$)/, process.env.HOME ?? '/'));
    if (index === 0) directories.pop();
    directories.push(directory);
  }
  return directories;
}

function directoryIn(name, words) {
  if (name === 'popd') return null;
  const isMove = name === 'cd' || name === 'pushd';
  if (!isMove && !(name === 'git' && words[1] === '-C')) return undefined;
  const target = isMove ? (words.slice(1).find((word) => !/^-./.test(word)) ?? '~') : (words[2] ?? '');
  return /[$`]|^-$/.test(target) ? null : target;
}

/** The name of the branch that is checked out in the repository around `directory`. */
function readHead(directory, budget) {
  for (let at = directory; ; at = path.dirname(at)) {
    budget.spend(TO_LOOK_UP + at.length);
    const head = headOf(path.join(at, '.git'));
    if (head !== undefined) return /^ref: refs\/heads\/(\S+)/.exec(head)?.[1] ?? null;
    if (at === path.dirname(at)) return null;
  }
}

/** `.git` is a directory, or in a worktree a file with the path of the directory. */
function headOf(entry) {
  const stats = statOf(entry);
  if (stats === undefined) return undefined;
  const directory = stats.isDirectory()
    ? entry
    : path.resolve(path.dirname(entry), /^gitdir: (.+)/.exec(readFileSync(entry, 'utf8'))?.[1]?.trim() ?? '');
  const head = path.join(directory, 'HEAD');
  return statOf(head)?.isFile() ? readFileSync(head, 'utf8') : '';
}

/** Undefined for a missing file, and for an impossible path: a name too long, or a path through a file. */
function statOf(entry) {
  try {
    return statSync(entry, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

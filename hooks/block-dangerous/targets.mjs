import path from 'node:path';
import { findDirectoryOption, Options } from './shell.generated.mjs';

const MAX_DIRECTORIES = 20;
/** Steps of the budget: to find the known directory of a path. */
const TO_RESOLVE = 320;

/** Directories that a build or a test run creates again: deleting one loses time, but no work. */
const buildDirectories = new Set(
  `node_modules bower_components dist build out target coverage htmlcov obj tmp temp .tmp .temp _build
   .cache .next .nuxt .output .turbo .vite .svelte-kit .angular .astro .docusaurus .expo .parcel-cache .sass-cache
   .eslintcache .nyc_output storybook-static test-results playwright-report .vercel .netlify .serverless .aws-sam
   _site .nx bazel-bin bazel-out .pnpm-store .rollup.cache .pytype .pyre
   __pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .ipynb_checkpoints .tox .nox .venv venv .eggs
   .gradle DerivedData Pods .dart_tool .stack-work dist-newstyle elm-stuff zig-out zig-cache .zig-cache
   .terraform cmake-build-debug cmake-build-release`.split(/\s+/),
);

/** Files that often go with them. */
const buildFiles =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|\.coverage|.*\.tsbuildinfo)$/;

/** Directories that a build names after the package. */
const namedAfterPackage = /^[\w.*-]*\.egg-info$|^cmake-build-[\w*-]+$/;

/** Names that only leftovers have, in the patterns of `find -name`. */
const leftovers =
  /^(\*\.(py[cod]|py\[[cod|]+\]|o|obj|class|tmp|temp|bak|orig|rej|swp|swo)|\*~|\*?\.DS_(Store|STORE)|Thumbs\.db|__pycache__)$/;

export function isLeftover(name) {
  return leftovers.test(name) || buildDirectories.has(name);
}

const temporary = ['/tmp', '/private/tmp', '/var/tmp', process.env.TMPDIR ?? ''].filter(isDeepEnough);

/** A temporary directory of `/` would make everything temporary. */
function isDeepEnough(directory) {
  return path.isAbsolute(directory) && path.normalize(directory).split('/').filter(Boolean).length > 0;
}

/**
 * Whether it is everyday work to delete `target` with its contents: a build directory inside the project, or a path below a
 * temporary directory. True only if it is for every directory the shell may be in; false for expansions of the shell.
 */
export function isEverydayTarget(target, call) {
  if (target === '' || /[$`~]/.test(target) || hasBracesAcrossDirectories(target)) return false;
  call.budget.spend(call.directories.length * (TO_RESOLVE + target.length));
  return call.directories.every((directory) => isEverydayPath(path.resolve(directory, target), call));
}

function isEverydayPath(file, { roots, home, moved }) {
  if (mayHold(file, home) || roots.some((directory) => mayHold(file, directory))) return false;
  if (moved.concerns(file)) return false;
  const root = roots.find((item) => isBelow(file, item));
  if (root === undefined) return isTemporary(file, home);
  const parts = path.relative(root, file).split('/');
  const isBuilt = (part) => buildDirectories.has(part) || namedAfterPackage.test(part);
  return parts.some(isBuilt) || buildFiles.test(parts.at(-1)) || leftovers.test(parts.at(-1));
}

function isTemporary(file, home) {
  const directory = temporary.find((item) => isBelow(file, item));
  if (directory === undefined || !isNamed(path.relative(directory, file))) return false;
  return !isBelow(home, directory) || !isBelow(file, home);
}

/** Whether what is in it is temporary, but not itself. */
export function isTemporaryDirectory(target) {
  return temporary.includes(target.replace(/(.)\/+$/, '$1'));
}

/** `x`, `build-*`; not `*`, which also matches files of other programs. */
function isNamed(file) {
  const [first] = file.split('/');
  return !/[*?[{]/.test(first) || /^[\w.-]{3}/.test(first);
}

export function isBelow(file, directory) {
  return file.startsWith(directory === '/' ? directory : `${directory}/`) && file !== directory;
}

/** `{src,dist/x}` is two paths that appear to be one below `dist`. */
function hasBracesAcrossDirectories(target) {
  return target.split('/').some((part) => part.split('{').length !== part.split('}').length);
}

/** Whether `file`, perhaps a pattern, is `directory` or one of the directories around it. */
function mayHold(file, directory) {
  const pattern = file.search(/[*?[{]/);
  if (pattern >= 0) return directory.startsWith(file.slice(0, pattern));
  return file === directory || isBelow(directory, file);
}

/** `.`, `*`, `:/` and other ways to name all files of the project. */
export function isWholeTree(target, call) {
  if (/^:|^[*?./]+$|^$/.test(target)) return true;
  call.budget.spend(call.directories.length * (TO_RESOLVE + target.length));
  return call.directories.some((directory) =>
    call.roots.some((root) => mayHold(path.resolve(directory, target), root)),
  );
}

/** Whether a path is outside the project, or known only to the shell. */
export function isOutside(target, call) {
  if (/^[~$`]/.test(target)) return true;
  call.budget.spend(call.directories.length * (TO_RESOLVE + target.length));
  return call.directories.some((directory) => {
    const file = path.resolve(directory, target);
    return !call.roots.some((root) => file === root || isBelow(file, root));
  });
}

/** The directories to which `mv` or `ln` moves anything but an everyday target. */
export function movedBy({ name, words }, call) {
  if (name !== 'mv' && name !== 'ln') return [];
  const given = new Options(words.slice(1)).operands;
  const isTargetFirst = words.some((word) => /^(-t|--target)/.test(word));
  const target = isTargetFirst ? given[0] : given.at(-1);
  const work = given.filter((item) => item !== target && !isEverydayTarget(item, call));
  if (work.length === 0) return [];
  return call.directories.flatMap((directory) => {
    const file = path.resolve(directory, target);
    return call.roots.includes(file) ? [] : [file];
  });
}

/** What paths may be relative to where that is not known: the working directory, and each directory that a `cd` leads to. */
export function directoriesOf(commands, cwd, home) {
  const directories = [cwd];
  for (const { name, words } of commands) {
    const isMoving = name === 'cd' || name === 'pushd';
    const target = isMoving
      ? (words.slice(1).find((word) => !/^-./.test(word)) ?? home)
      : findDirectoryOption(name, words);
    if (target === undefined || /[$`]|^-$/.test(target)) continue;
    const directory = path.resolve(directories.at(-1), target.replace(/^~(?=\/|$)/, home));
    if (!directories.includes(directory)) directories.push(directory);
    // After many moves the directory is unknown.
    if (directories.length > MAX_DIRECTORIES) return ['/'];
  }
  return directories;
}

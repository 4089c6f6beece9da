import path from 'node:path';
import { Options } from './shell.generated.mjs';

const MAX_FOLDERS = 20;
/** Steps of the budget: to find out in which of the known folders a path lies. */
const TO_RESOLVE = 320;

/** Folders that a build or a test run makes anew. Whoever deletes one loses time and no work. */
const buildFolders = new Set(
  `node_modules bower_components dist build out target coverage htmlcov obj tmp temp .tmp .temp _build
   .cache .next .nuxt .output .turbo .vite .svelte-kit .angular .astro .docusaurus .expo .parcel-cache .sass-cache
   .eslintcache .nyc_output storybook-static test-results playwright-report .vercel .netlify .serverless .aws-sam
   __pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .ipynb_checkpoints .tox .nox .venv venv .eggs
   .gradle DerivedData Pods .dart_tool .stack-work dist-newstyle elm-stuff zig-out zig-cache .zig-cache
   .terraform cmake-build-debug cmake-build-release`.split(/\s+/),
);

/** Files that often go with them. */
const buildFiles =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|\.coverage|.*\.tsbuildinfo)$/;

/** Names that only leftovers have, in the patterns of `find -name`. */
const leftovers =
  /^(\*\.(py[cod]|o|obj|class|tmp|temp|bak|orig|rej|swp|swo)|\*~|\.DS_Store|Thumbs\.db|__pycache__)$/;

export function isLeftover(name) {
  return leftovers.test(name) || buildFolders.has(name);
}

const temporary = ['/tmp', '/private/tmp', '/var/tmp', process.env.TMPDIR ?? ''].filter(isDeepEnough);

/** A temporary folder of `/` would make everything temporary. */
function isDeepEnough(folder) {
  return path.isAbsolute(folder) && path.normalize(folder).split('/').filter(Boolean).length > 0;
}

/**
 * Whether it is everyday work to delete `target` with all that is in it: a build folder inside the project, or
 * something below a temporary folder. Wherever the shell may be by then; what it fills in itself is never known.
 */
export function isEverydayTarget(target, call) {
  if (target === '' || /[$`~]/.test(target) || hasBracesAcrossFolders(target)) return false;
  call.budget.spend(call.folders.length * (TO_RESOLVE + target.length));
  return call.folders.every((folder) => isEverydayPath(path.resolve(folder, target), call));
}

function isEverydayPath(file, { roots, home, moved }) {
  if (mayHold(file, home) || roots.some((folder) => mayHold(file, folder))) return false;
  if (moved.concerns(file)) return false;
  const root = roots.find((one) => isBelow(file, one));
  if (root === undefined) return isTemporary(file, home);
  const parts = path.relative(root, file).split('/');
  return parts.some((part) => buildFolders.has(part)) || buildFiles.test(parts.at(-1));
}

function isTemporary(file, home) {
  const folder = temporary.find((one) => isBelow(file, one));
  if (folder === undefined || !isNamed(path.relative(folder, file))) return false;
  return !isBelow(home, folder) || !isBelow(file, home);
}

/** `x`, `build-*`; not `*`, which is also what others put there. */
function isNamed(file) {
  const [first] = file.split('/');
  return !/[*?[{]/.test(first) || /^[\w.-]{3}/.test(first);
}

export function isBelow(file, folder) {
  return file.startsWith(folder === '/' ? folder : `${folder}/`) && file !== folder;
}

/** `{src,dist/x}` is two paths that only look like one below `dist`. */
function hasBracesAcrossFolders(target) {
  return target.split('/').some((part) => part.split('{').length !== part.split('}').length);
}

/** Whether `file`, perhaps a pattern, is `folder` or one of the folders around it. */
function mayHold(file, folder) {
  const pattern = file.search(/[*?[{]/);
  if (pattern >= 0) return folder.startsWith(file.slice(0, pattern));
  return file === folder || isBelow(folder, file);
}

/** `.`, `*`, `:/` and other ways to say: all files of the project. */
export function isWholeTree(target, call) {
  if (/^:|^[*?./]+$|^$/.test(target)) return true;
  call.budget.spend(call.folders.length * (TO_RESOLVE + target.length));
  return call.folders.some((folder) =>
    call.roots.some((root) => mayHold(path.resolve(folder, target), root)),
  );
}

/** A path that does not lie inside the project, or that only the shell knows. */
export function isOutside(target, call) {
  if (/^[~$`]/.test(target)) return true;
  call.budget.spend(call.folders.length * (TO_RESOLVE + target.length));
  return call.folders.some((folder) => {
    const file = path.resolve(folder, target);
    return !call.roots.some((root) => file === root || isBelow(file, root));
  });
}

/** Where `mv` or `ln` puts what is no everyday target: to delete it there is to delete it. */
export function movedBy({ name, words }, call) {
  if (name !== 'mv' && name !== 'ln') return [];
  const given = new Options(words.slice(1)).operands;
  const isTargetFirst = words.some((word) => /^(-t|--target)/.test(word));
  const target = isTargetFirst ? given[0] : given.at(-1);
  const work = given.filter((one) => one !== target && !isEverydayTarget(one, call));
  if (work.length === 0) return [];
  return call.folders.flatMap((folder) => {
    const file = path.resolve(folder, target);
    return call.roots.includes(file) ? [] : [file];
  });
}

/** Where relative paths may count from: the working folder, and wherever a `cd` of the text leads. */
export function foldersOf(commands, cwd, home) {
  const folders = [cwd];
  for (const { name, words } of commands) {
    if (name !== 'cd' && name !== 'pushd') continue;
    const target = words.slice(1).find((word) => !/^-./.test(word)) ?? home;
    if (/[$`]|^-$/.test(target)) continue;
    const folder = path.resolve(folders.at(-1), target.replace(/^~(?=\/|$)/, home));
    if (!folders.includes(folder)) folders.push(folder);
    // Who moves about like this could be anywhere.
    if (folders.length > MAX_FOLDERS) return ['/'];
  }
  return folders;
}

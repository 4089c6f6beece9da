import { posix } from 'node:path';
import { isJsonObject, parseJson } from '@hookmd/core/events';
import { decodeUtf8 } from '@hookmd/core/text';
import { isPluginFile, MAX_DEPTH } from '@hookmd/core/trust';
import { isEntryPoint, isNeeded, isProgram, isReadable } from './needed-files.ts';
import { rejectProblems } from './package-problem.ts';
import { ancestorsOf, findTarget, indexPaths, type PathIndex, parentOf, type Target } from './path-index.ts';
import { findMentions, type Mention } from './path-mentions.ts';
import { type FoundEntry, findExcess, innerPath, type Tree } from './validate-entries.ts';

/** Directories with more are not selected because something in them is named. */
const MAX_AROUND = 1_000;
/** More strings in a row than this are data. */
const MAX_STRINGS = 256;

/** The file that lists the plugins of a marketplace. */
export const MARKETPLACE_FILE = '.claude-plugin/marketplace.json';
/** What shows which plugins of a marketplace have hooks. */
const OF_MARKETPLACE = /^\.claude-plugin\/marketplace\.json$|\/hooks\/hooks\.json$/;

/** What is selected so far. */
interface Closure {
  readonly index: PathIndex;
  /** Whether it was named by its path: then everything that it names is followed, else only what it imports. */
  readonly selected: Map<string, boolean>;
  /** What was selected or named since the last round. */
  readonly open: Set<string>;
  /** What was done with a directory, which needs no second time. */
  readonly done: Set<string>;
  /** What may be read of each directory without being named. */
  readonly needed: Map<string, readonly string[]>;
}

/**
 * The files that the hooks of a plugin can need, loaded: those that their commands name by a path, those that these name in
 * turn, and so on, with the directories around each. It reads texts and runs nothing, so it keeps what looks like a name.
 * Throws PACKAGE_TOO_LARGE.
 */
export async function followNames(tree: Tree): Promise<readonly FoundEntry[]> {
  const index = indexPaths(tree);
  const closure: Closure = {
    index,
    selected: new Map(),
    open: new Set(),
    done: new Set(),
    needed: new Map(),
  };
  const isMarket = index.files.has(MARKETPLACE_FILE);
  for (const path of index.files.keys()) {
    if (!path.includes('/') && isNeeded(index, path)) keep(closure, path, false);
    if (isPluginFile(path)) reach(closure, path);
    else if (isMarket && OF_MARKETPLACE.test(path)) keep(closure, path, false);
  }
  for (let round = [...closure.open]; round.length > 0; round = [...closure.open]) {
    closure.open.clear();
    rejectProblems(findExcess(selectedOf(tree, closure)));
    await tree.load?.(round.flatMap((path) => index.files.get(path) ?? []));
    for (const path of round) follow(closure, path);
  }
  return selectedOf(tree, closure);
}

/** With every entry of a path that is in an archive twice, which is rejected later. */
function selectedOf({ entries, outer }: Tree, { selected }: Closure): readonly FoundEntry[] {
  return entries.filter((entry) => selected.has(innerPath(entry, outer)));
}

function keep({ selected, open }: Closure, path: string, isNamed: boolean): void {
  if (selected.get(path) === true || (selected.has(path) && !isNamed)) return;
  selected.set(path, isNamed);
  open.add(path);
}

/** A file that is named, with what is around it. */
function reach(closure: Closure, path: string): void {
  keep(closure, path, true);
  enter(closure, parentOf(path));
}

/** Keeps a directory, or the widest around it that is not large; of a large one, the files that are directly in it. */
function enter(closure: Closure, directory: string): void {
  const around = ancestorsOf(directory).filter((path) => path !== '');
  const isLarge = (path: string): boolean => neededIn(closure, path).length > MAX_AROUND;
  const large = around.findIndex(isLarge);
  const widest = large === -1 ? around.at(-1) : around[large - 1];
  const selected = widest ?? directory;
  if (!isFirst(closure, selected)) return;
  for (const path of neededIn(closure, selected))
    if (widest !== undefined || parentOf(path) === directory) keep(closure, path, false);
}

function neededIn({ index, needed }: Closure, directory: string): readonly string[] {
  const known = needed.get(directory);
  if (known !== undefined) return known;
  const paths = (index.below.get(directory) ?? []).filter((path) => isNeeded(index, path));
  needed.set(directory, paths);
  return paths;
}

function isFirst({ done }: Closure, key: string): boolean {
  return done.size < done.add(key).size;
}

function follow(closure: Closure, path: string): void {
  const { index, selected } = closure;
  const entry = index.files.get(path);
  const around = ancestorsOf(parentOf(path));
  if (entry?.kind === 'link') {
    const target = [(entry.target ?? '').split('/')];
    keepTarget(closure, findTarget(index, parentOf(path), target, false), true);
  }
  const isNamed = selected.get(path) === true;
  const isAside = !isNamed && !path.includes('/');
  if (entry?.kind !== 'file' || isAside || !isProgram(path, isNamed)) return;
  const text = decodeUtf8(entry.read());
  if (text === null || text.includes('\0')) return;
  const followMention = isNamed ? followPaths : followImports;
  for (const mention of findMentions(readStrings(path, text), path, (part) => index.names.has(part)))
    followMention(closure, mention, around);
}

/** The strings of a document of JSON, without what escapes them; of a file of a plugin, those of its hooks. */
function readStrings(path: string, text: string): string {
  const value = path.endsWith('.json') ? parseJson(text) : undefined;
  if (value === undefined) return text;
  const hooks = isPluginFile(path) && isJsonObject(value) ? value.hooks : value;
  return stringsIn(hooks)
    .map((item) => `"${item}"`)
    .join('\n');
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** Of a program that is named: each string may begin a path, in the directory of the program or in one around it. */
function followPaths(closure: Closure, { pieces, isComposed }: Mention, around: readonly string[]): void {
  for (const [at, parts] of pieces.slice(0, MAX_STRINGS).entries()) {
    const run = pieces.slice(at, at + MAX_DEPTH);
    const isModule = parts.length > 1 || parts[0] === '..';
    for (const from of around) {
      const found = findTarget(closure.index, from, run, isComposed);
      keepTarget(closure, found, isComposed);
      if (isModule) nameEntryPoints(closure, found);
      // `package.module` of Python
      const module = parts.length === 1 && /\w\.\w/.test(parts[0] ?? '') ? (parts[0]?.split('.') ?? []) : [];
      const named = findTarget(closure.index, from, [module], false);
      if (named !== null && 'files' in named) keepTarget(closure, named, false);
    }
    keepPackages(closure, parts, around);
  }
}

/** Of a program that may never run: the modules that it names by a path from itself, and packages. */
function followImports(closure: Closure, { pieces: [parts = []] }: Mention, around: readonly string[]): void {
  const [directory = ''] = around;
  const isRelative = parts[0] === '.' || parts[0] === '..';
  const found = isRelative ? findTarget(closure.index, directory, [parts], false) : null;
  if (found !== null && 'files' in found) for (const path of found.files) keep(closure, path, false);
  keepPackages(closure, parts, around);
}

/** `isAny`: every file below a directory may be meant, also in those that programs do not read otherwise. */
function keepTarget(closure: Closure, found: Target | null, isAny: boolean): void {
  if (found === null) return;
  if ('files' in found) {
    for (const path of found.files) reach(closure, path);
    return;
  }
  const { directory } = found;
  enter(closure, directory);
  if (!isAny || !isFirst(closure, `${directory}/`)) return;
  for (const path of closure.index.below.get(directory) ?? [])
    if (isReadable(closure.index, path)) keep(closure, path, false);
}

function nameEntryPoints(closure: Closure, found: Target | null): void {
  if (found === null || 'files' in found || !isFirst(closure, `${found.directory}/index`)) return;
  for (const path of neededIn(closure, found.directory))
    if (parentOf(path) === found.directory && isEntryPoint(path)) keep(closure, path, true);
}

/** What Node and Bun would load by this name. */
function keepPackages(
  closure: Closure,
  [first = '', second = '']: readonly string[],
  around: readonly string[],
): void {
  const { index } = closure;
  if (first === '.' || first === '..') return;
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  for (const from of around) {
    const path = posix.join(from, 'node_modules', name);
    if (index.files.get(path)?.kind === 'link') keep(closure, path, false);
    for (const inside of index.below.get(path) ?? [])
      if (isNeeded(index, inside.slice(path.length + 1))) keep(closure, inside, false);
  }
}

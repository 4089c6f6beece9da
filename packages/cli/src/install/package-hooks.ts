import { closeSync, fstatSync, lstatSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { isAbsolute, join, posix } from 'node:path';
import { describeError, type Issue, isErrno, issue } from '@hookmd/core/errors';
import { isJsonObject, type JsonObject } from '@hookmd/core/events';
import { isPackageName, isPlugin, readPluginName } from '@hookmd/core/manifest';
import { openToRead } from '@hookmd/core/system';
import { cleanLine, decodeUtf8, readJsonDocument } from '@hookmd/core/text';
import { PackageRejected } from './archive/package-problem.ts';
import { isNpmName } from './sources/spec.ts';

/** A directory of a package to be installed: a hook package, or a plugin with its hooks. */
export interface PackedHook {
  readonly kind: 'packages' | 'plugins';
  /** The name of its installed directory. */
  readonly name: string;
  /** Relative to the package, with `/`; `.` = the package itself is the hook. */
  readonly path: string;
}

export interface PackageHooks {
  /** In the order in which the package names them. */
  readonly hooks: readonly PackedHook[];
  /** Any error: the package is not installed. */
  readonly issues: readonly Issue[];
}

/** Keys of package.json whose `hooks` lists directories; the first one counts. Packs of OpenClaw have the second. */
const LISTS = ['hookmd', 'openclaw'];

/**
 * The hooks of a fetched package: those that its package.json lists, else the package itself if it has a HOOK.md, else every
 * directory of `hooks` with a HOOK.md, else the package itself if it is a plugin. A hook that is the whole package is named after
 * the last part of `packageName`, a plugin by its manifest. Reads files only.
 */
export function findHooks(dir: string, packageName: string): PackageHooks {
  const issues: Issue[] = [];
  const { entries, isListed } = findEntries(dir, readPackageFile(dir), issues);
  const name = packageName.split('/').at(-1) ?? '';
  if (entries.length === 0 && !isListed && issues.length === 0 && isPlugin(dir))
    return { hooks: [{ kind: 'plugins', name: readPluginName(dir) ?? name, path: '.' }], issues };
  const hooks: PackedHook[] = [];
  for (const entry of entries) {
    const path = findHookPath(dir, entry, issues);
    if (path === null) continue;
    const hook: PackedHook = { kind: 'packages', name: path === '.' ? name : posix.basename(path), path };
    if (!isPackageName(hook.name)) {
      issues.push(entryIssue(dir, entry, `"${hook.name}" is no name of a hook`));
    } else if (hooks.some((packedHook) => foldName(packedHook.name) === foldName(hook.name))) {
      issues.push(entryIssue(dir, entry, `there is another hook "${hook.name}" in it`));
    } else hooks.push(hook);
  }
  if (entries.length === 0 && issues.length === 0)
    issues.push(
      issue('PACK_EMPTY', {
        detail: isListed ? 'its list of hooks is empty' : 'it has no HOOK.md and is no plugin',
      }),
    );
  return { hooks, issues };
}

/** Two directories whose names differ in case only are the same on some machines. */
function foldName(name: string): string {
  return name.toLowerCase();
}

function findEntries(
  dir: string,
  file: PackageFile,
  issues: Issue[],
): { entries: readonly unknown[]; isListed: boolean } {
  if (file.problem !== null) {
    issues.push(issue('PACK_UNREADABLE', { detail: file.problem }, { path: join(dir, 'package.json') }));
    return { entries: [], isListed: false };
  }
  for (const key of LISTS) {
    const block = file.value[key];
    const list = isJsonObject(block) ? block.hooks : undefined;
    if (list === undefined) continue;
    if (Array.isArray(list)) return { entries: list, isListed: true };
    const detail = `\`${key}.hooks\` is no list`;
    issues.push(issue('PACK_UNREADABLE', { detail }, { path: join(dir, 'package.json') }));
    return { entries: [], isListed: true };
  }
  if (isFile(join(dir, 'HOOK.md'))) return { entries: ['.'], isListed: false };
  const found = namesIn(join(dir, 'hooks')).filter((name) => isFile(join(dir, 'hooks', name, 'HOOK.md')));
  return { entries: found.map((value) => `./hooks/${value}`), isListed: false };
}

/** The directory that an entry names, with `/`, or null if it is none of the package. */
function findHookPath(dir: string, entry: unknown, issues: Issue[]): string | null {
  const wrong = (detail: string): null => {
    issues.push(entryIssue(dir, entry, detail));
    return null;
  };
  if (typeof entry !== 'string') return wrong('it is not text');
  if (entry.includes('\\') || /\p{Cc}/u.test(entry))
    return wrong('it has characters that are not allowed in a directory name');
  if (isAbsolute(entry)) return wrong('it is an absolute path');
  const path = posix.normalize(entry).replace(/\/$/, '');
  if (path === '..' || path.startsWith('../')) return wrong('it leaves the package');
  let real: string;
  try {
    real = realpathSync(join(dir, path));
  } catch {
    return wrong('there is no such directory');
  }
  // A hook is copied alone: behind a link it would be another directory than the one that is named.
  if (real !== (path === '.' ? realpathSync(dir) : join(realpathSync(dir), ...path.split('/'))))
    return wrong('it leads through a link');
  if (!isFile(join(real, 'HOOK.md'))) return wrong('it has no HOOK.md');
  return path;
}

function entryIssue(dir: string, entry: unknown, detail: string): Issue {
  const shown = JSON.stringify(entry) ?? String(entry);
  return issue('PACK_ENTRY', { entry: shown.slice(0, 120), detail }, { path: join(dir, 'package.json') });
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}

/**
 * The name of a fetched package and its version if it has one: by its package.json, else by the end of its address or path.
 * Throws PACK_UNREADABLE or PACKAGE_NAMELESS.
 */
export function nameOf(
  dir: string,
  cameFrom: string,
): { readonly name: string; readonly version: string | null } {
  const { value, problem } = readPackageFile(dir);
  if (problem !== null)
    throw new PackageRejected({ code: 'PACK_UNREADABLE', parameters: { detail: problem } });
  const fallback = cameFrom.replace(/\.(git|tgz|tar\.gz|tar)$/i, '').replace(/^[^A-Za-z0-9]+/, '');
  const name = typeof value.name === 'string' ? value.name : fallback;
  if (!isNpmName(name) && !isPackageName(name)) {
    const parameters = { name: cleanLine(name.slice(0, 100)) };
    throw new PackageRejected({ code: 'PACKAGE_NAMELESS', parameters });
  }
  return { name, version: typeof value.version === 'string' ? cleanLine(value.version.slice(0, 64)) : null };
}

const MAX_PACKAGE_JSON_BYTES = 1024 * 1024;

interface PackageFile {
  /** Empty where there is none. */
  readonly value: JsonObject;
  /** Why it cannot be read, as the end of a sentence; null = it can, or there is none. */
  readonly problem: string | null;
}

/** The package.json of a package: text from outside, limited in size and depth. */
function readPackageFile(dir: string): PackageFile {
  let text: Buffer;
  try {
    text = readSmallFile(join(dir, 'package.json'));
  } catch (error) {
    const problem = isErrno(error, 'ENOENT') ? null : describeError(error);
    return { value: {}, problem };
  }
  const decoded = decodeUtf8(text);
  if (decoded === null) return { value: {}, problem: 'it is not UTF-8' };
  const read = readJsonDocument(decoded);
  if ('error' in read) return { value: {}, problem: read.error };
  if (!isJsonObject(read.value)) return { value: {}, problem: 'it is no object' };
  return { value: read.value, problem: null };
}

function readSmallFile(path: string): Buffer {
  const file = openToRead(path);
  try {
    const stats = fstatSync(file);
    const { size } = stats;
    if (!stats.isFile()) throw new Error('it is no regular file');
    if (size > MAX_PACKAGE_JSON_BYTES) throw new Error(`it has more than ${MAX_PACKAGE_JSON_BYTES} bytes`);
    const buffer = Buffer.alloc(size);
    return buffer.subarray(0, readSync(file, buffer, 0, size, 0));
  } finally {
    closeSync(file);
  }
}

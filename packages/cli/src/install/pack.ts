import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { isAbsolute, join, posix } from 'node:path';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { isPackageName } from '@hookmd/core/internal/manifest/name';
import { isJsonObject } from '@hookmd/core/internal/protocol/json';
import { type PackageFile, readPackageFile } from './package-file.ts';

export interface PackedHook {
  /** Its folder in the root where it will be installed. */
  readonly name: string;
  /** Relative to the package, with `/`; `.` = the package itself is the hook. */
  readonly path: string;
}

export interface Pack {
  /** In the order in which the package names them. */
  readonly hooks: readonly PackedHook[];
  /** Any error: the package is not installed. */
  readonly issues: readonly Issue[];
}

/** Keys of package.json whose `hooks` lists folders; the first that is there counts. OpenClaw's packs have the second. */
const LISTS = ['hookmd', 'openclaw'];

/**
 * The hooks of a fetched package: what its package.json lists, else the package itself where it has a HOOK.md, else every
 * folder of `hooks` with one. A hook that is the whole package has the last part of `packageName`, the name that was
 * fetched. Reads files only.
 */
export function readPack(dir: string, packageName: string): Pack {
  const issues: Issue[] = [];
  const { entries, isListed } = findEntries(dir, readPackageFile(dir), issues);
  const name = packageName.split('/').at(-1) ?? '';
  const hooks: PackedHook[] = [];
  for (const entry of entries) {
    const path = settlePath(dir, entry, issues);
    if (path === null) continue;
    const hook = { name: path === '.' ? name : posix.basename(path), path };
    if (!isPackageName(hook.name)) {
      issues.push(refuse(dir, entry, `"${hook.name}" is no name of a hook`));
    } else if (hooks.some((one) => foldName(one.name) === foldName(hook.name))) {
      issues.push(refuse(dir, entry, `there is another hook "${hook.name}" in it`));
    } else hooks.push(hook);
  }
  if (entries.length === 0 && issues.length === 0)
    issues.push(
      issue('PACK_EMPTY', { detail: isListed ? 'its list of hooks is empty' : 'it has no HOOK.md' }),
    );
  return { hooks, issues };
}

/** Two folders whose names differ in case only are one on some machines. */
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
  const found = namesIn(join(dir, 'hooks')).filter((one) => isFile(join(dir, 'hooks', one, 'HOOK.md')));
  return { entries: found.map((one) => `./hooks/${one}`), isListed: false };
}

/** The folder that an entry names, with `/`, or null where it is none of the package. */
function settlePath(dir: string, entry: unknown, issues: Issue[]): string | null {
  const wrong = (detail: string): null => {
    issues.push(refuse(dir, entry, detail));
    return null;
  };
  if (typeof entry !== 'string') return wrong('it is no text');
  if (entry.includes('\\') || /\p{Cc}/u.test(entry)) return wrong('it has signs that no folder should have');
  if (isAbsolute(entry)) return wrong('it is an absolute path');
  const path = posix.normalize(entry).replace(/\/$/, '');
  if (path === '..' || path.startsWith('../')) return wrong('it leaves the package');
  let real: string;
  try {
    real = realpathSync(join(dir, path));
  } catch {
    return wrong('there is no such folder');
  }
  // A hook is copied alone: behind a link it would be another folder than the one that is named.
  if (real !== (path === '.' ? realpathSync(dir) : join(realpathSync(dir), ...path.split('/'))))
    return wrong('it leads through a link');
  if (!isFile(join(real, 'HOOK.md'))) return wrong('it has no HOOK.md');
  return path;
}

function refuse(dir: string, entry: unknown, detail: string): Issue {
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

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

import { exactLine } from '@hookmd/core/internal/protocol/clean-text';
import { findLinkProblem, foldName } from '@hookmd/core/internal/trust/approvable';
import { MAX_FILES, MAX_PACKAGE_BYTES } from '@hookmd/core/internal/trust/package-tree';
import { type Problem, tooLarge } from '../refused.ts';
import type { Entry, RawEntry } from './entry.ts';
import { findNameProblem } from './judge-name.ts';

/** Set-user-id, set-group-id, sticky. */
const SPECIAL_BITS = 0o7000;
const OWNER_EXECUTES = 0o100;
/** Nobody reads more of them, and each is a line. */
const MOST_PROBLEMS = 50;

export interface Judged {
  readonly entries: readonly Entry[];
  /** In the order of the entries; any: nothing may be written. */
  readonly problems: readonly Problem[];
}

/**
 * Holds what an archive or folder has to the rules of a package. Pure; nothing was written yet.
 *
 * `strips`: a folder that all entries stand in is left out, as the one that npm puts around every package.
 */
export function judgeEntries(raw: readonly RawEntry[], { strips }: { readonly strips: boolean }): Judged {
  const named = raw.map((entry) => ({ entry, path: plainPath(entry) })).filter(({ path }) => path !== '.');
  const problems: Problem[] = [...findExcess(raw)];
  for (const { entry, path } of named) problems.push(...judgeOne(entry, path));
  problems.push(...findTwins(named));
  const root = strips ? sharedRoot(named) : '';
  const entries = named
    .filter(({ path }) => `${path}/` !== root)
    .map(({ entry, path }) => toEntry(entry, path.slice(root.length)));
  for (const { kind, path, target } of entries) {
    const detail = kind === 'link' ? findTargetProblem(path, target ?? '') : null;
    if (detail !== null) problems.push(refuse('ARCHIVE_LINK', path, detail));
  }
  return { entries, problems: problems.slice(0, MOST_PROBLEMS) };
}

/** Without what writers put around a path that means nothing: `./` before it, one `/` behind a folder. */
function plainPath({ name, kind }: RawEntry): string {
  const path = kind === 'folder' && name.length > 1 ? name.replace(/\/$/, '') : name;
  return path.startsWith('./') && path.length > 2 ? path.slice(2) : path;
}

function findExcess(raw: readonly RawEntry[]): Problem[] {
  const files = raw.filter(({ kind }) => kind !== 'folder').length;
  const bytes = raw.reduce((sum, { size }) => sum + size, 0);
  if (files > MAX_FILES) return [tooLarge(`has more than ${MAX_FILES} files`)];
  if (raw.length - files > MAX_FILES) return [tooLarge(`has more than ${MAX_FILES} folders`)];
  return bytes > MAX_PACKAGE_BYTES ? [tooLarge(`has more than ${MAX_PACKAGE_BYTES >> 20} MB`)] : [];
}

function judgeOne({ kind, mode }: RawEntry, path: string): Problem[] {
  const detail = findNameProblem(path);
  if (detail !== null) return [refuse('ARCHIVE_NAME', path, detail)];
  if (kind !== 'file' && kind !== 'folder' && kind !== 'link')
    return [refuse('ARCHIVE_KIND', path, kind === 'unknown' ? 'its kind is unknown' : `it is a ${kind}`)];
  if ((mode & SPECIAL_BITS) !== 0 && kind !== 'link')
    return [refuse('ARCHIVE_MODE', path, 'it is set-user-id, set-group-id or sticky')];
  return [];
}

/**
 * Entries of one path, also where only some file systems hold two names for one, and files that others stand in: behind
 * a link, these would be written elsewhere. Folders count that only the paths of others name.
 */
function findTwins(named: readonly { readonly entry: RawEntry; readonly path: string }[]): Problem[] {
  const seen = new Map<string, { path: string; isFolder: boolean; isNamed: boolean }>();
  const problems: Problem[] = [];
  const add = (path: string, isFolder: boolean, isNamed: boolean): void => {
    const twin = seen.get(foldName(path));
    if (twin === undefined) {
      seen.set(foldName(path), { path, isFolder, isNamed });
    } else if (twin.path !== path) {
      problems.push(
        refuse('ARCHIVE_TWIN', path, `on some file systems it is the same as ${exactLine(twin.path)}`),
      );
    } else if (twin.isFolder !== isFolder) {
      problems.push(refuse('ARCHIVE_TWIN', path, 'it is a folder, and a file or link too'));
    } else if (isNamed && twin.isNamed) {
      problems.push(refuse('ARCHIVE_TWIN', path, 'it stands in it twice'));
    } else {
      twin.isNamed ||= isNamed;
    }
  };
  for (const { entry, path } of named) {
    const parts = path.split('/');
    // Too deep is refused anyway, and must not cost the square of its depth.
    for (let depth = 1; depth < Math.min(parts.length, 64); depth++)
      add(parts.slice(0, depth).join('/'), true, false);
    add(path, entry.kind === 'folder', true);
  }
  return problems;
}

/** With its `/`; empty where there is none, or where it would be all there is. */
function sharedRoot(named: readonly { readonly entry: RawEntry; readonly path: string }[]): string {
  const first = named[0]?.path.split('/')[0] ?? '';
  const isShared = named.every(
    ({ entry, path }) => path.startsWith(`${first}/`) || (path === first && entry.kind === 'folder'),
  );
  return isShared && named.some(({ path }) => path !== first) ? `${first}/` : '';
}

function toEntry({ kind, mode, target, read }: RawEntry, path: string): Entry {
  const isPlain = kind === 'folder' || kind === 'link';
  const isExecutable = !isPlain && (mode & OWNER_EXECUTES) !== 0;
  return { path, kind: isPlain ? kind : 'file', isExecutable, target, read };
}

function findTargetProblem(path: string, target: string): string | null {
  if (target === '') return 'its target is empty';
  if (target.includes('\ufffd')) return 'its target is not UTF-8';
  if (target.includes('\\') || /^[A-Za-z]:/.test(target)) return 'its target is a path of another system';
  return findLinkProblem(path, Buffer.from(target));
}

/** A name of an archive is shown whole, with every sign that a terminal would obey spelled out. */
function refuse(
  code: 'ARCHIVE_NAME' | 'ARCHIVE_KIND' | 'ARCHIVE_MODE' | 'ARCHIVE_TWIN' | 'ARCHIVE_LINK',
  path: string,
  detail: string,
): Problem {
  return { code, parameters: { path: path === '' ? '""' : exactLine(path.slice(0, 200)), detail } };
}

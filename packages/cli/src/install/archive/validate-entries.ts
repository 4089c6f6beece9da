import { exactLine } from '@hookmd/core/text';
import { findLinkProblem, foldName, MAX_DEPTH, MAX_FILES, MAX_PACKAGE_BYTES } from '@hookmd/core/trust';
import { type Problem, tooLarge } from './package-problem.ts';

/** The kind of an entry of an archive, a directory or a commit; all but the first three are rejected by this name. */
export type EntryKind =
  | 'file'
  | 'directory'
  | 'link'
  | 'hard link'
  | 'device'
  | 'named pipe'
  | 'socket'
  | 'sparse file'
  | 'submodule'
  | 'unknown';

/** One entry as it was found: not validated yet. */
export interface FoundEntry {
  /** As the archive has it; a directory may end with `/`. */
  readonly name: string;
  readonly kind: EntryKind;
  readonly mode: number;
  /** Null = it was not fetched. */
  readonly size: number | null;
  /** Of a link; of everything else null. */
  readonly target: string | null;
  /** Called once, and only for valid files. */
  read(): Buffer;
}

/** The files of a directory, a commit or an archive, which are listed before any of them is read. */
export interface Tree {
  readonly entries: readonly FoundEntry[];
  /** A directory around all of them that is no part of the package, with its `/`. Absent = there is none. */
  readonly outer?: string;
  /** Gives these entries their sizes, for which a source may have to fetch them. Absent = they have them. */
  measure?(entries: readonly FoundEntry[]): Promise<void>;
  /** Must have been called before an entry is read, or its target is used. Absent = at any time. */
  load?(entries: readonly FoundEntry[]): Promise<void>;
}

/** An entry that may be written. */
export interface ValidEntry {
  /** Relative, with `/`, without `.` and `..`. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link';
  readonly isExecutable: boolean;
  readonly target: string | null;
  read(): Buffer;
}

/** Set-user-id, set-group-id, sticky. */
const SPECIAL_BITS = 0o7000;
const OWNER_EXECUTES = 0o100;
/** Each is a line of output. */
const MOST_PROBLEMS = 50;

interface Validation {
  readonly entries: readonly ValidEntry[];
  /** In the order of the entries; any: nothing may be written. */
  readonly problems: readonly Problem[];
}

/**
 * Validates the entries of an archive or a directory by the rules of a package. Pure; nothing is written yet. `outer`: a
 * directory around all of them that is left out, with its `/`.
 */
export function validateEntries(raw: readonly FoundEntry[], outer = ''): Validation {
  const named = raw.map((entry) => ({ entry, path: plainPath(entry) })).filter(({ path }) => path !== '.');
  const problems: Problem[] = [...findExcess(raw)];
  for (const { entry, path } of named) problems.push(...findEntryProblems(entry, path));
  problems.push(...findTwins(named));
  const entries = named
    .filter(({ path }) => `${path}/` !== outer)
    .map(({ entry, path }) => toEntry(entry, path.slice(outer.length)));
  for (const { kind, path, target } of entries) {
    const detail = kind === 'link' ? findTargetProblem(path, target ?? '') : null;
    if (detail !== null) problems.push(problem('ARCHIVE_LINK', path, detail));
  }
  return { entries, problems: problems.slice(0, MOST_PROBLEMS) };
}

/** The path of an entry in its package; empty for the directory around it. */
export function innerPath(entry: FoundEntry, outer = ''): string {
  return plainPath(entry).slice(outer.length);
}

/** The path of an entry, without the meaningless parts that writers add: `./` before it, one `/` after a directory. */
function plainPath({ name, kind }: FoundEntry): string {
  const path = kind === 'directory' && name.length > 1 ? name.replace(/\/$/, '') : name;
  return path.startsWith('./') && path.length > 2 ? path.slice(2) : path;
}

/** Whether there is more than a package may have. */
export function findExcess(raw: readonly FoundEntry[]): Problem[] {
  const files = raw.filter(({ kind }) => kind !== 'directory').length;
  const bytes = raw.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (files > MAX_FILES) return [tooLarge(`has more than ${MAX_FILES} files`)];
  if (raw.length - files > MAX_FILES) return [tooLarge(`has more than ${MAX_FILES} directories`)];
  return bytes > MAX_PACKAGE_BYTES ? [tooLarge(`has more than ${MAX_PACKAGE_BYTES >> 20} MB`)] : [];
}

function findEntryProblems({ kind, mode }: FoundEntry, path: string): Problem[] {
  const detail = findNameProblem(path);
  if (detail !== null) return [problem('ARCHIVE_NAME', path, detail)];
  if (kind !== 'file' && kind !== 'directory' && kind !== 'link')
    return [problem('ARCHIVE_KIND', path, kind === 'unknown' ? 'its kind is unknown' : `it is a ${kind}`)];
  if ((mode & SPECIAL_BITS) !== 0 && kind !== 'link')
    return [problem('ARCHIVE_MODE', path, 'it is set-user-id, set-group-id or sticky')];
  return [];
}

/**
 * Entries with the same path, also where only some file systems take two names for the same one, and files that contain
 * other entries: behind a link, these would be written elsewhere. Directories count even if only the paths of others name them.
 */
function findTwins(named: readonly { readonly entry: FoundEntry; readonly path: string }[]): Problem[] {
  const seen = new Map<string, { path: string; isDirectory: boolean; isNamed: boolean }>();
  const problems: Problem[] = [];
  const add = (path: string, isDirectory: boolean, isNamed: boolean): void => {
    const twin = seen.get(foldName(path));
    if (twin === undefined) {
      seen.set(foldName(path), { path, isDirectory, isNamed });
    } else if (twin.path !== path) {
      problems.push(
        problem('ARCHIVE_TWIN', path, `on some file systems it is the same as ${exactLine(twin.path)}`),
      );
    } else if (twin.isDirectory !== isDirectory) {
      problems.push(problem('ARCHIVE_TWIN', path, 'it is a directory, and a file or link too'));
    } else if (isNamed && twin.isNamed) {
      problems.push(problem('ARCHIVE_TWIN', path, 'it is in it twice'));
    } else {
      twin.isNamed ||= isNamed;
    }
  };
  for (const { entry, path } of named) {
    const parts = path.split('/');
    // Too deep is rejected anyway, and must not cost the square of its depth.
    for (let depth = 1; depth < Math.min(parts.length, 64); depth++)
      add(parts.slice(0, depth).join('/'), true, false);
    add(path, entry.kind === 'directory', true);
  }
  return problems;
}

/** The directory that an archive has around all entries, such as the one that npm adds, with its `/`; empty if there is none, or if it would be all there is. */
export function findOuter(raw: readonly FoundEntry[]): string {
  const named = raw.map((entry) => ({ entry, path: plainPath(entry) })).filter(({ path }) => path !== '.');
  const first = named[0]?.path.split('/')[0] ?? '';
  const isShared = named.every(
    ({ entry, path }) => path.startsWith(`${first}/`) || (path === first && entry.kind === 'directory'),
  );
  return isShared && named.some(({ path }) => path !== first) ? `${first}/` : '';
}

function toEntry({ kind, mode, target, read }: FoundEntry, path: string): ValidEntry {
  const isPlain = kind === 'directory' || kind === 'link';
  const isExecutable = !isPlain && (mode & OWNER_EXECUTES) !== 0;
  return { path, kind: isPlain ? kind : 'file', isExecutable, target, read };
}

function findTargetProblem(path: string, target: string): string | null {
  if (target === '') return 'its target is empty';
  if (target.includes('\ufffd')) return 'its target is not UTF-8';
  if (target.includes('\\') || /^[A-Za-z]:/.test(target)) return 'its target is a path of another system';
  return findLinkProblem(path, Buffer.from(target));
}

/** The name is shown whole, with every character that a terminal would obey spelled out. */
function problem(
  code: 'ARCHIVE_NAME' | 'ARCHIVE_KIND' | 'ARCHIVE_MODE' | 'ARCHIVE_TWIN' | 'ARCHIVE_LINK',
  path: string,
  detail: string,
): Problem {
  return { code, parameters: { path: path === '' ? '""' : exactLine(path.slice(0, 200)), detail } };
}

const LONGEST_NAME_BYTES = 255;
const LONGEST_PATH_BYTES = 1_024;
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** What a whole path must not have; the first match is reported. */
const pathRules: readonly { readonly has: (path: string) => boolean; readonly detail: string }[] = [
  { has: (path) => path === '', detail: 'its name is empty' },
  { has: (path) => path.includes('\ufffd'), detail: 'its name is not UTF-8' },
  // The list of files is shown before approval; such a name could show something else.
  {
    has: (path) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path),
    detail: 'its name has characters that are not shown',
  },
  { has: (path) => path.startsWith('/'), detail: 'its path is absolute' },
  { has: (path) => path.includes('\\'), detail: 'its name has a backslash' },
  { has: (path) => /^[A-Za-z]:/.test(path), detail: 'its name begins with a drive' },
  {
    has: (path) => Buffer.byteLength(path) > LONGEST_PATH_BYTES,
    detail: `its path has more than ${LONGEST_PATH_BYTES} bytes`,
  },
  { has: (path) => path.split('/').length > MAX_DEPTH, detail: `it is more than ${MAX_DEPTH} levels deep` },
];

/** What no part of a path may be. */
const nameRules: readonly { readonly has: (name: string) => boolean; readonly detail: string }[] = [
  { has: (name) => name === '', detail: 'its path has an empty part' },
  { has: (name) => name === '..', detail: 'its path leaves the package' },
  { has: (name) => name === '.', detail: 'its path has a `.` in it' },
  { has: (name) => isGitName(name), detail: 'it belongs to git, which runs programs named in it' },
  { has: (name) => DEVICE.test(name), detail: 'its name is one of a device on some systems' },
  { has: (name) => /[<>:"|?*]|[. ]$/.test(name), detail: 'its name cannot be written on some systems' },
  {
    has: (name) => Buffer.byteLength(name) > LONGEST_NAME_BYTES,
    detail: `its name has more than ${LONGEST_NAME_BYTES} bytes`,
  },
];

/** Why this is no valid path, as the end of a sentence, or null. `path` without the `/` of a directory. */
function findNameProblem(path: string): string | null {
  const rule = pathRules.find(({ has }) => has(path));
  if (rule !== undefined) return rule.detail;
  for (const name of path.split('/')) {
    const broken = nameRules.find(({ has }) => has(name));
    if (broken !== undefined) return broken.detail;
  }
  return null;
}

/** `git~1` is what Windows calls `.git` for programs that know short names only. */
function isGitName(name: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/.test(foldName(name));
}

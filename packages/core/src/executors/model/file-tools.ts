import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

/** Never through a link, and without waiting for who writes a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Why something is not shown, for the model. */
export interface Rejected {
  readonly rejected: string;
}

/** Whether `path` is `root` or lies in it; both without links. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

/** The real path of `path` in the project; links are followed first, and their target decides. */
function findInside(root: string, path: string): { readonly path: string; readonly stats: Stats } | Rejected {
  if (path.includes('\0')) return { rejected: 'There is no such path.' };
  try {
    const real = realpathSync(resolve(root, path));
    // Checked before anything about the path is revealed, even whether it exists.
    if (!isInside(root, real)) return outside();
    return { path: real, stats: lstatSync(real) };
  } catch {
    return isInside(root, resolve(root, path))
      ? { rejected: 'There is no such file in the project.' }
      : outside();
  }
}

/**
 * Opens a regular file of the project. A directory of its path may be replaced by a link meanwhile, so the opened file is
 * compared with the one at the path afterwards.
 */
function openInside(root: string, path: string): { readonly fd: number; readonly size: number } | Rejected {
  const found = findInside(root, path);
  if ('rejected' in found) return found;
  if (!found.stats.isFile()) return { rejected: 'That is no regular file.' };
  let fd: number;
  try {
    fd = openSync(found.path, OPEN_FLAGS);
  } catch {
    return { rejected: 'That file cannot be read.' };
  }
  const opened = fstatSync(fd);
  const after = findInside(root, found.path);
  const isSame =
    'stats' in after &&
    after.path === found.path &&
    after.stats.ino === opened.ino &&
    after.stats.dev === opened.dev &&
    opened.isFile();
  if (isSame) return { fd, size: opened.size };
  closeSync(fd);
  return { rejected: 'That file was changed while it was opened.' };
}

function outside(): Rejected {
  return { rejected: 'That lies outside the project, which is all you may see.' };
}

/** A directory may contain millions. */
const MAX_ENTRIES = 1_000;

/** The names in one directory of the project. */
export function listDirectory(root: string, path: string): ToolResult {
  const found = findInside(root, path);
  if ('rejected' in found) return { text: found.rejected, isError: true };
  if (!found.stats.isDirectory()) return { text: 'That is not a directory.', isError: true };
  const entries = firstEntries(found.path, MAX_ENTRIES + 1);
  // A directory of the path may have been replaced by a link meanwhile.
  const after = findInside(root, found.path);
  if (!('path' in after) || after.path !== found.path)
    return { text: 'That directory changed meanwhile.', isError: true };
  if (entries === null) return { text: 'That directory cannot be read.', isError: true };
  const names = entries.slice(0, MAX_ENTRIES).map(nameOf).sort();
  const rest = entries.length > MAX_ENTRIES ? [`(more than ${MAX_ENTRIES}; the others are not shown)`] : [];
  return { text: [...names, ...rest].join('\n') || '(empty)', isError: false };
}

/** At most so many entries, in no order; null = it cannot be read. */
function firstEntries(dir: string, most: number): readonly Dirent[] | null {
  const entries: Dirent[] = [];
  try {
    const directory = opendirSync(dir);
    try {
      for (
        let item = directory.readSync();
        item !== null && entries.length < most;
        item = directory.readSync()
      )
        entries.push(item);
    } finally {
      directory.closeSync();
    }
  } catch {
    return null;
  }
  return entries;
}

function nameOf(entry: Dirent): string {
  if (entry.isDirectory()) return `${entry.name}/`;
  return entry.isSymbolicLink() ? `${entry.name}@` : entry.name;
}

/** So far a file is looked into. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Per output. */
const MAX_SHOWN_CHARACTERS = 24_000;

/** The text of a file of the project from a line on, as much as one output may contain. */
export function readText(root: string, path: string, firstLine: number): ToolResult {
  const head = readHead(root, path, MAX_FILE_BYTES);
  if ('rejected' in head) return { text: head.rejected, isError: true };
  if (isBinary(head.bytes)) return { text: 'That is not a text file.', isError: true };
  const lines = head.bytes.toString('utf8').split('\n');
  const from = Math.max(1, firstLine);
  if (from > lines.length) return { text: `It has ${lines.length} lines.`, isError: true };
  const rest = lines.slice(from - 1).join('\n');
  const shown = rest.slice(0, MAX_SHOWN_CHARACTERS);
  const last = from - 1 + shown.split('\n').length;
  const more =
    shown.length < rest.length
      ? `\n(truncated; continue with line ${last})`
      : head.isWhole
        ? ''
        : '\n(the rest is too far in)';
  return { text: `(lines ${from} to ${last})\n${shown}${more}`, isError: false };
}

/** The first bytes of a regular file of the project. */
function readHead(
  root: string,
  path: string,
  most: number,
): { readonly bytes: Buffer; readonly isWhole: boolean } | { readonly rejected: string } {
  const opened = openInside(root, path);
  if ('rejected' in opened) return opened;
  try {
    const bytes = Buffer.alloc(Math.min(opened.size, most));
    let filled = 0;
    while (filled < bytes.length) {
      const read = readSync(opened.fd, bytes, filled, bytes.length - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return { bytes: bytes.subarray(0, filled), isWhole: opened.size <= most };
  } catch {
    return { rejected: 'That file cannot be read.' };
  } finally {
    closeSync(opened.fd);
  }
}

function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8192).includes(0);
}

const MAX_FILES = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_SEARCHED_BYTES = 1024 * 1024;
const MAX_SEARCHED_ENTRIES = 10_000;
const MAX_MATCHES = 100;
const MAX_LINE = 240;
/** Directories in a project with files of others. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

interface Search {
  readonly root: string;
  readonly text: string;
  readonly matches: string[];
  files: number;
  bytes: number;
}

/** Lines that contain a string, below a directory or in a file. Links are not followed. Its time is linear in what it reads. */
export async function searchFiles(
  root: string,
  text: string,
  path: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (text === '' || text.includes('\n'))
    return { text: 'Search for a non-empty string within one line.', isError: true };
  const start = findInside(root, path);
  if ('rejected' in start) return { text: start.rejected, isError: true };
  const search: Search = { root, text, matches: [], files: 0, bytes: 0 };
  const waiting = [start.path];
  let isCut = false;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    isCut = search.matches.length >= MAX_MATCHES || search.bytes >= MAX_BYTES || search.files >= MAX_FILES;
    if (isCut || signal.aborted) break;
    search.files += 1;
    // Checked again for each: a directory may have become a link since it was listed.
    const found = findInside(root, at);
    if ('rejected' in found || found.path !== at) continue;
    if (found.stats.isDirectory()) waiting.push(...below(at));
    else if (found.stats.isFile()) searchFile(search, at);
    await breathe();
  }
  const rest = isCut ? ['(there may be more; search in a smaller directory)'] : [];
  return { text: [...search.matches, ...rest].join('\n') || 'No line contains it.', isError: false };
}

/** The last one is taken first. */
function below(dir: string): readonly string[] {
  return (firstEntries(dir, MAX_SEARCHED_ENTRIES) ?? [])
    .filter((dirent) => !SKIPPED.has(dirent.name) && (dirent.isDirectory() || dirent.isFile()))
    .map((item) => join(dir, item.name))
    .sort()
    .reverse();
}

function searchFile(search: Search, path: string): void {
  const head = readHead(search.root, path, MAX_SEARCHED_BYTES);
  if ('rejected' in head || isBinary(head.bytes)) return;
  search.bytes += head.bytes.length;
  if (!head.bytes.includes(search.text)) return;
  const name = relative(search.root, path);
  for (const [index, line] of head.bytes.toString('utf8').split('\n').entries()) {
    if (!line.includes(search.text)) continue;
    search.matches.push(`${name}:${index + 1}: ${line.trim().slice(0, MAX_LINE)}`);
    if (search.matches.length >= MAX_MATCHES) return;
  }
}

/** What a tool came to, as text for the model. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

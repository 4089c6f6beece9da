import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { openToRead } from '../state/files.ts';
import { dayFiles, type EventLogEntry, parseLine } from './read.ts';

export interface NewEntries {
  /** Oldest first. */
  readonly entries: readonly EventLogEntry[];
  /** Lines that are torn or not HookMD's. */
  readonly skipped: number;
}

/** Reads what is appended to an event log from now on, across days and deleted files. */
export class EventLogTail {
  readonly #eventLogDir: string;
  readonly #positions = new Map<string, FilePosition>();

  constructor(eventLogDir: string) {
    this.#eventLogDir = eventLogDir;
    for (const name of dayFiles(eventLogDir)) this.#keep(name, endPosition(join(eventLogDir, name)));
  }

  /** What came since the last call. Never throws. */
  read(): NewEntries {
    const entries: EventLogEntry[] = [];
    let skipped = 0;
    const names = dayFiles(this.#eventLogDir);
    for (const name of names) {
      const path = join(this.#eventLogDir, name);
      const from = this.#positions.get(name) ?? null;
      const isNewest = name === names.at(-1);
      const position = readAppended(path, from, isNewest, (line) => {
        if (line === '') return;
        const { entry, isTorn } = parseLine(line ?? '');
        if (isTorn) skipped += 1;
        if (entry !== null) entries.push(entry);
      });
      this.#keep(name, position);
    }
    return { entries, skipped };
  }

  #keep(name: string, position: FilePosition | null): void {
    if (position === null) this.#positions.delete(name);
    else this.#positions.set(name, position);
  }
}

/** Also the longest line that is read. */
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** How far a file was read: always the end of a line. */
export interface FilePosition {
  readonly inode: number;
  readonly offset: number;
}

/**
 * Gives `take` every whole line behind `from`, in order; null for one that is longer than 1 MiB. A line
 * that is still being written waits for the next time. A file that was replaced or cut is read from its
 * beginning, unless it is of an earlier day: those are only thinned.
 *
 * Returns the new position, null for what cannot be read or is no regular file.
 */
function readAppended(
  path: string,
  from: FilePosition | null,
  isNewest: boolean,
  take: (line: string | null) => void,
): FilePosition | null {
  return inRegularFile(path, (file, inode, size) => {
    if (from === null) return readLines(file, 0, size, take);
    const isSame = from.inode === inode && isLineEnd(file, from.offset, size);
    if (!isSame && !isNewest) return endOffset(file, size);
    return readLines(file, isSame ? from.offset : 0, size, take);
  });
}

/** Gives `take` every whole line behind `offset`, in order; null for one that is longer than 1 MiB. */
export function readDayLines(path: string, offset: number, take: (line: string | null) => void): void {
  inRegularFile(path, (file, _, size) => readLines(file, Math.min(offset, size), size, take));
}

/** The position behind the last whole line. Null for what cannot be read or is no regular file. */
function endPosition(path: string): FilePosition | null {
  return inRegularFile(path, (file, _, size) => endOffset(file, size));
}

function endOffset(file: number, size: number): number {
  const start = Math.max(0, size - CHUNK_BYTES);
  const chunk = Buffer.allocUnsafe(size - start);
  const end = chunk.subarray(0, readSync(file, chunk, 0, chunk.length, start)).lastIndexOf(NEWLINE);
  return start + end + 1;
}

function inRegularFile(
  path: string,
  findOffset: (file: number, inode: number, size: number) => number,
): FilePosition | null {
  let file: number;
  try {
    file = openToRead(path);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() ? { inode: stats.ino, offset: findOffset(file, stats.ino, stats.size) } : null;
  } finally {
    closeSync(file);
  }
}

/** A file that took the place of another can have its inode too. */
function isLineEnd(file: number, offset: number, size: number): boolean {
  if (offset === 0 || offset > size) return offset === 0;
  const byte = Buffer.alloc(1);
  return readSync(file, byte, 0, 1, offset - 1) === 1 && byte[0] === NEWLINE;
}

function readLines(
  file: number,
  from: number,
  fileSize: number,
  take: (line: string | null) => void,
): number {
  let offset = from;
  let isTooLong = false;
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, fileSize - from));
  for (;;) {
    const size = readSync(file, chunk, 0, chunk.length, offset);
    const end = chunk.subarray(0, size).lastIndexOf(NEWLINE);
    if (end < 0 && size < CHUNK_BYTES) return offset;
    if (end < 0) {
      isTooLong = true;
      offset += size;
      continue;
    }
    for (const line of chunk.toString('utf8', 0, end).split('\n')) {
      take(isTooLong ? null : line);
      isTooLong = false;
    }
    offset += end + 1;
  }
}

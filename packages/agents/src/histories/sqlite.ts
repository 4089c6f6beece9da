/**
 * Reads the rows of a SQLite database in pieces, without a lock and without SQLite: Node 20 has none, and the builds for WebAssembly take the
 * whole file into memory or do not read the write-ahead log, in which an agent's last sessions are.
 *
 * Source: the page "Database File Format" of SQLite, on tables with rowids in UTF-8.
 */
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { HistoryIssue, PastEvent } from '../history.ts';
import { type HistoryIssues, openBeside, readFile } from './read-history.ts';

type Value = string | number | bigint | null | Buffer;
/** The values of a row, by their columns. */
export type Row = Readonly<Record<string, Value | undefined>>;

const MAX_ROW_BYTES = 8 * 1024 * 1024;
/** 4 GB of the usual size. */
const MAX_PAGES = 1_000_000;
const HEADER_BYTES = 100;
const [INTERIOR, LEAF] = [0x05, 0x0d];
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Reads a database and its write-ahead log. */
export function readDatabase(
  path: string,
  read: (database: SqliteFile, report: (message: string) => void) => Iterable<PastEvent>,
): AsyncIterable<PastEvent | HistoryIssue> {
  return readFile(path, async function* (file, issues) {
    const log = await openBeside(`${path}-wal`);
    try {
      yield* read(new SqliteFile(file, log, issues), (message) => issues.add(message, null));
    } finally {
      await log?.close();
    }
  });
}

/** Tables of a database. */
export class SqliteFile {
  readonly #file: FileHandle;
  readonly #log: FileHandle | null;
  readonly #issues: HistoryIssues;
  readonly #pageBytes: number;
  /** Bytes of a page that SQLite itself uses. */
  readonly #usedBytes: number;
  /** Where the log has a newer version of a page. */
  readonly #inLog: ReadonlyMap<number, number>;

  /** `log` is the file with the write-ahead log; null = there is none. Throws an error if the file is no such database. */
  constructor(file: FileHandle, log: FileHandle | null, issues: HistoryIssues) {
    this.#file = file;
    this.#log = log;
    this.#issues = issues;
    const header = bytesAt(file, 0, HEADER_BYTES);
    if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw new Error('it is no SQLite database');
    if (header.readUInt32BE(56) > 1) throw new Error('its texts are not in UTF-8');
    this.#pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    this.#usedBytes = this.#pageBytes - header.readUInt8(20);
    if (this.#usedBytes < 480) throw new Error('its pages are too small');
    this.#inLog = log === null ? new Map() : pagesIn(log, this.#pageBytes);
  }

  /** The rows of a table in the order in which they were added. Damaged pages are reported, and that there is no such table. */
  *rows(table: string): Generator<Row> {
    let isFound = false;
    for (const [kind, name, , root, sql] of this.#records(1)) {
      if (kind !== 'table' || name !== table || typeof root !== 'number') continue;
      isFound = true;
      const columns = columnsOf(String(sql));
      for (const values of this.#records(root))
        yield Object.fromEntries(columns.map((column, index) => [column, values[index]]));
    }
    if (!isFound) this.#issues.add(`The database has no table \`${table}\`.`, null);
  }

  *#records(number: number, seen: Set<number> = new Set()): Generator<readonly Value[]> {
    let cells: readonly Cell[];
    try {
      // In a damaged file, a page can lead back to one above it.
      if (seen.has(number) || seen.size > MAX_PAGES) throw new Error('it is not a tree');
      seen.add(number);
      cells = this.#cellsOf(number);
    } catch {
      this.#issues.add('A page of the database is damaged.', null);
      return;
    }
    for (const cell of cells)
      if (typeof cell === 'number') yield* this.#records(cell, seen);
      else yield cell;
  }

  /** What a page has: the numbers of other pages, or records. */
  #cellsOf(number: number): readonly Cell[] {
    const page = this.#page(number);
    const start = number === 1 ? HEADER_BYTES : 0;
    const kind = page.readUInt8(start);
    if (kind !== INTERIOR && kind !== LEAF) throw new Error('it is no page of a table');
    const pointers = start + (kind === INTERIOR ? 12 : 8);
    const offsets = Array.from({ length: page.readUInt16BE(start + 3) }, (_, index) =>
      page.readUInt16BE(pointers + 2 * index),
    );
    if (kind === LEAF) return offsets.flatMap((offset) => this.#recordAt(page, offset));
    return [...offsets, start + 8].map((offset) => page.readUInt32BE(offset));
  }

  /** Empty = it is too large. */
  #recordAt(page: Buffer, offset: number): readonly (readonly Value[])[] {
    const [size, rowid] = readVarint(page, offset);
    const [, begin] = readVarint(page, rowid);
    if (size <= MAX_ROW_BYTES) return [valuesOf(this.#payload(page, begin, size))];
    this.#issues.add(`A row is longer than ${MAX_ROW_BYTES / 1024 / 1024} MB.`, null);
    return [];
  }

  /** What does not fit into the page is in a list of others. */
  #payload(page: Buffer, begin: number, size: number): Buffer {
    const used = this.#usedBytes;
    if (size <= used - 35) return slice(page, begin, size);
    const least = Math.floor(((used - 12) * 32) / 255) - 23;
    const most = least + ((size - least) % (used - 4));
    const local = most <= used - 35 ? most : least;
    const parts = [slice(page, begin, local)];
    let next = page.readUInt32BE(begin + local);
    for (let rest = size - local; rest > 0; rest -= used - 4) {
      const more = this.#page(next);
      parts.push(slice(more, 4, Math.min(rest, used - 4)));
      next = more.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }

  #page(number: number): Buffer {
    const logged = this.#inLog.get(number);
    if (logged !== undefined && this.#log !== null) return bytesAt(this.#log, logged, this.#pageBytes);
    if (number === 0) throw new Error('there is no page 0');
    return bytesAt(this.#file, (number - 1) * this.#pageBytes, this.#pageBytes);
  }
}

type Cell = number | readonly Value[];

function bytesAt({ fd }: FileHandle, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(fd, bytes, 0, length, position) < length) throw new Error('it ends too early');
  return bytes;
}

function slice(bytes: Buffer, begin: number, length: number): Buffer {
  if (begin + length > bytes.length) throw new Error('it ends too early');
  return bytes.subarray(begin, begin + length);
}

/** The pages in a write-ahead log, up to its last whole transaction. Frames of an earlier log have another salt. */
function pagesIn(log: FileHandle, pageBytes: number): ReadonlyMap<number, number> {
  const pages = new Map<number, number>();
  const pending = new Map<number, number>();
  try {
    const header = bytesAt(log, 0, WAL_HEADER_BYTES);
    if (header.readUInt32BE(8) !== pageBytes) return pages;
    for (let at = WAL_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageBytes) {
      const frame = bytesAt(log, at, FRAME_HEADER_BYTES);
      if (!frame.subarray(8, 16).equals(header.subarray(16, 24))) break;
      bytesAt(log, at + FRAME_HEADER_BYTES + pageBytes - 1, 1);
      pending.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES);
      if (frame.readUInt32BE(4) === 0) continue;
      for (const [number, offset] of pending) pages.set(number, offset);
      pending.clear();
    }
  } catch {
    // The log ends: what is pending was never written.
  }
  return pages;
}

/** A number of 1 to 9 bytes, and where it ends. */
function readVarint(bytes: Buffer, start: number): readonly [value: number, end: number] {
  let value = 0;
  for (let at = start; at < start + 8; at += 1) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + 1];
  }
  return [value * 256 + bytes.readUInt8(start + 8), start + 9];
}

function valuesOf(record: Buffer): readonly Value[] {
  const [headerEnd, start] = readVarint(record, 0);
  const values: Value[] = [];
  let at = headerEnd;
  for (let typeAt = start; typeAt < headerEnd; ) {
    const [type, next] = readVarint(record, typeAt);
    const length = lengthOf(type);
    values.push(readValue(type, slice(record, at, length)));
    at += length;
    typeAt = next;
  }
  return values;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function lengthOf(type: number): number {
  return INTEGER_BYTES[type] ?? Math.floor((type - 12) / 2);
}

function readValue(type: number, bytes: Buffer): Value {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE();
  if (type === 6) return bytes.readBigInt64BE();
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  if (type < 10) return type - 8;
  return type % 2 === 1 ? bytes.toString() : bytes;
}

/** The names in the text that made the table. */
function columnsOf(sql: string): readonly string[] {
  const body = sql.slice(sql.indexOf('(') + 1).replace(/\((?:[^()]|\([^()]*\))*\)/g, '');
  const names = body.split(',').map((column) => /^\s*["'`[]?(\w+)/.exec(column)?.[1] ?? '');
  const end = names.findIndex((name) => /^(CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK)$/i.test(name));
  return end === -1 ? names : names.slice(0, end);
}

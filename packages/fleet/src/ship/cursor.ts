import { join } from 'node:path';
import { readRecord, writeFileAtomic } from '@hookmd/core/system';
import { type Link, START } from './chain.ts';

/** Lines of one file that follow each other in the chain. Files take turns at midnight and where the clock jumps. */
export interface Span {
  readonly file: string;
  /** Offsets in bytes, both ends of lines. */
  readonly from: number;
  readonly to: number;
  /** The record before its first. */
  readonly after: Link;
  readonly last: Link;
}

/** How far a sink is: `fleet/cursors/<sink>.json` of the state directory. The event log itself is the spool. */
export interface Cursor {
  readonly schema: 'hookmd.cursor/1';
  readonly sink: string;
  readonly machine: string;
  /** The last record that the sink has. */
  readonly last: Link;
  /** sha256 of its line, by which it is found again in a file that was edited; empty before the first. */
  readonly line: string;
  /** The file of `last`; empty before the first. */
  readonly file: string;
  /** How many bytes of each file are sent. The sweep of the event log keeps the others. */
  readonly files: Readonly<Record<string, number>>;
  /** The chain, so that it can be made again from the log; the last one grows. */
  readonly spans: readonly Span[];
  /** Events that the event log had to drop before they were sent. */
  readonly dropped: number;
  /** Records that the receiver rejected for good. */
  readonly rejected: number;
  /** Notes about the log that are sent, by their kind. Absent = none. */
  readonly notes?: Readonly<Record<string, number>>;
  /** Time of the last event that is sent; null = none. */
  readonly lastEvent: string | null;
}

export function newCursor(sink: string, machine: string, files: Cursor['files'] = {}): Cursor {
  return {
    schema: 'hookmd.cursor/1',
    sink,
    machine,
    last: START,
    line: '',
    file: '',
    files,
    spans: [],
    dropped: 0,
    rejected: 0,
    lastEvent: null,
  };
}

export function fleetDir(stateDir: string): string {
  return join(stateDir, 'fleet');
}

function cursorPath(stateDir: string, sink: string): string {
  return join(fleetDir(stateDir), 'cursors', `${sink}.json`);
}

/** The cursor as it was written last; null = there is none. `problem`: why it was not usable, and is set aside. */
export function readCursor(
  stateDir: string,
  sink: string,
): { readonly cursor: Cursor | null; readonly problem: string | null } {
  const { value, problem } = readRecord(cursorPath(stateDir, sink), isCursor);
  return { cursor: value, problem: problem?.message ?? null };
}

/**
 * `isDurable`: it is on the disk when this returns. Otherwise it survives the end of the process, and after a power cut the
 * receiver has more than it records. Throws STATE_NOT_WRITABLE.
 */
export function writeCursor(stateDir: string, cursor: Cursor, isDurable: boolean): void {
  writeFileAtomic(cursorPath(stateDir, cursor.sink), `${JSON.stringify(cursor)}\n`, { isMemory: !isDurable });
}

function isCursor(value: unknown): value is Cursor {
  if (!isObject(value)) return false;
  const { schema, machine, last, file, files, spans, notes = {} } = value as Partial<Cursor>;
  return (
    schema === 'hookmd.cursor/1' &&
    typeof machine === 'string' &&
    typeof file === 'string' &&
    isLink(last) &&
    isObject(files) &&
    Object.values(files).every(Number.isSafeInteger) &&
    isObject(notes) &&
    Object.values(notes).every(Number.isSafeInteger) &&
    Array.isArray(spans) &&
    spans.every(isSpan)
  );
}

function isSpan(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { file, from, to, after, last } = value as Partial<Span>;
  const isPlaced = typeof file === 'string' && Number.isSafeInteger(from) && Number.isSafeInteger(to);
  return isPlaced && isLink(after) && isLink(last);
}

function isLink(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { sequence, hash } = value as Partial<Link>;
  return Number.isSafeInteger(sequence) && typeof hash === 'string';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

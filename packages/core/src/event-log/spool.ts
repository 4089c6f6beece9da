import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '../events/json.ts';
import { isFailed } from '../events/outcome.ts';
import { namesIn, randomHex, readPlainFile, removeFile } from '../state/files.ts';
import { tryLock } from '../state/lock.ts';
import { newTraceIds } from './ids.ts';
import { dayFiles, dayName, type EventLogEntry, isAllow, isTrace, parseLine } from './read.ts';
import { appendRecord } from './record.ts';
import { readDayLines } from './tail.ts';

const CURSOR_SCHEMA = 'hookmd.cursor/1';
const MAX_CURSOR_BYTES = 1024 * 1024;
/** A process that began its record before midnight may append it to the day before. */
const OVERDUE_MS = 3_600_000;
/** What thinning leaves of the limit, so that not every session thins. */
const LEAVES = 0.9;
const WRITE_CHARACTERS = 1024 * 1024;

const DROPPED_SCHEMA = 'hookmd.dropped/1';

/** Records that were dropped unshipped, in the event log itself: what ships the log reports them. */
interface DroppedRecord {
  readonly schema: typeof DROPPED_SCHEMA;
  readonly traceId: string;
  readonly spanId: string;
  /** ISO time. */
  readonly time: string;
  /** The day that they were in. */
  readonly file: string;
  /** Records in which no hook decided, changed or failed anything. */
  readonly observed: number;
  readonly decisions: number;
}

/** How many bytes of each file every receiver has; a file that is not named has not been sent. */
export type Shipped = Readonly<Record<string, number>>;

/** How far the event log is shipped; null = it is not shipped at all. Of a damaged cursor nothing counts as shipped. */
export function readShipped(stateDir: string): Shipped | null {
  const directory = join(stateDir, 'fleet', 'cursors');
  const cursors = namesIn(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readCursor(join(directory, name)));
  const [first, ...rest] = cursors;
  if (first === undefined) return null;
  const least = (file: string): number => Math.min(...cursors.map((shipped) => shipped[file] ?? 0));
  return rest.length === 0
    ? first
    : Object.fromEntries(Object.keys(first).map((file) => [file, least(file)]));
}

/** How many bytes of the event log are not shipped; null = it is not shipped at all. */
export function unshippedBytes(stateDir: string): number | null {
  const shipped = readShipped(stateDir);
  if (shipped === null) return null;
  const dir = join(stateDir, 'event-log');
  return dayFiles(dir).reduce((sum, name) => sum + Math.max(0, bytesOf(dir, name) - (shipped[name] ?? 0)), 0);
}

function readCursor(path: string): Shipped {
  try {
    const cursor = parseJson(readPlainFile(path, MAX_CURSOR_BYTES).toString('utf8'));
    const files = isJsonObject(cursor) && cursor['schema'] === CURSOR_SCHEMA ? cursor['files'] : null;
    return isJsonObject(files) && Object.values(files).every(Number.isSafeInteger) ? (files as Shipped) : {};
  } catch {
    return {};
  }
}

/** Whether a day is shipped to its end, and nothing is appended to it any more. */
export function isShipped(eventLogDir: string, name: string, shipped: Shipped, now: Date): boolean {
  return isClosed(name, now) && (shipped[name] ?? 0) >= bytesOf(eventLogDir, name);
}

function isClosed(name: string, now: Date): boolean {
  return name < dayName(new Date(now.getTime() - OVERDUE_MS));
}

/**
 * Drops unshipped records until the event log is small enough: first those in which no hook decided anything, then decisions,
 * both oldest first; files of which a part is shipped go last, and the last hour never. Every loss is counted in the log.
 *
 * Does nothing while another process holds the lock. What ships the log holds it for each batch, because a thinned day is
 * another file with other offsets.
 */
export function dropUnshipped(stateDir: string, maxBytes: number, now: Date): void {
  const release = tryLock(join(stateDir, 'fleet', 'lock'));
  if (release === null) return;
  try {
    const eventLogDir = join(stateDir, 'event-log');
    const shipped = readShipped(stateDir) ?? {};
    const offsetOf = (name: string): number => shipped[name] ?? 0;
    const days = dayFiles(eventLogDir).filter((name) => isClosed(name, now));
    const untouched = days.filter((name) => offsetOf(name) <= 0);
    const begun = days.filter((name) => offsetOf(name) > 0);
    const steps = [
      ...untouched.map((name) => () => thinDay(eventLogDir, name, now)),
      ...[...untouched, ...begun].map((name) => () => dropDay(eventLogDir, name, offsetOf(name), now)),
    ];
    for (const step of steps) {
      if (sizeOf(eventLogDir) <= maxBytes * LEAVES) break;
      step();
    }
  } finally {
    release();
  }
}

/** The size of all days. */
export function sizeOf(eventLogDir: string): number {
  return dayFiles(eventLogDir).reduce((sum, name) => sum + bytesOf(eventLogDir, name), 0);
}

function bytesOf(eventLogDir: string, name: string): number {
  return lstatSync(join(eventLogDir, name), { throwIfNoEntry: false })?.size ?? 0;
}

/** Leaves the decisions of a day. */
function thinDay(eventLogDir: string, name: string, now: Date): void {
  const path = join(eventLogDir, name);
  const lost = countRecords(path, 0, ({ isDecision }) => !isDecision);
  if (lost.observed === 0) return;
  const temporary = join(eventLogDir, `.${name}.${randomHex(6)}.tmp`);
  try {
    writeDecisions(path, temporary);
    // Counted before it is lost: a process that is killed in between counts too much, never too little.
    if (reportDropped(eventLogDir, name, lost, now)) renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes a day; the records before `offset` are shipped. */
function dropDay(eventLogDir: string, name: string, offset: number, now: Date): void {
  const path = join(eventLogDir, name);
  const lost = countRecords(path, offset, () => true);
  if (lost.observed + lost.decisions === 0 || reportDropped(eventLogDir, name, lost, now)) removeFile(path);
}

/** Whether the loss is in the log. On a full disk it is not, and nothing is dropped. */
function reportDropped(eventLogDir: string, file: string, lost: Lost, now: Date): boolean {
  const { traceId, spanId } = newTraceIds();
  const record: DroppedRecord = {
    schema: DROPPED_SCHEMA,
    traceId,
    spanId,
    time: now.toISOString(),
    file,
    ...lost,
  };
  return appendRecord(eventLogDir, record, now) === null;
}

function writeDecisions(path: string, temporary: string): void {
  const file = openSync(temporary, 'wx', 0o600);
  try {
    let text = '';
    readDayLines(path, 0, (line) => {
      if (!weigh(line).isDecision) return;
      text += `${line}\n`;
      if (text.length < WRITE_CHARACTERS) return;
      writeFileSync(file, text);
      text = '';
    });
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

type Lost = Pick<DroppedRecord, 'observed' | 'decisions'>;

function countRecords(path: string, offset: number, isLost: (weight: Weight) => boolean): Lost {
  const lost = { observed: 0, decisions: 0 };
  readDayLines(path, offset, (line) => {
    const weight = weigh(line);
    if (!isLost(weight)) return;
    lost.observed += weight.observed;
    lost.decisions += weight.decisions;
  });
  return lost;
}

/** What is lost with one line. */
interface Weight extends Lost {
  readonly isDecision: boolean;
}

/** A line that is unknown, such as one of a later version, may be a decision; a torn one is none. */
function weigh(line: string | null): Weight {
  const value = parseJson(line ?? '');
  if (isDropped(value)) return { isDecision: true, observed: value.observed, decisions: value.decisions };
  const { entry, isTorn } = parseLine(line ?? '');
  const isDecision = entry === null ? !isTorn : isDecided(entry);
  return isDecision
    ? { isDecision, observed: 0, decisions: 1 }
    : { isDecision, observed: line === '' ? 0 : 1, decisions: 0 };
}

function isDropped(value: unknown): value is DroppedRecord {
  return (
    isJsonObject(value) &&
    value['schema'] === DROPPED_SCHEMA &&
    Number.isSafeInteger(value['observed']) &&
    Number.isSafeInteger(value['decisions'])
  );
}

/** Whether a hook blocked, prompted, modified, stopped or failed, or the user let a blocked call through. */
function isDecided(entry: EventLogEntry): boolean {
  if (isAllow(entry)) return true;
  const isOfRun = entry.hooks.some(
    (run) =>
      run.outcome === 'blocking' ||
      run.decides === 'ask' ||
      run.changed.length > 0 ||
      run.sendsBack === true ||
      run.halts === true ||
      run.allowed === true ||
      isFailed(run),
  );
  if (isOfRun || !isTrace(entry)) return isOfRun;
  const { decision, dropped, failedOpen, sentBack, halted, truncated } = entry;
  return (
    decision === 'block' ||
    decision === 'ask' ||
    dropped.length > 0 ||
    failedOpen.length > 0 ||
    sentBack === true ||
    halted === true ||
    // What a hook changed may have been cut off.
    truncated === true
  );
}

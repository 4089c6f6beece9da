import { closeSync, fstatSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '../events/json.ts';
import { openToRead } from '../state/files.ts';
import {
  ALLOW_SCHEMA,
  type AllowRecord,
  BACKGROUND_SCHEMA,
  type BackgroundRecord,
  type EventLogRecord,
  TRACE_SCHEMA,
} from './record.ts';

/** Records of processes that write at the same time can stand in another order than their times. */
const DISORDER_MS = 60_000;

export interface EventLogQuery extends EventLogFilter {
  /** At most so many dispatches. Default: all. */
  readonly last?: number | undefined;
  /** Count up to so many more. Default: none. */
  readonly countsMore?: number | undefined;
}

export interface EventLogReading {
  /** Newest first. */
  readonly entries: readonly EventLogEntry[];
  /** Dispatches that match too and are older; `countsMore` of them are counted at most. */
  readonly more: number;
  /** Lines that were read and are torn or not HookMD's. */
  readonly skipped: number;
}

/** Reads the event log from its end, no further than needed. Never throws; an unreadable file counts as absent. */
export function readEventLog(eventLogDir: string, query: EventLogQuery = {}): EventLogReading {
  const entries: EventLogEntry[] = [];
  const { last = Number.POSITIVE_INFINITY, countsMore = 0 } = query;
  const oldest = query.since === undefined ? '' : before(query.since);
  let found = 0;
  let skipped = 0;
  const reading = (): EventLogReading => ({ entries, more: Math.max(0, found - last), skipped });
  for (const name of dayFiles(eventLogDir).reverse()) {
    if (found >= last + countsMore || (oldest !== '' && name < dayName(new Date(oldest)))) break;
    for (const line of linesBackwards(join(eventLogDir, name))) {
      if (line === '' || !mayMatch(query, line ?? '')) continue;
      const { entry, isTorn } = parseLine(line ?? '');
      if (isTorn && found < last) skipped += 1;
      if (entry === null) continue;
      if (entry.time < oldest) return reading();
      if (!matches(query, entry)) continue;
      if (found < last) entries.push(entry);
      if (isTrace(entry)) found += 1;
      if (found >= last + countsMore) break;
    }
  }
  return reading();
}

/** Every entry of the event log, newest first. Reads no further than its caller iterates. */
export function* entriesBackwards(eventLogDir: string): Generator<EventLogEntry> {
  for (const name of dayFiles(eventLogDir).reverse()) {
    for (const line of linesBackwards(join(eventLogDir, name))) {
      const { entry } = parseLine(line ?? '');
      if (entry !== null) yield entry;
    }
  }
}

function before(since: string): string {
  return new Date(Date.parse(since) - DISORDER_MS).toISOString();
}

/** Selects entries of the event log; every condition must match. Nothing = every entry. */
export interface EventLogFilter {
  /** Beginning of the trace id, of the span id or of the event id. */
  readonly id?: string | undefined;
  /** A hook by name or qualified name, whether it ran or not. */
  readonly hook?: string | undefined;
  readonly events?: readonly string[] | undefined;
  /** Events of this agent. */
  readonly agent?: string | undefined;
  /** The span id of a blocked call: what tried the same by other means. */
  readonly workaroundOf?: string | undefined;
  /** ISO time in UTC. */
  readonly since?: string | undefined;
}

/** Whether a line can match: checks its text, so that most lines need no parsing. */
function mayMatch({ id, hook, events, agent, workaroundOf }: EventLogFilter, line: string): boolean {
  return (
    (agent === undefined || line.includes(inQuotes(agent))) &&
    (id === undefined || line.includes(id)) &&
    (workaroundOf === undefined || line.includes(workaroundOf)) &&
    (hook === undefined || line.includes(inQuotes(hook))) &&
    (events === undefined || events.some((event) => line.includes(inQuotes(event))))
  );
}

/** Whether an entry of the event log passes the filter. */
export function matches(
  { id, hook, events, agent, workaroundOf, since }: EventLogFilter,
  entry: EventLogEntry,
): boolean {
  return (
    (agent === undefined || (isTrace(entry) && entry.agent === agent)) &&
    (id === undefined || idsOf(entry).some((name) => name.startsWith(id))) &&
    (hook === undefined || entry.hooks.some((run) => run.name === hook || run.qualifiedName === hook)) &&
    (events === undefined || events.includes(entry.event)) &&
    (workaroundOf === undefined || entry.hooks.some((run) => run.workaroundOf === workaroundOf)) &&
    (since === undefined || entry.time >= since)
  );
}

function idsOf(entry: EventLogEntry): readonly string[] {
  return isTrace(entry) ? [entry.traceId, entry.spanId, entry.eventId] : [entry.traceId, entry.spanId];
}

function inQuotes(text: string): string {
  return JSON.stringify(text);
}

const CHUNK_BYTES = 64 * 1024;
const MAX_LINE_BYTES = 1024 * 1024;

/**
 * The lines of a file, last one first, read in chunks from its end. A line that is longer than 1 MiB
 * comes as null. A file that cannot be read, or is no regular one, has no lines.
 */
export function* linesBackwards(path: string): Generator<string | null> {
  let file: number;
  try {
    file = openToRead(path);
  } catch {
    return;
  }
  try {
    const stats = fstatSync(file);
    yield* stats.isFile() ? linesOf(file, stats.size) : [];
  } finally {
    closeSync(file);
  }
}

function* linesOf(file: number, size: number): Generator<string | null> {
  let later: Buffer[] = []; // the beginning of the line that the chunk before ended in
  let laterBytes = 0;
  let isTooLong = false;
  const take = (begin: Buffer): string | null => {
    const line = isTooLong ? null : Buffer.concat([begin, ...later]).toString('utf8');
    later = [];
    laterBytes = 0;
    isTooLong = false;
    return line;
  };
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const chunk = Buffer.allocUnsafe(end - start);
    if (readSync(file, chunk, 0, chunk.length, start) < chunk.length) return; // it was cut meanwhile
    let lineEnd = chunk.length;
    for (let at = chunk.lastIndexOf(0x0a); at !== -1; at = at === 0 ? -1 : chunk.lastIndexOf(0x0a, at - 1)) {
      yield take(chunk.subarray(at + 1, lineEnd));
      lineEnd = at;
    }
    later.unshift(chunk.subarray(0, lineEnd));
    laterBytes += lineEnd;
    if (laterBytes > MAX_LINE_BYTES) {
      later = [];
      isTooLong = true;
    }
    end = start;
  }
  yield take(Buffer.alloc(0));
}

const DAY_FILE = /^\d{4}-\d\d-\d\d\.jsonl$/;

/** The names of the files of an event log, one per day in UTC, oldest first. None if the directory is unreadable. */
export function dayFiles(eventLogDir: string): string[] {
  try {
    return readdirSync(eventLogDir)
      .filter((name) => DAY_FILE.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** The name of the file of a day, in UTC. */
export function dayName(time: Date): string {
  return `${time.toISOString().slice(0, 10)}.jsonl`;
}

const OUR_SCHEMA = 'hookmd.';
const SCHEMAS: readonly unknown[] = [TRACE_SCHEMA, BACKGROUND_SCHEMA, ALLOW_SCHEMA];

/** One line of the event log. */
export type EventLogEntry = EventLogRecord | BackgroundRecord | AllowRecord;

export interface ParsedLine {
  /** Null for a line that is torn, not HookMD's, or of an unknown schema. */
  readonly entry: EventLogEntry | null;
  readonly isTorn: boolean;
}

/** Whether an entry is a full record with its trace. */
export function isTrace(entry: EventLogEntry): entry is EventLogRecord {
  return entry.schema === TRACE_SCHEMA;
}

/** Whether the entry records that the user let a blocked call through. */
export function isAllow(entry: EventLogEntry): entry is AllowRecord {
  return entry.schema === ALLOW_SCHEMA;
}

/** A full disk can tear a line; the next record then follows the torn one on the same line. */
export function parseLine(line: string): ParsedLine {
  const value = parseJson(line);
  if (isEventLogEntry(value)) return { entry: value, isTorn: false };
  if (isJsonObject(value)) {
    const { schema } = value;
    return { entry: null, isTorn: typeof schema !== 'string' || !schema.startsWith(OUR_SCHEMA) };
  }
  const begin = Math.max(...SCHEMAS.map((schema) => line.lastIndexOf(`{"schema":"${schema}"`)));
  const rest = begin > 0 ? parseJson(line.slice(begin)) : null;
  return { entry: isEventLogEntry(rest) ? rest : null, isTorn: true };
}

/** What those who read entries rely on; everything else in a line of such a schema was written along with it. */
function isEventLogEntry(value: unknown): value is EventLogEntry {
  if (!isJsonObject(value)) return false;
  const { schema, hooks } = value;
  const isWhole = schema === TRACE_SCHEMA ? isWholeTrace(value) : SCHEMAS.includes(schema);
  return (
    isWhole &&
    hasTexts(value, ['traceId', 'spanId', 'time', 'event', 'projectDir']) &&
    Array.isArray(hooks) &&
    hooks.every(isRun)
  );
}

function isWholeTrace(value: Readonly<Record<string, unknown>>): boolean {
  const { decidedBy = [], dropped, failedOpen, tool } = value;
  return (
    hasTexts(value, ['eventId', 'sessionId', 'agent', 'decision']) &&
    [decidedBy, dropped, failedOpen].every(Array.isArray) &&
    (tool === null || isJsonObject(tool)) &&
    typeof value.durationMs === 'number'
  );
}

function hasTexts(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === 'string');
}

function isRun(run: unknown): boolean {
  return (
    isJsonObject(run) && hasTexts(run, ['qualifiedName', 'name', 'outcome']) && Array.isArray(run['changed'])
  );
}

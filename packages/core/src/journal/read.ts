import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../protocol/json.ts';
import { removeFile } from '../state/atomic-file.ts';
import { linesBackwards } from './lines-backwards.ts';
import { type JournalRecord, TRACE_SCHEMA } from './record.ts';

const DAY_MS = 24 * 3_600_000;
const DAY_FILE = /^\d{4}-\d\d-\d\d\.jsonl$/;
const OUR_SCHEMA = 'hookmd.';

export interface JournalQuery {
  /** At most so many. Default: all. */
  readonly last?: number;
  /** Beginning of the trace id. Default: every trace. */
  readonly traceId?: string;
}

export interface JournalReading {
  /** Newest first. */
  readonly records: readonly JournalRecord[];
  /** Lines that were looked at and are torn or not ours. */
  readonly skipped: number;
}

/** Reads the journal from its end, no further than needed. Never throws; what cannot be read is not there. */
export function readJournal(journalDir: string, { last, traceId }: JournalQuery = {}): JournalReading {
  const records: JournalRecord[] = [];
  let skipped = 0;
  const limit = last ?? Number.POSITIVE_INFINITY;
  for (const name of dayFiles(journalDir).reverse()) {
    if (records.length >= limit) break;
    for (const line of linesBackwards(join(journalDir, name))) {
      if (line === '') continue;
      const { record, isTorn } = parseLine(line ?? '');
      if (isTorn) skipped += 1;
      if (record === null || !record.traceId.startsWith(traceId ?? '')) continue;
      records.push(record);
      if (records.length >= limit) break;
    }
  }
  return { records, skipped };
}

/** Removes days that are too old, then the oldest until the rest is small enough; today stays. Returns their names. */
export function sweepJournal(
  journalDir: string,
  keepDays: number,
  maxBytes: number,
  now: Date = new Date(),
): readonly string[] {
  const today = dayName(now);
  const oldest = dayName(new Date(now.getTime() - keepDays * DAY_MS));
  const removed: string[] = [];
  let total = 0;
  for (const name of dayFiles(journalDir).reverse()) {
    const path = join(journalDir, name);
    total += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (name === today || (name >= oldest && total <= maxBytes)) continue;
    try {
      removeFile(path);
      removed.push(name);
    } catch {
      // It is not ours to remove; the journal stays larger.
    }
  }
  return removed;
}

/** Oldest first. */
function dayFiles(journalDir: string): string[] {
  try {
    return readdirSync(journalDir)
      .filter((name) => DAY_FILE.test(name))
      .sort();
  } catch {
    return [];
  }
}

function dayName(time: Date): string {
  return `${time.toISOString().slice(0, 10)}.jsonl`;
}

/** A full disk can tear a line; the next record then stands behind the torn one, on the same line. */
function parseLine(line: string): { record: JournalRecord | null; isTorn: boolean } {
  const value = parseJson(line);
  if (isJournalRecord(value)) return { record: value, isTorn: false };
  if (isJsonObject(value)) {
    const { schema } = value;
    return { record: null, isTorn: typeof schema !== 'string' || !schema.startsWith(OUR_SCHEMA) };
  }
  const begin = line.lastIndexOf(`{"schema":"${TRACE_SCHEMA}"`);
  const rest = begin > 0 ? parseJson(line.slice(begin)) : null;
  return { record: isJournalRecord(rest) ? rest : null, isTorn: true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What those who read records rely on; everything else in a line of this schema was written along with it. */
function isJournalRecord(value: unknown): value is JournalRecord {
  if (!isJsonObject(value) || value.schema !== TRACE_SCHEMA) return false;
  const { hooks, dropped, failedOpen, tool } = value;
  const texts = [
    'traceId',
    'spanId',
    'time',
    'event',
    'eventId',
    'sessionId',
    'agent',
    'projectDir',
    'decision',
  ];
  return (
    texts.every((key) => typeof value[key] === 'string') &&
    [hooks, dropped, failedOpen].every(Array.isArray) &&
    (hooks as unknown[]).every((run) => isJsonObject(run) && typeof run.qualifiedName === 'string') &&
    (tool === null || isJsonObject(tool)) &&
    typeof value.durationMs === 'number'
  );
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dayName } from '@hookmd/core/event-log';
import { sha256 } from '@hookmd/core/system';
import type { ShippedRecord } from '../mappings/shipped-record.ts';
import { type Link, makeRecord } from './chain.ts';
import { readCursor, type Span } from './cursor.ts';
import { readLines } from './read-lines.ts';

/** A record and its line. */
export interface LogRecord {
  readonly record: ShippedRecord;
  readonly text: string;
  /** The offset behind the line. */
  readonly end: number;
}

/** Where a record was found. */
export interface Found {
  readonly last: Link;
  /** sha256 of its line; empty = it is the one before the span. */
  readonly line: string;
  /** The offset behind it. */
  readonly offset: number;
}

/** Makes the records of the lines of a file behind `after`; of all lines from `from` on where `to` is null. */
export function* makeRecords(
  path: string,
  machine: string,
  { from, to, after }: { readonly from: number; readonly to: number | null; readonly after: Link },
): Generator<LogRecord> {
  let last = after;
  for (const { text, end } of readLines(path, from, to)) {
    if (text === '') continue;
    const record = makeRecord(machine, last, text);
    last = record;
    yield { record, text, end };
  }
}

/** Where a span has a record, also behind its end where `grows`; null = its lines do not give this record. */
export function findInSpan(
  eventLogDir: string,
  machine: string,
  span: Span,
  { sequence, hash }: Link,
  grows = false,
): Found | null {
  const { file, from, to, after } = span;
  if (after.sequence === sequence)
    return after.hash === hash ? { last: after, line: '', offset: from } : null;
  const lines = { from, to: grows ? null : to, after };
  for (const { record, end, text } of makeRecords(join(eventLogDir, file), machine, lines))
    if (record.sequence === sequence)
      return record.hash === hash ? { last: { sequence, hash }, line: sha256(text), offset: end } : null;
  return null;
}

/** Makes every record again that a sink has and that the log still has. Returns the files that are not as they were. */
export function compareLog(
  stateDir: string,
  sink: string,
): { readonly records: number; readonly edited: readonly string[] } {
  const eventLogDir = join(stateDir, 'event-log');
  const { cursor } = readCursor(stateDir, sink);
  const all = cursor?.spans ?? [];
  const spans = all.filter(({ file }) => existsSync(join(eventLogDir, file)));
  // Older ones are removed by the sweep of the event log.
  const removed = all.filter((span) => !spans.includes(span) && span.file >= dayName(new Date()));
  const edited = spans.filter(
    (span) => findInSpan(eventLogDir, cursor?.machine ?? '', span, span.last) === null,
  );
  return {
    records: spans.reduce((sum, { after, last }) => sum + last.sequence - after.sequence, 0),
    edited: [...new Set([...edited, ...removed].map(({ file }) => file))],
  };
}

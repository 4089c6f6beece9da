import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appendRecord, dayFiles, dayName } from '@hookmd/core/event-log';
import { randomHex, sha256 } from '@hookmd/core/system';
import type { ShippedRecord } from '../mappings/shipped-record.ts';
import type { Link } from './chain.ts';
import { type Cursor, newCursor, readCursor, type Span, writeCursor } from './cursor.ts';
import { type Machine, readMachine, replaceMachine } from './machine.ts';
import { fileSize, isLineEnd, readLines } from './read-lines.ts';
import { type Found, findInSpan, makeRecords } from './spans.ts';

/** So many records are made again at most to find one of them. */
const MAX_SPAN_RECORDS = 5_000;
const MAX_COUNTED_BYTES = 1024 * 1024;

/** What an administrator must know about the log of this machine. A note is a line of the event log, so it is sent as all others. */
export type NoteKind =
  | 'log-edited'
  | 'log-removed'
  | 'machine-copied'
  | 'receiver-lost'
  | 'receiver-rejected'
  | 'cursor-lost'
  | 'clock-jumped';

const REJECTED: NoteKind = 'receiver-rejected';

/** Records that follow each other. */
export interface Batch {
  readonly records: readonly ShippedRecord[];
  readonly file: string;
  /** Behind the last line. */
  readonly offset: number;
  /** sha256 of the last line. */
  readonly line: string;
}

/**
 * The event log as the spool of one sink: gives its lines out as one chain of records, and remembers how far the sink is. The
 * chain can be made again as long as the log is there.
 *
 * The action holds a lock, so that there is one for each sink.
 */
export class Spool {
  readonly #stateDir: string;
  readonly #eventLogDir: string;
  readonly #sink: string;
  #machine: Machine;
  #cursor: Cursor;

  constructor(stateDir: string, sink: string) {
    this.#stateDir = stateDir;
    this.#eventLogDir = join(stateDir, 'event-log');
    this.#sink = sink;
    this.#machine = readMachine(stateDir);
    const { cursor, problem } = readCursor(stateDir, sink);
    this.#cursor = cursor ?? newCursor(sink, this.#machine.id);
    if (problem !== null) this.note('cursor-lost', `${problem}; what was sent before is sent again`);
    if (this.#cursor.machine !== this.#machine.id) this.#beginAnew('its state came from another computer');
    this.#check();
  }

  get cursor(): Cursor {
    return this.#cursor;
  }

  /** The next records; null = everything is sent. */
  next({ records: maxRecords, bytes: maxBytes }: { records: number; bytes: number }): Batch | null {
    for (const file of this.#filesInTurn()) {
      const offset = this.#sent(file);
      const records: ShippedRecord[] = [];
      let batch: Batch | null = null;
      let bytes = 0;
      const lines = { from: offset, to: null, after: this.#cursor.last };
      for (const { record, end, text } of makeRecords(this.#path(file), this.#cursor.machine, lines)) {
        bytes += Buffer.byteLength(text);
        if (records.length > 0 && bytes > maxBytes) break;
        records.push(record);
        batch = { records, file, offset: end, line: sha256(text) };
        if (records.length === maxRecords) break;
      }
      if (batch === null) continue;
      // Remembered before anything is sent, so that the same lines become the same records after a kill.
      if (file !== this.#cursor.file || this.#cursor.spans.length === 0) this.#turnTo(file, offset);
      return batch;
    }
    return null;
  }

  /** Remembers that the sink has acknowledged a batch. */
  commit({ records, file, offset, line }: Batch): void {
    const { spans, files, dropped, lastEvent } = this.#cursor;
    const last = records.at(-1);
    if (last === undefined) return;
    const { sequence, hash } = last;
    const link = { sequence, hash };
    const grown = spans.map((span, index) =>
      index === spans.length - 1 ? { ...span, to: offset, last: link } : span,
    );
    const isFull = sequence - (grown.at(-1)?.after.sequence ?? 0) >= MAX_SPAN_RECORDS;
    const change = {
      last: link,
      line,
      files: { ...files, [file]: offset },
      spans: isFull ? [...grown, emptySpan(file, offset, link)] : grown,
      dropped: dropped + records.reduce((sum, { entry }) => sum + droppedIn(entry), 0),
      notes: countNotes(this.#cursor.notes, notesIn(records)),
      lastEvent: records.reduce((time, { entry }) => timeOf(entry) ?? time, lastEvent),
    };
    // Kept also if it cannot be written, on a full disk, because the sink has acknowledged the batch.
    this.#cursor = { ...this.#cursor, ...change };
    this.#save({});
  }

  /**
   * The last record of the sink is this one: continues behind it, or where what the log still has begins. False = this log
   * never made such a record.
   */
  moveTo(link: Link): boolean {
    const { spans, files } = this.#cursor;
    const index = spans.findLastIndex(({ after }) => after.sequence <= link.sequence);
    const span = spans[index];
    if (span === undefined) {
      const [first] = spans;
      if (first === undefined) return link.sequence === 0;
      const count = first.after.sequence - link.sequence;
      this.note('log-removed', `the event log no longer has ${count} records behind record ${link.sequence}`);
      this.#moveBack(0, { last: first.after, line: '', offset: first.from });
      return true;
    }
    const found = this.#find(span, link, index === spans.length - 1);
    if (found === null) return false;
    if (index < spans.length - 1 || found.offset <= (files[span.file] ?? 0)) this.#moveBack(index, found);
    else
      this.#save({
        last: link,
        line: found.line,
        files: { ...files, [span.file]: found.offset },
        spans: [...spans.slice(0, index), { ...span, to: found.offset, last: link }],
      });
    return true;
  }

  /** Another log makes records under this id: takes a new one, and begins a chain with what is not sent. */
  takeNewMachine(): void {
    this.#machine = replaceMachine(this.#stateDir, this.#machine);
    this.#beginAnew('another machine has the same id');
  }

  /** Of a batch the receiver has rejected so many for good. That a note about it was rejected makes no further note. */
  reject({ records }: Batch, count: number, detail: string): void {
    this.#save({ rejected: this.#cursor.rejected + count });
    if (records.some(({ entry }) => entry['note'] !== REJECTED)) this.note(REJECTED, detail);
  }

  /** Adds a line to the event log, with the next events. */
  note(note: NoteKind, detail: string): void {
    const now = new Date();
    const record = { schema: 'hookmd.note/1', traceId: randomHex(16), time: now.toISOString(), note, detail };
    // Where a directory is in place of the log, for example, at least the kind is reported.
    if (appendRecord(this.#eventLogDir, record, now) !== null)
      this.#save({ notes: countNotes(this.#cursor.notes, [note]) });
  }

  /** What is not sent; records are null where there are too many to count. */
  waiting(): { readonly bytes: number; readonly records: number | null } {
    const names = dayFiles(this.#eventLogDir);
    const sizes = names.map((name) => Math.max(0, (fileSize(this.#path(name)) ?? 0) - this.#sent(name)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > MAX_COUNTED_BYTES) return { bytes, records: null };
    const counts = names.map((name) => [...readLines(this.#path(name), this.#sent(name))].length);
    return { bytes, records: counts.reduce((sum, count) => sum + count, 0) };
  }

  /** First the one that is being read. A file that was cut or replaced since is recovered before. */
  *#filesInTurn(): Generator<string> {
    const current = this.#cursor.file;
    const names = dayFiles(this.#eventLogDir);
    for (const name of names.includes(current) ? [current, ...names] : names) {
      const path = this.#path(name);
      const sent = this.#sent(name);
      if ((fileSize(path) ?? 0) < sent || !isLineEnd(path, sent)) this.#recover(name);
      yield name;
    }
  }

  /** The lines that were sent last must be as they were. */
  #check(): void {
    const { spans, file } = this.#cursor;
    const span = spans.at(-1);
    if (file === '' || span === undefined) return;
    if (existsSync(this.#path(file))) {
      if (this.#find(span, span.last, false) === null) this.#recover(file);
      return;
    }
    // Older ones are removed by the sweep of the event log.
    if (file >= dayName(new Date())) this.note('log-removed', `${file} was removed on its day`);
    this.#save({ file: '', line: '' });
  }

  /** Continues behind the last line that was sent, or at the beginning of a file that does not have it any more. */
  #recover(file: string): void {
    const { spans, files, line, last } = this.#cursor;
    const isCurrent = file === this.#cursor.file;
    let from = 0;
    if (isCurrent)
      for (const { text, end } of readLines(this.#path(file), 0)) if (sha256(text) === line) from = end;
    const left = spans.filter((span) => span.file !== file);
    this.#save({
      files: { ...files, [file]: from },
      spans: isCurrent ? [...left, emptySpan(file, from, last)] : left,
    });
    this.note(
      'log-edited',
      `${file} is not as it was when it was sent; its lines from byte ${from} on are sent again`,
    );
  }

  #turnTo(file: string, offset: number): void {
    const { spans, last } = this.#cursor;
    this.#save({ file, line: '', spans: [...spans, emptySpan(file, offset, last)] });
  }

  #moveBack(index: number, { last, line, offset }: Found): void {
    const { spans, files } = this.#cursor;
    const span = spans[index];
    if (span === undefined) return;
    const undone = spans.slice(index + 1).reverse();
    const back = Object.fromEntries([...undone.map((each) => [each.file, each.from]), [span.file, offset]]);
    this.#save({
      last,
      line,
      file: span.file,
      files: { ...files, ...back },
      spans: [...spans.slice(0, index), { ...span, to: offset, last }],
    });
  }

  #find(span: Span, link: Link, grows: boolean): Found | null {
    return findInSpan(this.#eventLogDir, this.#cursor.machine, span, link, grows);
  }

  #beginAnew(reason: string): void {
    const { machine, files } = this.#cursor;
    this.#save(newCursor(this.#sink, this.#machine.id, files));
    this.note('machine-copied', `${reason}; until now it was ${machine}`);
  }

  /** Forgets files that are gone. */
  #save(change: Partial<Cursor>): void {
    const cursor = { ...this.#cursor, ...change };
    const isThere = (file: string): boolean => file === cursor.file || existsSync(this.#path(file));
    const next = {
      ...cursor,
      files: Object.fromEntries(Object.entries(cursor.files).filter(([file]) => isThere(file))),
      spans: cursor.spans.filter(({ file }) => isThere(file)),
    };
    // Not before it is written: what is sent must be made from the same spans after a kill. Only spans wait for the disk, because
    // processes that append to the log would wait too.
    const isDurable = next.spans.length !== this.#cursor.spans.length || next.file !== this.#cursor.file;
    writeCursor(this.#stateDir, next, isDurable);
    this.#cursor = next;
  }

  #sent(file: string): number {
    return this.#cursor.files[file] ?? 0;
  }

  #path(file: string): string {
    return join(this.#eventLogDir, file);
  }
}

function emptySpan(file: string, from: number, after: Link): Span {
  return { file, from, to: from, after, last: after };
}

function notesIn(records: readonly ShippedRecord[]): readonly string[] {
  return records.flatMap(({ entry }) => (entry['schema'] === 'hookmd.note/1' ? [String(entry['note'])] : []));
}

function countNotes(
  before: Cursor['notes'] = {},
  kinds: readonly string[],
): Readonly<Record<string, number>> {
  const notes = new Map(Object.entries(before));
  for (const kind of kinds) notes.set(kind, (notes.get(kind) ?? 0) + 1);
  return Object.fromEntries(notes);
}

function droppedIn({ schema, observed, decisions }: ShippedRecord['entry']): number {
  if (schema !== 'hookmd.dropped/1') return 0;
  return Number(observed ?? 0) + Number(decisions ?? 0);
}

function timeOf({ time }: ShippedRecord['entry']): string | null {
  return typeof time === 'string' ? time : null;
}

import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { isJsonObject, type JsonObject, parseJson } from '@hookmd/core/events';
import type { HistoryIssue, PastEvent } from '../history.ts';
import { type HistoryIssues, readFile } from './read-history.ts';

const CHUNK_BYTES = 256 * 1024;
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 10;

/** Converts the records of one session to events. `report` takes what of a record cannot be read, as a sentence. */
export type RecordReader = (record: JsonObject, report: (message: string) => void) => Iterable<PastEvent>;

/** Reads a file with one JSON object per line. `makeReader` is called once per file. */
export function readJsonLines(
  path: string,
  makeReader: () => RecordReader | Promise<RecordReader>,
): AsyncIterable<PastEvent | HistoryIssue> {
  return readFile(path, async function* (file, issues) {
    const read = await makeReader();
    for await (const lines of linesOf(file))
      for (const line of lines) {
        const record = recordOf(line, issues);
        if (record !== null) yield* read(record, (message) => issues.add(message, line.number));
      }
  });
}

interface Line {
  readonly number: number;
  /** Null = it is longer than the limit. */
  readonly bytes: Buffer | null;
  /** Whether a line feed ends it. */
  readonly isWhole: boolean;
}

/** The lines of a file, as many at once as a piece of it has. The bytes are valid until the next piece. */
async function* linesOf(file: FileHandle): AsyncGenerator<Iterable<Line>> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const splitter = new LineSplitter();
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    yield splitter.split(chunk.subarray(0, bytesRead));
  }
  yield splitter.end();
}

class LineSplitter {
  #number = 0;
  #parts: Buffer[] = [];
  #length = 0;

  *split(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield this.#take(chunk.subarray(start, end), true);
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    this.#length += rest.length;
    if (this.#length > MAX_LINE_BYTES) this.#parts = [];
    // The caller overwrites the chunk.
    else if (rest.length > 0) this.#parts.push(Buffer.from(rest));
  }

  *end(): Generator<Line> {
    if (this.#length > 0) yield this.#take(Buffer.alloc(0), false);
  }

  #take(last: Buffer, isWhole: boolean): Line {
    this.#number += 1;
    const isTooLong = this.#length + last.length > MAX_LINE_BYTES;
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#length = 0;
    return { number: this.#number, bytes: isTooLong ? null : bytes, isWhole };
  }
}

function recordOf({ number, bytes, isWhole }: Line, issues: HistoryIssues): JsonObject | null {
  if (bytes === null) {
    issues.add(`The line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB.`, number);
    return null;
  }
  if (!isUtf8(bytes)) issues.add('The line is not UTF-8; its wrong bytes are replaced.', number);
  const text = withoutNulBytes(bytes.toString(), () => issues.add('The line has NUL bytes.', number));
  if (text.trim() === '') return null;
  const record = parseJson(text);
  if (isJsonObject(record)) return record;
  issues.add(isWhole ? 'The line is no JSON object.' : 'The last line is cut off.', number);
  return null;
}

/** File systems leave NUL bytes where a machine lost power. JSON has none. */
function withoutNulBytes(text: string, report: () => void): string {
  if (!text.includes('\0')) return text;
  report();
  return text.replaceAll('\0', '');
}

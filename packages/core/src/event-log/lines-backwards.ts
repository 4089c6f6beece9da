import { closeSync, fstatSync, readSync } from 'node:fs';
import { openToRead } from '../state/open-to-read.ts';

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

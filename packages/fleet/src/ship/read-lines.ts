import { closeSync, fstatSync, readSync } from 'node:fs';
import { openToRead } from '@hookmd/core/system';

/** More than any line that HookMD writes. */
const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

export interface Line {
  readonly text: string;
  /** The offset behind it. */
  readonly end: number;
}

/** The size of a regular file; null for anything else, and for none. */
export function fileSize(path: string): number | null {
  return inFile(path, (_, size) => size);
}

/** Whether a line ends before the offset. */
export function isLineEnd(path: string, offset: number): boolean {
  if (offset === 0) return true;
  const byte = Buffer.alloc(1);
  return inFile(path, (file) => readSync(file, byte, 0, 1, offset - 1) === 1 && byte[0] === NEWLINE) === true;
}

/**
 * The whole lines of a file from an offset on, up to `to` where it is given; a line that is still being written is not one.
 * Of one that is longer than 256 KiB, the text is the beginning. A file that cannot be read has none.
 */
export function* readLines(path: string, from: number, to: number | null = null): Generator<Line> {
  // No larger than what is there: buffers are outside of the heap, and many of them would stay until it is full.
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, (fileSize(path) ?? 0) - from)));
  if (chunk.length === 0) return;
  for (let offset = from; to === null || offset < to; ) {
    const wanted = to === null ? chunk.length : Math.min(chunk.length, to - offset);
    const size = inFile(path, (file) => readSync(file, chunk, 0, wanted, offset)) ?? 0;
    const last = chunk.subarray(0, size).lastIndexOf(NEWLINE);
    if (last < 0 && size < CHUNK_BYTES) return;
    if (last < 0) {
      const end = findLineEnd(path, offset + size);
      if (end === null) return;
      yield { text: chunk.toString('utf8', 0, size), end };
      offset = end;
      continue;
    }
    for (let start = 0; start <= last; ) {
      const at = chunk.indexOf(NEWLINE, start);
      yield { text: chunk.toString('utf8', start, at), end: offset + at + 1 };
      start = at + 1;
    }
    offset += last + 1;
  }
}

/** The offset behind the next newline; null = there is none yet. */
function findLineEnd(path: string, from: number): number | null {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = from; ; ) {
    const size = inFile(path, (file) => readSync(file, chunk, 0, chunk.length, offset)) ?? 0;
    const at = chunk.subarray(0, size).indexOf(NEWLINE);
    if (at >= 0) return offset + at + 1;
    if (size === 0) return null;
    offset += size;
  }
}

function inFile<T>(path: string, use: (file: number, size: number) => T): T | null {
  let file: number;
  try {
    file = openToRead(path);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() ? use(file, stats.size) : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

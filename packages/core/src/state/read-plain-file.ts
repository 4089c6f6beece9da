import { closeSync, fstatSync, readSync } from 'node:fs';
import { openToRead } from './open-to-read.ts';

/**
 * The bytes of a regular file that others wrote. Never blocks and never follows a link: a FIFO, a
 * link or a file beyond the limit is an error. Throws what the file system says.
 */
export function readPlainFile(path: string, maxBytes: number): Buffer {
  const descriptor = openToRead(path);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > maxBytes) throw new Error(`it has ${stats.size} bytes`);
    const bytes = Buffer.alloc(stats.size);
    let size = 0;
    for (let count = -1; count !== 0 && size < bytes.length; size += count) {
      count = readSync(descriptor, bytes, size, bytes.length - size, null);
    }
    return bytes.subarray(0, size);
  } finally {
    closeSync(descriptor);
  }
}

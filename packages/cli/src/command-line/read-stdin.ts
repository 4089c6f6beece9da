import { readSync } from 'node:fs';

/** Everything on standard input; null where that is more than `maxBytes`. Synchronous: it is the fastest, and there is nothing else to do meanwhile. */
export function readStdin(maxBytes: number): Buffer | null {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = readChunk(chunk);
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > maxBytes) return null;
    chunks.push(chunk.subarray(0, count));
  }
}

function readChunk(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // A pipe that somebody made non-blocking: wait a moment for the writer.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

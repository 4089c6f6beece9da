import { readSync as read, writeSync as write } from 'node:fs';

// A handler may replace them: they are those of the time before it was loaded.
const readSync = read;
const writeSync = write;
const { allocUnsafe, concat, from } = Buffer;

/** Small enough to come out of memory that Node has at hand, as most events are. */
const CHUNK_BYTES = 3 * 1024;

/** All of a descriptor, at once: nothing waits for an event loop to turn. */
export function readAll(descriptor: number): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = allocUnsafe(CHUNK_BYTES);
    const length = retry(() => readSync(descriptor, chunk));
    if (length === 0) return concat(chunks).toString('utf8');
    chunks[chunks.length] = chunk.subarray(0, length);
  }
}

export function writeAll(descriptor: number, text: string): void {
  let rest: Uint8Array = from(text);
  while (rest.length > 0) rest = rest.subarray(retry(() => writeSync(descriptor, rest)));
}

/** A pipe that somebody else made non-blocking has nothing just now, or no room. */
function retry(attempt: () => number): number {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

// A handler may replace them: they are those of the time before it was loaded.
const { fstatSync, readFileSync, readSync, writeSync } = process.getBuiltinModule('node:fs');
const { allocUnsafe, concat, from } = Buffer;

/** Small enough to come out of memory that Node has at hand, as most events are. */
const CHUNK_BYTES = 3 * 1024;

export function readText(file: string | number): string {
  return readFileSync(file, 'utf8');
}

/**
 * All of a descriptor, at once: nothing waits for an event loop to turn.
 *
 * A file, which is what the runtime gives, by the call that Node has just read the handler with: the other functions would
 * be compiled for it first. It forgets what it had read when a pipe has nothing just now, so a pipe is read by hand.
 */
export function readAll(descriptor: number): string {
  if (fstatSync(descriptor).isFile()) return readText(descriptor);
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = allocUnsafe(CHUNK_BYTES);
    const length = retry(() => readSync(descriptor, chunk));
    if (length === 0) return concat(chunks).toString();
    chunks[chunks.length] = chunk.subarray(0, length);
  }
}

export function writeAll(descriptor: number, text: string): void {
  const bytes = from(text);
  for (let at = 0; at < bytes.length; ) at += retry(() => writeSync(descriptor, bytes, at));
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

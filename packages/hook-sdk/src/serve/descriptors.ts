// A handler may replace them: these are the originals.
const { fstatSync, readFileSync, readSync, writeSync } = process.getBuiltinModule('node:fs');
const { allocUnsafe, concat, from } = Buffer;

/** Small enough to come out of memory that Node has at hand, as most events are. */
const CHUNK_BYTES = 3 * 1024;

export function readText(file: string | number): string {
  return readFileSync(file, 'utf8');
}

/**
 * Reads a descriptor to its end, synchronously. The runtime passes a file, which `readFileSync` reads fastest, because Node
 * has already compiled it. It loses data of a pipe that returns EAGAIN, so a pipe is read in chunks.
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

/** Another process may have made the pipe non-blocking: then it may be empty or full. */
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

import { readFileSync } from 'node:fs';
import { firstChild } from './first-child.ts';

/** What a handler module may use: of V8's heap, which Node itself holds it to, and of everything. */
export const MAX_HEAP_MEGABYTES = 256;
const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;
const BETWEEN_LOOKS_MS = 100;

/**
 * Looks again and again at how much memory the program has that `shell` started, and calls `onLimit` where that is too
 * much. Does not hold its host open. Returns how to end it.
 */
export function watchMemory(shell: number, onLimit: () => void, isIsolated = false): () => void {
  const looks = setInterval(() => {
    if ((residentBytes(shell, isIsolated) ?? 0) > MAX_RESIDENT_BYTES) onLimit();
  }, BETWEEN_LOOKS_MS).unref();
  return () => clearInterval(looks);
}

/** What is said of one that used too much. */
export const MEMORY_REASON: string = `used more than ${MAX_RESIDENT_BYTES / 1024 / 1024} MiB of memory`;

/**
 * Resident memory of the program that `shell` started, in bytes; null where the system does not tell, as on macOS.
 *
 * Read from outside: what a process says of itself is not evidence against it.
 */
export function residentBytes(shell: number, isIsolated = false): number | null {
  // Isolated, the shell is below bubblewrap and the first process of its namespace.
  const top = isIsolated ? firstChild(firstChild(shell) ?? shell) : shell;
  if (top === null) return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${firstChild(top) ?? top}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // ended meanwhile, or another system
  }
}

import { readFileSync } from 'node:fs';

/**
 * Resident memory of the program that `shell` started, in bytes; null where the system does not tell, as on macOS.
 *
 * Read from outside: what a process says of itself is not evidence against it.
 */
export function residentBytes(shell: number): number | null {
  const [child] = read(`/proc/${shell}/task/${shell}/children`).split(' ');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${child || shell}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // ended meanwhile, or another system
  }
}

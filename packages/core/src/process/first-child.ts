import { readFileSync } from 'node:fs';

/** The oldest child of a process, by `/proc`; null where it has none, or the system does not tell, as on macOS. */
export function firstChild(pid: number): number | null {
  try {
    const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
    return child === '' ? null : Number(child);
  } catch {
    return null;
  }
}

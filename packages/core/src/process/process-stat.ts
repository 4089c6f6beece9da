import { readFileSync } from 'node:fs';

/** What the system says of a process. */
export interface ProcessStat {
  /** One letter, as of `ps`: Z has ended, and nobody has asked how. */
  readonly state: string;
  /** The process that leads its group. */
  readonly group: number;
  /** When it was started, in ticks since boot. */
  readonly begun: number;
  readonly isKernelThread: boolean;
}

const KERNEL_THREAD = 0x0020_0000;

/** Null = there is no such process, or the system does not tell, as on macOS. */
export function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before it may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const isKernelThread = (Number(fields[6]) & KERNEL_THREAD) !== 0;
    return { state: fields[0] ?? '', group: Number(fields[2]), begun: Number(fields[19]), isKernelThread };
  } catch {
    return null;
  }
}

/** In ticks since boot, so that a later process of its number is told apart; null = it is not there, or has ended. */
export function startTime(pid: number): number | null {
  const stat = readStat(pid);
  return stat === null || stat.state === 'Z' ? null : stat.begun;
}

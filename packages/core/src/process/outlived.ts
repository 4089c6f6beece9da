import { readdirSync, readFileSync, statSync } from 'node:fs';
import { MARKER_NAME, startTime } from './process-group.ts';

/** The variable with the marks of the runs that a HookMD process has taken over, separated by commas. */
export const WATCHES_NAME = 'HOOK_WATCHES';

/** A process of a handler whose `hooks run` is over. */
export interface OutlivedProcess {
  readonly marker: string;
  readonly pid: number;
  /** From its environment; '' = not there. */
  readonly hook: string;
  readonly traceId: string;
}

/**
 * Processes of handlers whose run has ended: those of the same user whose environment has a data directory below `stateDir`.
 * Linux only, elsewhere none are found.
 *
 * Reads only. A process that cleared its environment is not found.
 */
export function findOutlived(stateDir: string): readonly OutlivedProcess[] {
  if (process.platform !== 'linux') return [];
  const found: OutlivedProcess[] = [];
  const watched = new Set<string>();
  for (const pid of ownProcesses()) {
    const variables = readVariables(pid);
    for (const mark of (variables.get(WATCHES_NAME) ?? '').split(',')) watched.add(mark);
    const marker = variables.get(MARKER_NAME) ?? '';
    const runner = /(\d+)-\w+$/.exec(marker)?.[1];
    if (runner === undefined || !(variables.get('HOOK_DATA_DIR') ?? '').startsWith(`${stateDir}/`)) continue;
    const since = startTime(pid);
    // Without a time it ended while its variables were read.
    if (since === null || isRunning(Number(runner), since)) continue;
    found.push({
      marker,
      pid,
      hook: variables.get('HOOK_NAME') ?? '',
      traceId: variables.get('HOOK_TRACE_ID') ?? '',
    });
  }
  return found.filter(({ marker }) => !watched.has(marker));
}

function ownProcesses(): readonly number[] {
  const me = process.geteuid?.();
  try {
    const pids = readdirSync('/proc').map(Number);
    return pids.filter((pid) => pid > 1 && pid !== process.pid && ownerOf(pid) === me);
  } catch {
    return [];
  }
}

function ownerOf(pid: number): number | null {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null;
}

/** A process with the pid of the run that started after `since` is a later one. */
function isRunning(runner: number, since: number): boolean {
  const begun = startTime(runner);
  return begun !== null && begun <= since;
}

function readVariables(pid: number): ReadonlyMap<string, string> {
  const lines = readText(`/proc/${pid}/environ`).split('\0');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // gone, or not visible
  }
}

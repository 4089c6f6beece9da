import { readdirSync, readFileSync, statSync } from 'node:fs';
import { MARKER_NAME, startTime } from './process-group.ts';

/** The variable of a process of ours that names, with commas, the marks of the runs it has taken over. */
export const WATCHES_NAME = 'HOOK_WATCHES';

/** A process of a handler whose `hooks run` is over. */
export interface OutlivedProcess {
  readonly marker: string;
  readonly pid: number;
  /** As its environment says; '' = it does not. */
  readonly hook: string;
  readonly traceId: string;
}

/**
 * Processes of handlers that are still there though the run that started them has ended: those of our own user whose
 * environment says that their hook keeps its data below `stateDir`. Linux only, elsewhere none are found.
 *
 * Only looks. A process that cleared its environment is not found.
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
    if (isRunnerOf(Number(runner), pid)) continue;
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

/** The run is going on: a later process that got the number of an ended one began after what it would have started. */
function isRunnerOf(runner: number, pid: number): boolean {
  const begun = startTime(runner);
  return begun !== null && begun <= (startTime(pid) ?? 0);
}

function readVariables(pid: number): ReadonlyMap<string, string> {
  const lines = readText(`/proc/${pid}/environ`).split('\0');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // gone, or not ours to see
  }
}

import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { isErrno } from '../errors/errno.ts';
import { monotonicMs } from './clock.ts';

/** The environment variable that marks every process of a run. */
export const MARKER_NAME = 'HOOK_RUN';

const SCAN_LIMIT_MS = 100;
const HIDDEN_LIMIT_MS = 5;
const MOST_ASKED_ABOUT = 32;

/**
 * A marker that no other run has.
 *
 * It extends the marker this process was itself started with, so that a hook which starts the
 * agent again stays findable by the outer run. Math.random is enough: whoever forges a marker
 * only gets itself killed, and loading node:crypto would cost a one-shot call 2 ms.
 */
export function newMarker(): string {
  const outer = process.env[MARKER_NAME] ?? '';
  const own = `${process.pid}-${randomPart()}${randomPart()}`;
  return /^[\w.-]{1,256}$/.test(outer) ? `${outer}.${own}` : own;
}

/** Whom one pass could not settle. */
interface Unsettled {
  /** With the leader where there was no time for all. */
  readonly killed: readonly number[];
  /** Without an environment: ended meanwhile, in the middle of exec, or ended and not reaped. */
  readonly hidden: readonly number[];
}

/**
 * Kills every process whose environment carries one of `markers`, with its group: this is how
 * processes are found that left the group by setsid. Linux only, elsewhere nothing happens.
 *
 * Synchronous and bounded in time. Returns whom one pass could not settle, because they could have started others
 * behind its back: those it killed, and those that showed nothing.
 * A process that cleared its environment is not found. `leader` is where the search begins; `younger` = only what has
 * a number given out since that of the leader, which is everybody as long as the numbers have not come round.
 */
export function killMarked(
  markers: readonly string[],
  leader: number,
  whom: 'all' | 'younger' = 'all',
): Unsettled {
  const killed: number[] = [];
  const hidden: number[] = [];
  if (process.platform !== 'linux' || markers.length === 0) return { killed, hidden };
  const needles = markers.map((marker) => `${MARKER_NAME}=${marker}`);
  const deadline = monotonicMs() + SCAN_LIMIT_MS;
  for (const pid of listProcesses(leader, whom)) {
    if (monotonicMs() > deadline) return { killed: [...killed, leader], hidden };
    const found = judge(pid, needles);
    if (found !== 'other') (found === 'killed' ? killed : hidden).push(pid);
  }
  return { killed, hidden };
}

/**
 * The same of these processes alone, which showed nothing: looks again and again for a moment. One that does nothing but exec shows its
 * environment a part of the time, and four looks in all could miss it.
 */
export function killHidden(marker: string, pids: readonly number[]): void {
  const needles = [`${MARKER_NAME}=${marker}`];
  const deadline = monotonicMs() + HIDDEN_LIMIT_MS;
  let hidden = pids;
  while (hidden.length > 0 && monotonicMs() < deadline)
    hidden = hidden.filter((pid) => judge(pid, needles) === 'hidden');
}

/** `hidden` = it shows nothing. */
function judge(pid: number, needles: readonly string[]): 'killed' | 'hidden' | 'other' {
  const environment = readEnvironment(pid);
  if (environment === '') return 'hidden';
  if (!needles.some((needle) => environment?.includes(needle))) return 'other';
  sendKill(-pid); // the group of an escaped leader holds what cleared its environment
  sendKill(pid);
  return 'killed';
}

/**
 * Descendants have higher ids than `leader` until the counter wraps: they come first while time lasts. Of them the newest
 * first: one that goes on in ever new processes has little time to make the next.
 */
function listProcesses(leader: number, whom: 'all' | 'younger'): number[] {
  try {
    // A /proc of another PID namespace has other numbers: we would kill strangers.
    if (readlinkSync('/proc/self') !== String(process.pid)) return [];
    const few = whom === 'all' ? null : numbersSince(leader);
    if (few !== null) return few.filter((pid) => pid !== process.pid && existsSync(`/proc/${pid}`));
    const pids = readdirSync('/proc').map(Number);
    // After the list: whoever stands in it has a number that was given out before.
    const last = whom === 'all' ? null : lastNumber();
    // Numbers are given out in turn, and begin again at their end.
    const isMeant = (pid: number): boolean =>
      last === null || (last >= leader ? pid > leader && pid <= last : pid > leader || pid <= last);
    return pids
      .filter((pid) => pid > 1 && pid !== process.pid && isMeant(pid))
      .sort((a, b) => Number(a < leader) - Number(b < leader) || b - a);
  } catch {
    return [];
  }
}

/** The numbers given out since, the last first; null where they are so many that a list of all processes is cheaper. */
function numbersSince(leader: number): readonly number[] | null {
  const last = lastNumber();
  if (last === null || last < leader || last - leader > MOST_ASKED_ABOUT) return null;
  return Array.from({ length: last - leader }, (_, at) => last - at);
}

/** The number that was given out last; null = the system does not tell. */
function lastNumber(): number | null {
  const last = Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
  return Number.isSafeInteger(last) && last > 0 ? last : null;
}

/** Null = another user's, which we could not end either; '' also where it is gone. */
function readEnvironment(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch (error) {
    return isErrno(error, 'EACCES', 'EPERM') ? null : '';
  }
}

function sendKill(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // gone, or no group of that number
  }
}

function randomPart(): string {
  return Math.random().toString(36).slice(2);
}

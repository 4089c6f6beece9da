import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isErrno } from '../errors/hook-error.ts';
import { monotonicMs } from './clock.ts';

/** Whose number is theirs. */
const live = new Set<ProcessGroup>();
/** Searched for among younger processes alone; since when, as of `sweep`. */
const halfSearched = new Map<ProcessGroup, number>();

/** The process group of one run, alive until `forget`. The leader was started with `detached: true`. */
export class ProcessGroup {
  readonly leader: number;
  readonly marker: string;
  /** The runtime of the group: a process may have several runtimes, and each ends its own groups. */
  readonly owner: object | undefined;
  /** The leader is bubblewrap, and what it runs has a group of its own. */
  readonly #isIsolated: boolean;
  /** Descendants that were seen, and when each was started: exec and setsid change neither. */
  readonly #descendants = new Map<number, number>();

  constructor(leader: number, marker: string, owner?: object, isIsolated = false) {
    this.leader = leader;
    this.marker = marker;
    this.owner = owner;
    this.#isIsolated = isIsolated;
    live.add(this);
  }

  /**
   * Signals the whole group; SIGKILL also ends the leader's descendants that left it and were seen by now. Silent if it is empty,
   * and after `forget`: the pid may belong to another process by then.
   */
  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    if (!live.has(this) || this.leader <= 1) return;
    // bubblewrap would end at SIGTERM, and with it at once everything that it runs.
    const target = this.#isIsolated && name === 'SIGTERM' ? firstChild(this.leader) : this.leader;
    if (target === null) return;
    // Before the signal: the children of a leader that ended have another parent.
    for (const [pid, begun] of descendantsOf(this.leader)) this.#descendants.set(pid, begun);
    try {
      process.kill(-target, name);
    } catch {
      // ESRCH: all gone. EPERM: none may be signalled (setuid), the hard limit of the run settles it.
    }
    if (name === 'SIGKILL') this.#killDescendants();
  }

  #killDescendants(): void {
    for (const [pid, begun] of this.#descendants) {
      const stat = readStat(pid);
      if (stat?.begun !== begun) continue;
      if (stat.group === pid) sendKill(-pid);
      sendKill(pid);
    }
  }

  /** Ends what left the group by setsid or a double fork; Linux only. `begun` as of `sweep`. */
  endEscaped(begun = 0): Promise<void> {
    return sweep({ marker: this.marker, leader: this.leader, begun });
  }

  /** The same as far as numbers of processes have not come round since the leader got its own; `endOlderBehind` does the rest. */
  endYounger(begun: number): Promise<void> {
    halfSearched.set(this, begun);
    return sweep({ marker: this.marker, leader: this.leader, begun }, 'younger');
  }

  /** After the result: nearly always there is none, and the machine may have thousands of processes. */
  endOlderBehind(): void {
    if (halfSearched.has(this)) setImmediate(() => void this.#endOlder());
  }

  async #endOlder(): Promise<void> {
    const begun = halfSearched.get(this);
    if (begun === undefined) return;
    await this.endEscaped(begun);
    halfSearched.delete(this);
  }

  /** To be called once the leader is reaped and the group killed. */
  forget(): void {
    live.delete(this);
  }
}

/** The same for all owners: for the `exit` handler of a process. */
export function killAllGroups(): void {
  for (const owner of new Set([...live, ...halfSearched.keys()].map((group) => group.owner)))
    killGroupsOf(owner);
}

/**
 * Kills every group of one owner that is still alive, and what left it, before it returns.
 *
 * For ending a runtime or its process: an aborted run has settled, but its group may be in its 300 ms of grace.
 */
export function killGroupsOf(owner: object | undefined): void {
  const groups = [...new Set([...live, ...halfSearched.keys()])].filter((group) => group.owner === owner);
  if (groups.length === 0) return;
  for (const group of groups) {
    group.signal('SIGKILL');
    halfSearched.delete(group);
  }
  killMarked(
    groups.map((group) => group.marker),
    Math.min(...groups.map((group) => group.leader)),
  );
}

/** The environment variable that marks every process of a run. */
export const MARKER_NAME = 'HOOK_RUN';

const SCAN_LIMIT_MS = 100;
const HIDDEN_LIMIT_MS = 5;
const MAX_RECENT_PIDS = 32;

/**
 * A marker that no other run has.
 *
 * It extends the marker of this process, so that the outer run still finds a hook that starts the agent again. Math.random is
 * enough: a process that forges a marker only gets itself killed, and loading node:crypto would cost a one-shot call 2 ms.
 */
export function newMarker(): string {
  const outer = process.env[MARKER_NAME] ?? '';
  const suffix = `${process.pid}-${randomPart()}${randomPart()}`;
  return /^[\w.-]{1,256}$/.test(outer) ? `${outer}.${suffix}` : suffix;
}

/** Whom one pass could not settle. */
interface Unsettled {
  /** With the leader where there was no time for all. */
  readonly killed: readonly number[];
  /** Without an environment: ended meanwhile, in the middle of exec, or ended and not reaped. */
  readonly hidden: readonly number[];
}

/**
 * Kills every process whose environment has one of `markers`, with its group: this finds processes that left the group by
 * setsid. Linux only, elsewhere nothing happens.
 *
 * Synchronous and bounded in time. Returns what one pass could not settle, because it could have started others meanwhile: the
 * processes that it killed, and those without a visible environment. A process that cleared its environment is not found.
 * `leader` is where the search starts; `younger` = only pids assigned after that of the leader, which is every descendant until
 * pids wrap around.
 */
function killMarked(markers: readonly string[], leader: number, whom: 'all' | 'younger' = 'all'): Unsettled {
  const killed: number[] = [];
  const hidden: number[] = [];
  if (process.platform !== 'linux' || markers.length === 0) return { killed, hidden };
  const needles = markers.map((marker) => `${MARKER_NAME}=${marker}`);
  const deadline = monotonicMs() + SCAN_LIMIT_MS;
  for (const pid of listProcesses(leader, whom)) {
    if (monotonicMs() > deadline) return { killed: [...killed, leader], hidden };
    const found = evaluate(pid, needles);
    if (found !== 'other') (found === 'killed' ? killed : hidden).push(pid);
  }
  return { killed, hidden };
}

/**
 * The same of these processes alone, which showed nothing: looks again and again for a moment. One that does nothing but exec shows its
 * environment a part of the time, and four looks in all could miss it.
 */
function killHidden(marker: string, pids: readonly number[]): void {
  const needles = [`${MARKER_NAME}=${marker}`];
  const deadline = monotonicMs() + HIDDEN_LIMIT_MS;
  let hidden = pids;
  while (hidden.length > 0 && monotonicMs() < deadline)
    hidden = hidden.filter((pid) => evaluate(pid, needles) === 'hidden');
}

/** `hidden` = it shows nothing. */
function evaluate(pid: number, needles: readonly string[]): 'killed' | 'hidden' | 'other' {
  const environment = readEnvironment(pid);
  if (environment === '') return 'hidden';
  if (!needles.some((needle) => environment?.includes(needle))) return 'other';
  sendKill(-pid); // the group of an escaped leader holds what cleared its environment
  sendKill(pid);
  return 'killed';
}

/**
 * Descendants have higher pids than `leader` until pids wrap around: they come first while time remains, the newest first,
 * because a process that keeps forking has little time to start the next.
 */
function listProcesses(leader: number, whom: 'all' | 'younger'): number[] {
  try {
    // A /proc of another PID namespace has other numbers: we would kill strangers.
    if (readlinkSync('/proc/self') !== String(process.pid)) return [];
    const few = whom === 'all' ? null : numbersSince(leader);
    if (few !== null) return few.filter((pid) => pid !== process.pid && existsSync(`/proc/${pid}`));
    const pids = readdirSync('/proc').map(Number);
    // After the list: every pid in it was assigned before.
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
  if (last === null || last < leader || last - leader > MAX_RECENT_PIDS) return null;
  return Array.from({ length: last - leader }, (_, at) => last - at);
}

/** The pid that was assigned last; null = not available. */
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

/**
 * Pauses before further passes: 50 ms in all for a process without a visible environment, and few passes, because each stops
 * this process.
 */
const PAUSES_MS = [3, 12, 35];
/** While a pass over all processes kills one: a process that keeps forking gets no time to continue. */
const CHASE_PAUSE_MS = 5;
const MOST_PASSES = 200;

interface Looked {
  readonly pid: number;
  readonly stat: ProcessStat | null;
}

/** A run that is being ended, its group being killed already: its mark, the head of its group, and when it began, in ticks since boot (0 = unknown). */
interface EndedRun {
  readonly marker: string;
  readonly leader: number;
  readonly begun: number;
}

/**
 * Ends what is left of a run outside of its group: pass after pass, until one finds nothing that could have started another
 * process meanwhile. One pass if no process left the group; 50 ms for a process without an environment, and longer only for one
 * that is found again and again. `whom` as in `killMarked`.
 */
export async function sweep(
  { marker, leader, begun }: EndedRun,
  whom: 'all' | 'younger' = 'all',
): Promise<void> {
  let zombies: ReadonlySet<number> = new Set();
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const { killed, hidden } = killMarked([marker], leader, whom);
    const look = (pid: number): Looked => ({ pid, stat: readStat(pid) });
    const showNothing = hidden.map(look);
    const open = [...killed.map(look), ...showNothing];
    const candidates = showNothing.filter(
      ({ stat }) => stat !== null && stat.state !== 'Z' && couldBelong(stat, { leader, begun }),
    );
    killHidden(
      marker,
      candidates.map(({ pid }) => pid),
    );
    const seen = zombies;
    // A process that was a zombie one pass ago has started no other since.
    const isLeft = open.some(({ pid, stat }) => !seen.has(pid) && couldBelong(stat, { leader, begun }));
    const chaseMs = whom === 'all' && killed.length > 0 ? CHASE_PAUSE_MS : null;
    const pauseMs = PAUSES_MS[pass] ?? chaseMs;
    if (!isLeft || pauseMs === null) return;
    zombies = new Set(open.filter(({ stat }) => stat?.state === 'Z').map(({ pid }) => pid));
    await delay(pauseMs);
  }
}

/** Gone since it was listed, or it shows nothing and is younger than the run. */
function couldBelong(
  stat: ProcessStat | null,
  { leader, begun }: Pick<EndedRun, 'leader' | 'begun'>,
): boolean {
  if (stat === null) return true;
  // Its group was killed before: who has that to come cannot fork any more.
  return !stat.isKernelThread && stat.group !== leader && stat.begun >= begun;
}

/** What the system reports about a process. */
export interface ProcessStat {
  /** One letter, as in `ps`: Z has ended and is not reaped. */
  readonly state: string;
  /** The process that leads its group. */
  readonly group: number;
  /** When it was started, in ticks since boot. */
  readonly begun: number;
  readonly isKernelThread: boolean;
}

const KERNEL_THREAD = 0x0020_0000;

/** Null = no such process, or not available, as on macOS. */
function readStat(pid: number): ProcessStat | null {
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

/** In ticks since boot, to distinguish a later process with the same pid; null = it does not exist, or has ended. */
export function startTime(pid: number): number | null {
  const stat = readStat(pid);
  return stat === null || stat.state === 'Z' ? null : stat.begun;
}

const MAX_DESCENDANTS = 1_000;

/** The children of a process and theirs, each with its start time; Linux only. */
function descendantsOf(leader: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const open = [leader];
  for (let pid = open.pop(); pid !== undefined && found.size < MAX_DESCENDANTS; pid = open.pop())
    for (const child of childrenOf(pid)) {
      const stat = readStat(child);
      if (stat === null || found.has(child)) continue;
      found.set(child, stat.begun);
      open.push(child);
    }
  return found;
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return []; // it has ended, or the system is no Linux
  }
}

/** The oldest child of a process, from `/proc`; null if it has none, or not available, as on macOS. */
export function firstChild(pid: number): number | null {
  try {
    const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
    return child === '' ? null : Number(child);
  } catch {
    return null;
  }
}

import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describeError, HookError, isErrno } from '../errors/hook-error.ts';
import { makeDirectory, randomHex } from './files.ts';
import { sha256 } from './hash.ts';

const LONGEST_PAUSE_MS = 50;
const UNKNOWN_START = '0';

/** Locks of this thread: waiting for one of them would wait for ever. */
const held = new Set<string>();

/**
 * Runs `work` while no other process holds the lock, and releases it also if `work` throws. If `work` returns a promise the
 * lock is held until it settles.
 *
 * The lock is a directory with one empty file named after its holder. Acquiring it is one rename of a finished directory;
 * taking it from a dead holder is one rename of that file, whose name no two holders share: of several processes one wins, and
 * none can take the lock from a holder that it has not checked.
 *
 * Blocks the thread while it waits: for commands, never for the event path. Throws STATE_LOCKED after `waitMs`, or at once if
 * this thread holds the lock itself, and STATE_NOT_WRITABLE; `work` has not run then.
 */
export function withLock<T>(path: string, work: () => T, { waitMs = 10_000 }: { waitMs?: number } = {}): T {
  if (held.has(path)) throw locked(path, 0);
  const holder = acquire(path, waitMs);
  held.add(path);
  let result: T;
  try {
    result = work();
  } catch (error) {
    release(path, holder);
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => release(path, holder)) as T;
  release(path, holder);
  return result;
}

/**
 * Acquires a lock without waiting; returns its release, or null if it is held. For callers that must not block the thread.
 * Throws STATE_NOT_WRITABLE.
 */
export function tryLock(path: string): (() => void) | null {
  if (held.has(path)) return null;
  const me = holderName();
  if (!attempt(path, me)) return null;
  held.add(path);
  return () => release(path, me);
}

/** The holder of a lock, for callers that only read. `unknown` = a process of another machine, or one that cannot be checked. */
export function lockState(path: string): 'free' | 'held' | 'abandoned' | 'unknown' {
  try {
    const holder = readHolder(path);
    if (holder === null) return 'free';
    if (isGone(holder)) return 'abandoned';
    return parseHolder(holder)?.machine === readPlace() ? 'held' : 'unknown';
  } catch {
    return 'unknown';
  }
}

/**
 * Removes a lock whose holder has died; false = there is none, or another process took it. Like every taker it first takes the
 * place of the dead holder, so a process that takes the lock at this instant keeps it. Throws STATE_NOT_WRITABLE.
 */
export function removeAbandonedLock(path: string): boolean {
  const me = holderName();
  const isTaken = reportingWrites(path, () => {
    const holder = readHolder(path);
    return holder !== null && isGone(holder) && takeOver(path, holder, me);
  });
  if (isTaken) release(path, me);
  return isTaken;
}

function acquire(path: string, waitMs: number): string {
  const me = holderName();
  const deadline = performance.now() + waitMs; // never the wall clock: it jumps
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    if (attempt(path, me)) return me;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) throw locked(path, waitMs);
    sleep(Math.min(pauseMs, leftMs));
  }
}

function attempt(path: string, me: string): boolean {
  return reportingWrites(path, () => {
    const holder = readHolder(path);
    return holder === null ? create(path, me) : isGone(holder) && takeOver(path, holder, me);
  });
}

function reportingWrites(path: string, write: () => boolean): boolean {
  try {
    return write();
  } catch (cause) {
    const parameters = { detail: describeError(cause), path: dirname(path) };
    throw new HookError('STATE_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
}

function locked(path: string, waitMs: number): HookError {
  return new HookError('STATE_LOCKED', { path, seconds: Math.ceil(waitMs / 1000) }, { exitCode: 1 });
}

function release(path: string, holder: string): void {
  held.delete(path);
  try {
    unlinkSync(join(path, holder));
    rmdirSync(path);
  } catch {
    // Between the two calls another process may already have put its own lock in place.
  }
}

/** The name of the file in the lock; null = not held; '' = not written by HookMD. */
function readHolder(path: string): string | null {
  try {
    const names = readdirSync(path);
    return names.length === 0 ? null : (names.find((name) => parseHolder(name) !== null) ?? '');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    if (!isErrno(error, 'ENOTDIR')) throw error;
    lstatSync(path); // throws if a parent is not a directory
    return '';
  }
}

function create(path: string, me: string): boolean {
  const stage = `${path}.${me}`;
  makeDirectory(stage);
  try {
    writeFileSync(join(stage, me), '', { flag: 'wx', mode: 0o600 });
    renameSync(stage, path);
    return true;
  } catch (error) {
    rmSync(stage, { recursive: true, force: true });
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return false;
    throw error;
  }
}

function takeOver(path: string, holder: string, me: string): boolean {
  try {
    renameSync(join(path, holder), join(path, me));
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** `place` distinguishes machines and containers: a process of another one cannot be checked from here. */
interface Holder {
  readonly pid: number;
  readonly startTime: string;
  readonly boot: string;
  readonly machine: string;
}

/** Starts the name of a directory that one installation works in, beside a hooks directory; the rest names its process. */
export const WORK_PREFIX = '.install-';

/** A name that identifies a process and its machine, and that no two processes share. */
export function holderName(): string {
  const { startTime } = readProcess(process.pid);
  return [process.pid, startTime, readBoot(), readPlace(), randomHex(4)].join('.');
}

function parseHolder(name: string): Holder | null {
  const [, pid, startTime, boot, location] =
    /^(\d{1,9})\.(\d+)\.([0-9a-f]{8})\.([0-9a-f]{8})\.[0-9a-f]{8}$/.exec(name) ?? [];
  if (!pid || !startTime || !boot || !location) return null;
  return { pid: Number(pid), startTime, boot, machine: location };
}

/** Whether the process of a `holderName` has ended; one that cannot be checked has not. */
export function isGone(name: string): boolean {
  const holder = parseHolder(name);
  if (holder === null || holder.machine !== readPlace()) return false;
  if (holder.boot !== readBoot()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return isErrno(error, 'ESRCH');
  }
  const { startTime, isZombie } = readProcess(holder.pid);
  if (startTime === UNKNOWN_START || holder.startTime === UNKNOWN_START) return false;
  return isZombie || startTime !== holder.startTime;
}

/** The start time, in ticks since boot, distinguishes a process from a later one with its pid. */
function readProcess(pid: number): { startTime: string; isZombie: boolean } {
  const text = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' '); // the name before it may hold anything
  return { startTime: fields[19] ?? UNKNOWN_START, isZombie: fields[0] === 'Z' || fields[0] === 'X' };
}

function readBoot(): string {
  return fingerprint(orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')));
}

function readPlace(): string {
  return fingerprint(`${hostname()} ${orNothing(() => readlinkSync('/proc/self/ns/pid'))}`);
}

/** Where there is no /proc (macOS) the pid and the host name have to do. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function fingerprint(text: string): string {
  return sha256(text).slice(0, 8);
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isErrno } from '../errors/hook-error.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { makeDirectory, namesIn, writeFileAtomic } from '../state/files.ts';
import { encodeFileName } from '../state/hash.ts';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 60_000;
/** A line is a time in ms since 1970, thirteen digits wide until 2286, and its newline. */
const LINE_BYTES = 14;
const MAX_BYTES = 4096;

/** No encoded name of a breaker has a plus. */
const PROBE = '+probe-';

/** `closed` and `probe` = run the hook; `open` = skip it. */
export type BreakerState = 'closed' | 'open' | 'probe';

/**
 * The state of the circuit breaker of a hook, which opens after five failures in a row.
 *
 * The file has one line with a time per failure. The breaker is open for a minute after the last one; then exactly one
 * process gets `probe`, and it stays open for the others until that run ends or another minute has passed. A time more
 * than a minute in the future counts as past: the clock was set back. Never throws; costs one stat where nothing failed.
 */
export function isOpen(stateDir: string, qualifiedName: string, now: number): BreakerState {
  const path = breakerPath(stateDir, qualifiedName);
  const { failures, lastAt } = readFailures(path);
  if (failures < FAILURES_TO_OPEN) return 'closed';
  const age = now - lastAt;
  if (Math.abs(age) < OPEN_MS) return 'open';
  return claimProbe(path, `${lastAt}-${Math.floor(age / OPEN_MS)}`, now) ? 'probe' : 'open';
}

/** How often a hook failed since it last succeeded, at most five, and whether its breaker is open. Claims no probe. */
export function readBreaker(
  stateDir: string,
  breaker: string,
  now: number,
): { readonly failures: number; readonly isOpen: boolean } {
  const { failures, lastAt } = readFailures(breakerPath(stateDir, breaker));
  return { failures, isOpen: failures >= FAILURES_TO_OPEN && Math.abs(now - lastAt) < OPEN_MS };
}

/** Includes the digest: two projects may have different hooks of one name. */
export function breakerName({ qualifiedName, digest }: Pick<ActiveHook, 'qualifiedName' | 'digest'>): string {
  return `${qualifiedName}@${(digest ?? '').slice('sha256:'.length, 'sha256:'.length + 12)}`;
}

/** Records one more failure. Where the state cannot be written no breaker opens. */
export function recordFailure(stateDir: string, qualifiedName: string, now: number): void {
  const path = breakerPath(stateDir, qualifiedName);
  try {
    if (readFailures(path).failures >= FAILURES_TO_OPEN) reopen(path, now);
    else append(path, line(now));
  } catch {
    // The event log and the session report it: they share the state directory.
  }
}

/** Closes the breaker. Where nothing failed it costs one stat, which is cheaper than an error. */
export function recordSuccess(stateDir: string, qualifiedName: string): void {
  const path = breakerPath(stateDir, qualifiedName);
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    unlinkSync(path);
    removeProbes(path, null);
  } catch {
    // Nothing has failed, or the directory is read-only.
  }
}

/** Forgets what was recorded of all versions of a hook, its failures and that it changes input; best effort. */
export function forgetRecords(stateDir: string, qualifiedName: string): void {
  const start = encodeFileName(`${qualifiedName}@`);
  for (const directory of [join(stateDir, 'breakers'), join(stateDir, 'modifiers')]) {
    const paths = namesIn(directory).filter((name) => name.startsWith(start));
    try {
      for (const name of paths) unlinkSync(join(directory, name));
    } catch {
      // The directory is read-only.
    }
  }
}

function breakerPath(stateDir: string, qualifiedName: string): string {
  return join(stateDir, 'breakers', encodeFileName(qualifiedName));
}

function readFailures(path: string): { failures: number; lastAt: number } {
  const none = { failures: 0, lastAt: 0 };
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) return none;
    if (stats.size < FAILURES_TO_OPEN * LINE_BYTES) {
      return { failures: Math.floor(stats.size / LINE_BYTES), lastAt: 0 };
    }
    if (stats.size > MAX_BYTES) return { failures: FAILURES_TO_OPEN, lastAt: 0 }; // not written by HookMD: a probe replaces it
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const times = readFileSync(file, 'latin1')
        .split('\n')
        .filter((text) => /^\d{13}$/.test(text));
      return { failures: times.length, lastAt: Number(times.at(-1) ?? 0) };
    } finally {
      closeSync(file);
    }
  } catch {
    return none;
  }
}

/**
 * The name of the marker contains the last failure and the minutes since, so that the next probe has another one, also
 * when the process that made this one was killed.
 */
function claimProbe(path: string, turn: string, now: number): boolean {
  try {
    const marker = `${path}${PROBE}${turn}`;
    closeSync(openSync(marker, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
    reopen(path, now);
    removeProbes(path, marker);
    return true;
  } catch (error) {
    return !isErrno(error, 'EEXIST'); // a read-only state must not keep the breaker open
  }
}

function reopen(path: string, now: number): void {
  writeFileAtomic(path, line(now).repeat(FAILURES_TO_OPEN));
}

function append(path: string, text: string): void {
  const flags =
    constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  makeDirectory(dirname(path));
  const file = openSync(path, flags, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

function line(now: number): string {
  return `${String(Math.trunc(now)).padStart(LINE_BYTES - 1, '0')}\n`;
}

function removeProbes(path: string, keep: string | null): void {
  const directory = dirname(path);
  for (const name of readdirSync(directory)) {
    const probe = join(directory, name);
    if (probe.startsWith(`${path}${PROBE}`) && probe !== keep) unlinkSync(probe);
  }
}

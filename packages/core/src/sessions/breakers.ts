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
import { makeDirectory, writeFileAtomic } from '../state/files.ts';
import { encodeFileName } from '../state/hash.ts';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 60_000;
/** A line is a time in ms since 1970, thirteen digits wide until 2286, and its newline. */
const LINE_BYTES = 14;
const MAX_BYTES = 4096;

/** No name of a breaker has a plus: it is encoded. */
const PROBE = '+probe-';

/** `closed` and `probe` = ask the hook; `open` = do not. */
export type BreakerState = 'closed' | 'open' | 'probe';

/**
 * Whether a hook that failed five times in a row may be asked now.
 *
 * The breaker is one line per failure in a row, with its time. It is open for a minute after the last one;
 * then one process of all that ask gets `probe`, and it is open for the others until that run is settled or
 * another minute has passed. A time more than a minute in the future counts as past: the clock was set back.
 * Never throws; costs one stat where nothing failed.
 */
export function isOpen(stateDir: string, qualifiedName: string, now: number): BreakerState {
  const path = breakerPath(stateDir, qualifiedName);
  const { failures, lastAt } = readFailures(path);
  if (failures < FAILURES_TO_OPEN) return 'closed';
  const age = now - lastAt;
  if (Math.abs(age) < OPEN_MS) return 'open';
  return claimProbe(path, `${lastAt}-${Math.floor(age / OPEN_MS)}`, now) ? 'probe' : 'open';
}

/** What `isOpen` would say, without claiming the probe: for whoever only looks. */
export function looksOpen(stateDir: string, breaker: string, now: number): boolean {
  const { failures, lastAt } = readFailures(breakerPath(stateDir, breaker));
  return failures >= FAILURES_TO_OPEN && Math.abs(now - lastAt) < OPEN_MS;
}

/** By its bytes too: what fails in one project says nothing of a namesake in another. */
export function breakerName({ qualifiedName, digest }: Pick<ActiveHook, 'qualifiedName' | 'digest'>): string {
  return `${qualifiedName}@${(digest ?? '').slice('sha256:'.length, 'sha256:'.length + 12)}`;
}

/** One more failure in a row. A state that cannot be written only means that no breaker opens. */
export function recordFailure(stateDir: string, qualifiedName: string, now: number): void {
  const path = breakerPath(stateDir, qualifiedName);
  try {
    if (readFailures(path).failures >= FAILURES_TO_OPEN) reopen(path, now);
    else append(path, line(now));
  } catch {
    // Said by the journal and the session, which share the state folder.
  }
}

/** Closes the breaker; where nothing failed that is one look that finds nothing, which is cheaper than an error. */
export function recordSuccess(stateDir: string, qualifiedName: string): void {
  const path = breakerPath(stateDir, qualifiedName);
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    unlinkSync(path);
    removeProbes(path, null);
  } catch {
    // There was no failure, or the folder is read-only.
  }
}

/** Forgets the failures of a hook, of whatever bytes it had. What cannot be removed only counts for bytes that are gone. */
export function forgetBreakers(stateDir: string, qualifiedName: string): void {
  const folder = join(stateDir, 'breakers');
  const beginning = encodeFileName(`${qualifiedName}@`);
  try {
    for (const name of readdirSync(folder)) if (name.startsWith(beginning)) unlinkSync(join(folder, name));
  } catch {
    // Nothing ever failed, or the folder is read-only.
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
    if (stats.size > MAX_BYTES) return { failures: FAILURES_TO_OPEN, lastAt: 0 }; // not ours: a probe replaces it
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
 * The name of the marker holds the failure it follows and the minute since: nobody has to remove it before
 * the next probe, also when the process that made it was killed.
 */
function claimProbe(path: string, turn: string, now: number): boolean {
  try {
    const marker = `${path}${PROBE}${turn}`;
    closeSync(openSync(marker, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
    reopen(path, now);
    removeProbes(path, marker);
    return true;
  } catch (error) {
    return !isErrno(error, 'EEXIST'); // a state that cannot be written must not keep it open for ever
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

function removeProbes(path: string, kept: string | null): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const probe = join(folder, name);
    if (probe.startsWith(`${path}${PROBE}`) && probe !== kept) unlinkSync(probe);
  }
}

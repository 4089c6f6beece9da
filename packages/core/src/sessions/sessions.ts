import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describeError, isErrno } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { ActiveHook, Once } from '../registry/hook-index/hook-index.ts';
import { makeDirectory, namesIn, randomHex } from '../state/files.ts';
import { encodeFileName, quickHash } from '../state/hash.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const MAX_CHECKED = 500;
const MAX_AGENT_NAME = 40;

/** Prefix of every key that is forgotten at the next prompt of the user. No hook name starts with it. */
export const CONTINUATIONS = '+continuations';

/**
 * Markers and counts that the one-shot processes of one agent session share. Nothing is created before the first write.
 *
 * Never throws. Where the state cannot be written `claim` returns true, counts stay where they are, and `problems`
 * reports it once.
 */
export interface Session {
  readonly problems: readonly Issue[];
  /** True for exactly one process until it is released. */
  claim(key: string): boolean;
  release(key: string): void;
  /** Whether a process has claimed it; without claiming it. */
  isClaimed(key: string): boolean;
  count(key: string): number;
  /** The count after this one. */
  increment(key: string): number;
  /** Removes every count and claim whose key starts with `prefix`. */
  forget(prefix: string): void;
}

export function openSession(stateDir: string, agent: string, sessionId: string): Session {
  return openMarks(stateDir, sessionPath(stateDir, agent, sessionId));
}

/** The directory of a session, for what is neither a marker nor a count. */
export function sessionPath(stateDir: string, agent: string, sessionId: string): string {
  // Not by SHA-256: loading it costs an event 2 ms, and a collision of two sessions is harmless.
  const hash = quickHash(sessionId).slice(0, 16);
  return join(stateDir, 'sessions', `${encodeFileName(agent).slice(0, MAX_AGENT_NAME)}-${hash}`);
}

function openMarks(stateDir: string, directory: string): Session {
  const problems: Issue[] = [];
  const attempt = <T>(action: () => T, fallback: (error: unknown) => T, expected?: string): T => {
    try {
      return action();
    } catch (error) {
      if (problems.length === 0 && (expected === undefined || !isErrno(error, expected))) {
        const parameters = { detail: describeError(error), path: stateDir };
        problems.push(issue('SESSION_NOT_WRITABLE', parameters, { path: directory }));
      }
      return fallback(error);
    }
  };
  const marker = (key: string): string => join(directory, `once-${encodeFileName(key)}`);
  const counter = (key: string): string => join(directory, `count-${encodeFileName(key)}`);
  const remove = (path: string): void =>
    attempt(
      () => unlinkSync(path),
      () => undefined,
      'ENOENT',
    );
  const count = (key: string): number =>
    attempt(
      () => {
        const stats = lstatSync(counter(key), { throwIfNoEntry: false });
        return stats?.isFile() ? stats.size : 0;
      },
      () => 0,
    );
  return {
    problems,
    claim: (key) =>
      attempt(
        () => {
          closeSync(openInDirectory(directory, marker(key), constants.O_EXCL));
          return true;
        },
        (error) => !isErrno(error, 'EEXIST'),
        'EEXIST',
      ),
    release: (key) => remove(marker(key)),
    isClaimed: (key) =>
      attempt(
        () => lstatSync(marker(key), { throwIfNoEntry: false }) !== undefined,
        () => false,
      ),
    count,
    increment: (key) =>
      attempt(
        () => {
          const file = openInDirectory(directory, counter(key), constants.O_APPEND);
          try {
            writeSync(file, '+');
            return fstatSync(file).size;
          } finally {
            closeSync(file);
          }
        },
        () => count(key) + 1,
      ),
    forget(prefix) {
      const starts = ['once', 'count'].map((kind) => `${kind}-${encodeFileName(prefix)}`);
      for (const name of namesIn(directory))
        if (starts.some((start) => name.startsWith(start))) remove(join(directory, name));
    },
  };
}

/** Which hooks with `once` have run already, in this session or this installation. */
export interface OnceMemory {
  readonly problems: readonly Issue[];
  /** Whether it has run; without a claim. */
  isSpent(hook: ActiveHook): boolean;
  /** True for exactly one process until it is released; always true for a hook without `once`. */
  claim(hook: ActiveHook): boolean;
  /** The hook could not be started. */
  release(hook: ActiveHook): void;
}

/**
 * Opens the memory of a session and of the installation.
 *
 * If it cannot be written every claim is granted and `problems` reports it: a guard that runs twice does less harm than one
 * that is skipped (rows K-6, K-7).
 */
export function openOnce(stateDir: string, session: Session): OnceMemory {
  const installation = openMarks(stateDir, join(stateDir, 'once'));
  const memoryOf = ({ per }: Once): Session => (per === 'session' ? session : installation);
  return {
    get problems() {
      return [...session.problems, ...installation.problems];
    },
    isSpent: ({ once }) => once !== null && memoryOf(once).isClaimed(once.key),
    claim: ({ once }) => once === null || memoryOf(once).claim(once.key),
    release: ({ once }) => {
      if (once !== null) memoryOf(once).release(once.key);
    },
  };
}

/** Which observers have received one event, across the processes that dispatch it one after the other. */
export interface ReportedMemory {
  /** True for exactly one process; `view` distinguishes the files of one call. */
  claim(hook: Pick<ActiveHook, 'qualifiedName'>, view: number): boolean;
  /** The agent has its decision: no process dispatches the event again. */
  forget(): void;
}

/** Opens the memory of one event in its session. Where it cannot be written every claim is granted: twice is better than never. */
export function openReported(session: Session, dispatchId: string): ReportedMemory {
  const prefix = `told-${dispatchId}`;
  let isClaimed = false;
  return {
    claim({ qualifiedName }, view) {
      isClaimed = true;
      return session.claim(`${prefix}-${qualifiedName}${view === 0 ? '' : ` ${view}`}`);
    },
    // Includes the claims of a process that was killed.
    forget() {
      if (isClaimed) session.forget(prefix);
    },
  };
}

/**
 * Removes sessions without a write for that long; returns how many.
 *
 * Checks a bounded number from a random start, so that an agent can afford it at every start. A time as far in the
 * future counts as old: the clock was wrong.
 */
export function sweepSessions(
  stateDir: string,
  olderThanMs: number = WEEK_MS,
  now: number = Date.now(),
): number {
  const root = join(stateDir, 'sessions');
  const names = namesIn(root);
  const start = names.length > MAX_CHECKED ? Math.floor(Math.random() * names.length) : 0;
  const chosen = [...names.slice(start), ...names.slice(0, start)].slice(0, MAX_CHECKED);
  return chosen.filter((name) => removeIfOld(root, name, olderThanMs, now)).length;
}

function removeIfOld(root: string, name: string, olderThanMs: number, now: number): boolean {
  const directory = join(root, name);
  try {
    const stats = lstatSync(directory);
    if (!stats.isDirectory()) return false;
    // A claim changes the time of the directory, a count only that of a file in it.
    const times = namesIn(directory).map((entry) => lstatSync(join(directory, entry)).mtimeMs);
    if (Math.abs(now - Math.max(stats.mtimeMs, ...times)) <= olderThanMs) return false;
    // Renamed first: a process that still uses the session then makes a new directory.
    const removed = join(root, `.swept-${randomHex(6)}`);
    renameSync(directory, removed);
    rmSync(removed, { recursive: true, force: true });
    return true;
  } catch {
    return false; // another process removed it, or another user owns it
  }
}

/** Never follows a link, and never waits for the reader of a FIFO. */
function openInDirectory(directory: string, path: string, mode: number): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK | mode;
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    makeDirectory(directory);
    return openSync(path, flags, 0o600);
  }
}

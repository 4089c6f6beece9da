import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describeError, isErrno } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { makeDirectory, randomHex } from '../state/files.ts';
import { encodeFileName, quickHash } from '../state/hash.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const MAX_LOOKED_AT = 500;
const MAX_AGENT_NAME = 40;

/** What the keys begin with of all that is forgotten when the user speaks (dispatch/continuations.ts); no name of a hook does. */
export const CONTINUATIONS = '+continuations';

/**
 * What one-shot processes of one session of an agent share: markers and counts. Nothing is created
 * before something is written.
 *
 * Never throws. A state that cannot be written costs memory, not decisions: `claim` says yes, counts
 * stay where they are, and `problems` says it once.
 */
export interface Session {
  readonly problems: readonly Issue[];
  /** True for exactly one process until it is released. */
  claim(key: string): boolean;
  release(key: string): void;
  /** Whether somebody has claimed it; without claiming it. */
  isClaimed(key: string): boolean;
  count(key: string): number;
  /** The count after this one. */
  increment(key: string): number;
  /** Every count and claim whose key begins so is as if it had never been. */
  forget(prefix: string): void;
}

export function openSession(stateDir: string, agent: string, sessionId: string): Session {
  return openMarks(stateDir, sessionPath(stateDir, agent, sessionId));
}

/** Where that lies, for what is no marker and no count. */
export function sessionPath(stateDir: string, agent: string, sessionId: string): string {
  return join(stateDir, 'sessions', sessionDirectory(agent, sessionId));
}

/** The same for what holds as long as the state folder is there. */
export function openInstallation(stateDir: string): Session {
  return openMarks(stateDir, join(stateDir, 'once'));
}

function openMarks(stateDir: string, folder: string): Session {
  const problems: Issue[] = [];
  const report = (error: unknown): void => {
    if (problems.length > 0) return;
    problems.push(
      issue('SESSION_NOT_WRITABLE', { detail: describeError(error), path: stateDir }, { path: folder }),
    );
  };
  const marker = (key: string): string => join(folder, `once-${encodeFileName(key)}`);
  const counter = (key: string): string => join(folder, `count-${encodeFileName(key)}`);
  const count = (key: string): number => {
    try {
      const stats = lstatSync(counter(key), { throwIfNoEntry: false });
      return stats?.isFile() ? stats.size : 0;
    } catch (error) {
      report(error);
      return 0;
    }
  };
  return {
    problems,
    claim(key) {
      try {
        closeSync(openInDirectory(folder, marker(key), constants.O_EXCL));
        return true;
      } catch (error) {
        if (isErrno(error, 'EEXIST')) return false;
        report(error);
        return true;
      }
    },
    release(key) {
      try {
        unlinkSync(marker(key));
      } catch (error) {
        if (!isErrno(error, 'ENOENT')) report(error);
      }
    },
    isClaimed(key) {
      try {
        return lstatSync(marker(key), { throwIfNoEntry: false }) !== undefined;
      } catch (error) {
        report(error);
        return false;
      }
    },
    count,
    increment(key) {
      try {
        const file = openInDirectory(folder, counter(key), constants.O_APPEND);
        try {
          writeSync(file, '+');
          return fstatSync(file).size;
        } finally {
          closeSync(file);
        }
      } catch (error) {
        report(error);
        return count(key) + 1;
      }
    },
    forget(prefix) {
      const begins = ['once', 'count'].map((kind) => `${kind}-${encodeFileName(prefix)}`);
      for (const name of namesIn(folder).filter((one) => begins.some((begin) => one.startsWith(begin)))) {
        try {
          unlinkSync(join(folder, name));
        } catch (error) {
          if (!isErrno(error, 'ENOENT')) report(error);
        }
      }
    },
  };
}

/**
 * Removes sessions in which nothing was written for that long; returns how many.
 *
 * Looks at a bounded number, beginning anywhere, so that an agent can afford it at every start. A time
 * as far in the future counts as old: the clock was wrong.
 */
export function sweepSessions(
  stateDir: string,
  olderThanMs: number = WEEK_MS,
  now: number = Date.now(),
): number {
  const root = join(stateDir, 'sessions');
  const names = namesIn(root);
  const start = names.length > MAX_LOOKED_AT ? Math.floor(Math.random() * names.length) : 0;
  const chosen = [...names.slice(start), ...names.slice(0, start)].slice(0, MAX_LOOKED_AT);
  return chosen.filter((name) => removeIfOld(root, name, olderThanMs, now)).length;
}

function sessionDirectory(agent: string, sessionId: string): string {
  // Not by SHA-256: loading it costs an event 2 ms, and nobody gains by two sessions of one name.
  const hash = quickHash(sessionId).slice(0, 16);
  return `${encodeFileName(agent).slice(0, MAX_AGENT_NAME)}-${hash}`;
}

/** Never through a link, never waiting for the other end of a pipe. */
function openInDirectory(folder: string, path: string, how: number): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK | how;
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    makeDirectory(folder);
    return openSync(path, flags, 0o600);
  }
}

function removeIfOld(root: string, name: string, olderThanMs: number, now: number): boolean {
  const folder = join(root, name);
  try {
    const stats = lstatSync(folder);
    if (!stats.isDirectory()) return false;
    // Claiming changes the time of the folder, counting only that of a file in it.
    const times = namesIn(folder).map((entry) => lstatSync(join(folder, entry)).mtimeMs);
    if (Math.abs(now - Math.max(stats.mtimeMs, ...times)) <= olderThanMs) return false;
    // Out of the way first: a process that still uses the session then makes a new folder.
    const away = join(root, `.swept-${randomHex(6)}`);
    renameSync(folder, away);
    rmSync(away, { recursive: true, force: true });
    return true;
  } catch {
    return false; // another sweep was faster, or it is not ours to clean
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

import type { Issue } from '../errors/issue.ts';
import type { ActiveHook, Once } from './active-set.ts';
import { openInstallation, type Session } from './sessions.ts';

/** Which hooks were asked already that want to be asked once only. */
export interface OnceMemory {
  readonly problems: readonly Issue[];
  /** Whether it was asked; without a claim. */
  isSpent(hook: ActiveHook): boolean;
  /** True for exactly one process of all that ask, until it is released. True for every hook that is asked always. */
  claim(hook: ActiveHook): boolean;
  /** It could not be started. */
  release(hook: ActiveHook): void;
}

/**
 * The memory of a session and of the installation.
 *
 * Where it cannot be written every claim is granted, and `problems` says so: a guard that looks twice is a nuisance,
 * one that is skipped without a word is a hole. Source: features.md K-6, K-7.
 */
export function openOnce(stateDir: string, session: Session): OnceMemory {
  const installation = openInstallation(stateDir);
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

/** Which observers were told of one event, across the processes that judge it one after the other. */
export interface ReportedMemory {
  /** True for exactly one process. */
  claim(hook: Pick<ActiveHook, 'qualifiedName'>): boolean;
  /** The answer is with the agent: nobody will ask again. */
  forget(): void;
}

/**
 * The memory of one event in its session. Nothing is written where no observer is told. Where it cannot be
 * written every claim is granted: told twice is better than not at all.
 */
export function openReported(session: Session, dispatchId: string): ReportedMemory {
  const prefix = `told-${dispatchId}`;
  let isClaimed = false;
  return {
    claim({ qualifiedName }) {
      isClaimed = true;
      return session.claim(`${prefix}-${qualifiedName}`);
    },
    // Also what the lost process had claimed.
    forget() {
      if (isClaimed) session.forget(prefix);
    },
  };
}

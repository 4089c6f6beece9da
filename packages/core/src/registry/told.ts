import type { ActiveHook } from './active-set.ts';
import type { Session } from './sessions.ts';

/** Which observers were told of one event, across the processes that judge it one after the other. */
export interface ToldMemory {
  /** True for exactly one process. */
  claim(hook: Pick<ActiveHook, 'qualifiedName'>): boolean;
  /** The answer is with the agent: nobody will ask again. */
  forget(): void;
}

/**
 * The memory of one event in its session. Nothing is written where no observer is told. Where it cannot be
 * written every claim is granted: told twice is better than not at all.
 */
export function openTold(session: Session, dispatchId: string): ToldMemory {
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

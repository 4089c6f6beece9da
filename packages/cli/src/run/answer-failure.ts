import type { Integration, NativeReply } from '@hookmd/agents';
import { type EventName, eventRow } from '@hookmd/core/events';
import { mustAgreeIn } from '@hookmd/core/hook-index';
import { NotHere } from './not-here.ts';

/** Where a failure happened: `folders` is all that may stand for the agent's folder, since which one does may not be known. */
export interface FailurePlace {
  readonly stateDir: string;
  readonly folders: readonly string[];
  /** The administrator has a policy. */
  readonly hasPolicy: boolean;
  /** Brings to the disk what that policy asks now. Throws NotHere where another process has to, anything else where nobody can. */
  readonly compile: () => Promise<unknown>;
}

/**
 * What the agent hears when HookMD itself fails: by default that it went on, in its native form. On a
 * gate event with a guard that must agree, or one that the managed policy requires, or where the person asked for it, a refusal.
 *
 * Never exit status 1, 2 or 3 by accident. Rejects with NotHere alone. Source: contracts.md §11.
 */
export async function answerFailure(
  agent: Integration,
  event: EventName | null,
  message: string,
  place: () => FailurePlace,
): Promise<NativeReply> {
  const text = `HookMD could not judge this event: ${message}`;
  if (event === null || eventRow(event).class !== 'gate') return agent.notice(text);
  return (await mustReject(event, place)) ? agent.rejection(event, text) : agent.notice(text);
}

async function mustReject(event: EventName, place: () => FailurePlace): Promise<boolean> {
  let hasPolicy = false;
  try {
    const { stateDir, folders, compile, ...found } = place();
    hasPolicy = found.hasPolicy;
    if (hasPolicy) await compile().catch(unlessElsewhere);
    return mustAgreeIn(stateDir, event, folders);
  } catch (error) {
    if (error instanceof NotHere) throw error;
    return hasPolicy; // nothing was ever enabled there; what the administrator requires then nobody knows
  }
}

/** What is written down holds where nothing newer can be. */
function unlessElsewhere(error: unknown): void {
  if (error instanceof NotHere) throw error;
}

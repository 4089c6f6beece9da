import type { Attachment, NativeReply } from '@hookmd/agents';
import { eventRow } from '@hookmd/core/internal/protocol/events';
import { mustAgreeIn } from '@hookmd/core/internal/registry/must-agree';
import type { EventName } from '@hookmd/core/protocol';

/** Where a failure happened: `folders` is all that may stand for the agent's folder, since which one does may not be known. */
export interface FailurePlace {
  readonly stateDir: string;
  readonly folders: readonly string[];
}

/**
 * What the agent hears when HookMD itself fails: by default that it went on, in its native form. On a
 * gate event with a guard that must agree, or where the person asked for it, a refusal.
 *
 * Never exit status 1, 2 or 3 by accident. Source: contracts.md §11.
 */
export function answerFailure(
  agent: Attachment,
  event: EventName | null,
  message: string,
  place: () => FailurePlace,
): NativeReply {
  const text = `HookMD could not judge this event: ${message}`;
  if (event === null || eventRow(event).class !== 'gate') return agent.notice(text);
  return mustRefuse(event, place) ? agent.refusal(event, text) : agent.notice(text);
}

function mustRefuse(event: EventName, place: () => FailurePlace): boolean {
  try {
    const { stateDir, folders } = place();
    return mustAgreeIn(stateDir, event, folders);
  } catch {
    return false; // nothing was ever enabled there
  }
}

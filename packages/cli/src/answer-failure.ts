import type { Attachment, NativeReply } from '@hookmd/agents';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { eventRow } from '@hookmd/core/internal/protocol/events';
import { partPaths, readPart } from '@hookmd/core/internal/registry/active-set-file';
import type { EventName } from '@hookmd/core/protocol';

/**
 * What the agent hears when HookMD itself fails: by default that it went on, in its native form. On a
 * gate event with a guard that must agree, or where the person asked for it, a refusal.
 *
 * Never exit status 1, 2 or 3 by accident. Source: contracts.md §11.
 */
export async function answerFailure(
  agent: Attachment,
  event: EventName | null,
  message: string,
  places: () => Places,
): Promise<NativeReply> {
  const text = `HookMD could not judge this event: ${message}`;
  if (event === null || eventRow(event).class !== 'gate') return agent.notice(text);
  return mustRefuse(event, places) ? agent.refusal(event, text) : agent.notice(text);
}

function mustRefuse(event: EventName, places: () => Places): boolean {
  try {
    const found = places();
    const paths = partPaths(found.stateDir, found.projectDir);
    const parts = [readPart(paths.user), readPart(paths.project)];
    return parts.some(
      (part) =>
        part?.settings?.onInternalError === 'block' ||
        part?.hooks.some(
          (hook) => hook.onFailure === 'block' && hook.events.some((one) => one.event === event),
        ),
    );
  } catch {
    return false;
  }
}

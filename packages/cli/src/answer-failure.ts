import type { Attachment, NativeReply } from '@hookmd/agents';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { NO_STAMP, policyStamp } from '@hookmd/core/internal/policy/stamp';
import { eventRow } from '@hookmd/core/internal/protocol/events';
import type { ActiveHook, ActivePart, ActiveSet } from '@hookmd/core/internal/registry/active-set';
import { partPaths, readPart } from '@hookmd/core/internal/registry/active-set-file';
import type { EventName } from '@hookmd/core/protocol';
import { NotHere } from './run/not-here.ts';

/** Where the event was fired, and what would have judged it. */
interface FailedPlace {
  readonly places: () => Places;
  /** Compiles where the compiled files are not of now. Throws NotHere where another process has to. */
  readonly load: (places: Places) => Promise<ActiveSet>;
}

/**
 * What the agent hears when HookMD itself fails: by default that it went on, in its native form. On a
 * gate event with a guard that must agree, or one that the managed policy requires, or where the person asked for it, a refusal.
 *
 * Never exit status 1, 2 or 3 by accident. Source: contracts.md §11.
 */
export async function answerFailure(
  agent: Attachment,
  event: EventName | null,
  message: string,
  place: FailedPlace,
): Promise<NativeReply> {
  const text = `HookMD could not judge this event: ${message}`;
  if (event === null || eventRow(event).class !== 'gate') return agent.notice(text);
  return (await mustRefuse(event, place)) ? agent.refusal(event, text) : agent.notice(text);
}

async function mustRefuse(event: EventName, { places, load }: FailedPlace): Promise<boolean> {
  try {
    const found = places();
    const parts = await partsOf(found, load);
    const { user, project } = partPaths(found.stateDir, found.projectDir);
    const written = [readPart(user), readPart(project)].filter((part) => part !== null);
    // Without either nobody knows what the administrator requires.
    if (parts.length + written.length === 0) return policyStamp(found.managedDir) !== NO_STAMP;
    return (
      [...parts, ...written].some(
        ({ settings, hooks }) => settings?.onInternalError === 'block' || hooks.some(mustAgreeTo(event)),
      ) || written.some(({ demands }) => demands.some(({ events }) => events?.includes(event) !== false))
    );
  } catch (error) {
    if (error instanceof NotHere) throw error;
    return false;
  }
}

/** What holds now; nothing where that is what has failed. */
async function partsOf(
  places: Places,
  load: FailedPlace['load'],
): Promise<readonly Pick<ActivePart, 'settings' | 'hooks'>[]> {
  try {
    return [await load(places)];
  } catch (error) {
    if (error instanceof NotHere) throw error;
    return [];
  }
}

const mustAgreeTo =
  (event: EventName) =>
  ({ onFailure, events }: ActiveHook): boolean =>
    onFailure === 'block' && events.some((one) => one.event === event);

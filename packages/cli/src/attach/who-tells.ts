import { attachments, registrations } from '@hookmd/agents';
import type { EventName } from '@hookmd/core/protocol';

interface LeftOut {
  readonly agent: string;
  /** What a hook of it would do there. */
  readonly why: string;
}

/** The agents that fire an event and are never made to tell HookMD of it. */
export function leftOutBy(event: EventName): readonly LeftOut[] {
  return Object.keys(attachments).flatMap((agent) => {
    const why = registrations[agent]?.leftOut?.[event];
    return why === undefined || !attachments[agent]?.fires(event) ? [] : [{ agent, why }];
  });
}

/** The agents that tell HookMD of an event, once they are attached and some hook waits for it. */
export function whoTells(event: EventName): readonly string[] {
  const leftOut = leftOutBy(event).map(({ agent }) => agent);
  return Object.values(attachments)
    .filter((one) => one.fires(event) && !leftOut.includes(one.name))
    .map(({ name }) => name);
}

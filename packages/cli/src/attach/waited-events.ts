import type { EventName } from '@hookmd/core/events';
import { compileParts } from '@hookmd/core/hook-index';
import type { Survey } from '@hookmd/core/registry';

/** The events that hooks wait for which are approved and switched on. */
export async function waitedEvents(seen: Survey): Promise<ReadonlySet<EventName>> {
  const { user, project } = await compileParts(seen, 'approved', []);
  return new Set([...user.hooks, ...project.hooks].flatMap(({ events }) => events.map(({ event }) => event)));
}

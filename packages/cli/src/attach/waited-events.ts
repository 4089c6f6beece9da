import { compileParts } from '@hookmd/core/internal/registry/refresh';
import type { EventName } from '@hookmd/core/protocol';
import type { Context } from '../context.ts';
import { look } from '../look.ts';

/** The events that hooks wait for which are approved and switched on. */
export async function waitedEvents(context: Context): Promise<ReadonlySet<EventName>> {
  const { user, project } = await compileParts(await look(context), 'approved', []);
  return new Set([...user.hooks, ...project.hooks].flatMap(({ events }) => events.map(({ event }) => event)));
}

import type { Places } from '../discovery/places.ts';
import { sweepEventLog } from '../event-log/sweep.ts';
import { refreshIfStale } from '../registry/hook-index/refresh-if-stale.ts';
import { readInventory } from '../registry/inventory/survey.ts';
import { sweepSessions } from '../sessions/sessions.ts';

/** Updates the hook index and removes old records, once per session, so that no later event needs to. Best effort. */
export async function beginSession(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const found = await readInventory(places, environment);
  await refreshIfStale(found, environment);
  sweepSessions(places.stateDir);
  const { keepDays, maxBytes } = found.config.eventLog;
  sweepEventLog(places.stateDir, keepDays, maxBytes);
}

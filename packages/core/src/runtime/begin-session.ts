import { join } from 'node:path';
import type { Places } from '../discovery/places.ts';
import { sweepEventLog } from '../event-log/sweep.ts';
import { refreshIfStale } from '../registry/refresh-if-stale.ts';
import { sweepSessions } from '../registry/sessions.ts';
import { survey } from '../registry/survey.ts';

/**
 * What is done once when a session begins, so that no later event needs to: look at all packages, bring
 * the compiled files up to date, remove records that are too old. Best effort.
 */
export async function beginSession(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const seen = await survey(places, environment);
  await refreshIfStale(seen, environment);
  sweepSessions(places.stateDir);
  const { keepDays, maxBytes } = seen.config.journal;
  sweepEventLog(join(places.stateDir, 'journal'), keepDays, maxBytes);
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from './session.ts';

const LAST_WORDS_MS = 2000;

/** Waits for what hooks do at the end of sessions no longer than for what runs in the background. */
export async function endSessions(sessions: readonly Session[]): Promise<void> {
  if (sessions.length === 0) return;
  const patience = new AbortController();
  const { signal } = patience;
  const late = delay(LAST_WORDS_MS, null, { signal, ref: false }).catch(() => {});
  await Promise.race([Promise.allSettled(sessions.map((session) => session.end('close'))), late]);
  patience.abort();
}

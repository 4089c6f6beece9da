import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type EventLogEntry, EventLogTail, entriesBackwards } from '@hookmd/core/event-log';

/** So many past entries are sent; a page keeps as many. */
const MAX_PAST = 10_000;
const BATCH = 50;
/** An event must be on the page 200 ms after it was recorded. */
const POLL_MS = 80;
const KEEP_ALIVE_MS = 3_000;
/** A page that took nothing for so long is gone, or sleeps and connects again. */
const STUCK_AFTER_MS = 5_000;

/**
 * Sends the event log as server-sent events until the page is gone: `past` entries, newest first, then `ready`; `live` ones at any time,
 * as they are recorded.
 */
export async function sendEvents(response: ServerResponse, eventLogDir: string): Promise<void> {
  const tail = new EventLogTail(eventLogDir);
  const sendLive = (): void => {
    // What the page did not take would stay in memory; in the event log it waits.
    if (response.writableNeedDrain) return;
    const { entries } = tail.read();
    if (entries.length > 0) response.write(entries.map((entry) => messageOf('live', entry)).join(''));
  };
  response.setTimeout(STUCK_AFTER_MS, () => response.destroy());
  const polling = setInterval(sendLive, POLL_MS);
  const keepingAlive = setInterval(() => response.write(':\n\n'), KEEP_ALIVE_MS);
  const closed = new Promise<void>((resolve) => {
    response.once('close', () => {
      clearInterval(polling);
      clearInterval(keepingAlive);
      resolve();
    });
  });
  let batch: string[] = [];
  let sent = 0;
  for (const entry of entriesBackwards(eventLogDir)) {
    batch.push(messageOf('past', entry));
    sent += 1;
    if (sent === MAX_PAST) break;
    if (batch.length < BATCH) continue;
    if (!response.write(batch.join(''))) await Promise.race([once(response, 'drain'), closed]);
    if (response.destroyed) return;
    batch = [];
  }
  response.write(`${batch.join('')}event: ready\ndata: {}\n\n`);
}

function messageOf(type: 'past' | 'live', entry: EventLogEntry): string {
  return `event: ${type}\ndata: ${JSON.stringify(entry)}\n\n`;
}

import { setTimeout as delay } from 'node:timers/promises';
import { isHookError } from '@hookmd/core/errors';
import type { ActionContext } from '../../action.ts';
import { connectNats, type NatsServer, waitForReleases } from '../../sinks/nats.ts';
import { usageError } from '../../usage-error.ts';

const DEFAULT_INTERVAL_MS = 3_600_000;
/** A thousand machines that wake at once come to the server one after another. */
const SPREAD_MS = 1_500;
const RECONNECT_MS = 30_000;

/**
 * Pulls at once, then at each interval and when `hooks fleet publish --nats` sends word, until the signal. A pull that fails
 * is reported, and the next one tries again. A message only wakes: what is put in place is what the signed release has.
 */
export async function watchReleases(
  context: ActionContext,
  pull: () => Promise<unknown>,
  server: () => NatsServer | null,
): Promise<void> {
  const { signal } = context;
  const intervalMs = readInterval(context.text('interval'));
  const tryPull = async (): Promise<void> => {
    try {
      await pull();
    } catch (error) {
      // Also that another pull holds the lock.
      if (!isHookError(error)) throw error;
      context.err(`${error.code}  ${error.message}\n  ${error.remedy}`);
    }
  };
  await tryPull();
  let wake: () => void = () => {};
  const listening = listen(context, server, () => wake());
  while (!signal.aborted) {
    const waiting = new AbortController();
    wake = () => waiting.abort();
    const either = AbortSignal.any([signal, waiting.signal]);
    const isWoken = await delay(intervalMs, false, { signal: either }).catch(() => true);
    if (signal.aborted) break;
    if (isWoken) await delay(Math.random() * SPREAD_MS, undefined, { signal }).catch(() => {});
    await tryPull();
  }
  await listening;
}

/** Without a server, or while it is away, the interval alone counts. */
async function listen(
  { signal, err }: ActionContext,
  server: () => NatsServer | null,
  wake: () => void,
): Promise<void> {
  let last = '';
  while (!signal.aborted) {
    const found = server();
    if (found !== null) {
      try {
        const connection = await connectNats(found);
        const close = (): void => void connection.close();
        signal.addEventListener('abort', close, { once: true });
        // What was announced while it was away.
        if (last !== '') wake();
        last = '';
        for await (const _ of waitForReleases(connection)) wake();
      } catch (error) {
        if (!isHookError(error)) throw error;
        if (error.message !== last) err(`${error.code}  ${error.message}\n  ${error.remedy}`);
        last = error.message;
      }
    }
    await delay(RECONNECT_MS, undefined, { signal }).catch(() => {});
  }
}

function readInterval(text: string | undefined): number {
  if (text === undefined) return DEFAULT_INTERVAL_MS;
  const [, count = '', unit = ''] = /^(\d{1,6})(s|m|h)$/.exec(text) ?? [];
  const ms = Number(count) * ({ s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? 0);
  if (ms >= 1_000 && ms <= 7 * 86_400_000) return ms;
  throw usageError('`--interval` is not a time from 1s to 168h.', 'Write `--interval 1h`.');
}

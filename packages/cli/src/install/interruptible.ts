import { setImmediate } from 'node:timers/promises';
import { HookError } from '@hookmd/core/internal/errors/hook-error';

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Watch {
  readonly signal: AbortSignal;
  readonly stop: () => void;
  /** Of those who go on at once under this watch. */
  count: number;
}

let watch: Watch | null = null;

/**
 * Asks a source for `spec` so that Ctrl-C ends it in good order: what was written is cleared away by whoever began it.
 * Throws INSTALL_INTERRUPTED, as `work` does where its signal comes.
 */
export async function interruptible<T>(spec: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  watch ??= beginWatch(() => new HookError('INSTALL_INTERRUPTED', { spec }, { exitCode: 130 }));
  const mine = watch;
  mine.count += 1;
  try {
    const result = await work(mine.signal);
    // A signal that came while nothing was waited for is only heard here.
    await setImmediate();
    mine.signal.throwIfAborted();
    return result;
  } finally {
    mine.count -= 1;
    if (mine.count === 0) {
      mine.stop();
      watch = null;
    }
  }
}

function beginWatch(why: () => HookError): Watch {
  const controller = new AbortController();
  const abort = (): void => controller.abort(why());
  for (const name of ENDS) process.on(name, abort);
  const stop = (): void => {
    for (const name of ENDS) process.off(name, abort);
  };
  return { signal: controller.signal, stop, count: 0 };
}

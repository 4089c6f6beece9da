import { type FSWatcher, watch } from 'node:fs';

/** Polls for what the file watcher misses: a directory that appears later, network file systems, too many watches. */
const LOOK_EVERY_MS = 500;

/** Calls `look` at once, and whenever something may have changed in a directory, until one of these signals comes. */
export function follow(
  directory: string,
  look: () => void,
  signals: readonly NodeJS.Signals[] = ['SIGINT'],
): Promise<130> {
  return new Promise((resolve) => {
    let watcher: FSWatcher | null = null;
    const tick = (): void => {
      watcher ??= tryWatch(directory, look, () => {
        watcher = null;
      });
      look();
    };
    const timer = setInterval(tick, LOOK_EVERY_MS);
    const end = (): void => {
      clearInterval(timer);
      watcher?.close();
      resolve(130);
    };
    for (const signal of signals) process.once(signal, end);
    tick();
  });
}

function tryWatch(directory: string, look: () => void, lose: () => void): FSWatcher | null {
  try {
    const watcher = watch(directory, look);
    return watcher.on('error', () => {
      watcher.close();
      lose();
    });
  } catch {
    return null;
  }
}

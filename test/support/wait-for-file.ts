import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves to true as soon as the file exists, to false when it is called off. */
export async function waitForFile(path: string, calledOff: AbortSignal): Promise<boolean> {
  while (!calledOff.aborted) {
    if (existsSync(path)) return true;
    await delay(10);
  }
  return false;
}

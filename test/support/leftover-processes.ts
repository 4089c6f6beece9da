import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A killed process needs a moment until the kernel has taken it away. */
const PATIENCE_MS = 1000;

/**
 * Command lines of the processes whose environment still names `text`, after a second of patience; a
 * scratch place's own path finds everything that a hook of it left behind, wherever it went.
 *
 * Linux only; elsewhere nothing can be found this way.
 */
export async function leftoverProcesses(text: string): Promise<readonly string[]> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const left = findProcesses(text);
    if (left.length === 0 || performance.now() > giveUpAt) return left;
    await delay(20);
  }
}

/** Ends those processes, each by its number, until none is left: what a test has started in the background may still be starting. */
export async function endProcesses(text: string): Promise<void> {
  for (let quietRounds = 0; quietRounds < 3; await delay(20)) {
    const found = findProcesses(text);
    quietRounds = found.length === 0 ? quietRounds + 1 : 0;
    for (const line of found) killIfThere(Number.parseInt(line, 10));
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended in this moment.
  }
}

function findProcesses(text: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // A zombie has no environment any more.
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(text)) return [];
        return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`];
      } catch {
        return [];
      }
    });
}

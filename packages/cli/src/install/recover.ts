import { join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { isHookError } from '@hookmd/core/internal/errors/hook-error';
import { changeState } from '@hookmd/core/internal/registry/compile-now';
import { removeTree } from '@hookmd/core/internal/trust/remove-tree';
import { carryOut } from './commit.ts';
import { abandonedIds, readInstallRecord } from './journal.ts';
import { clearStage } from './stage.ts';
import { installsDir } from './unfinished.ts';

export interface Recovery {
  /** What was finished, by the words it was called with. */
  readonly finished: readonly string[];
  /** Why something could not be finished or cleared away; the next command tries again. */
  readonly problems: readonly string[];
}

/**
 * Finishes what calls that were killed had decided, and clears away what others had only begun. Leaves alone what a
 * running process is about.
 */
export async function recover(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Recovery> {
  const finished: string[] = [];
  const problems: string[] = [];
  for (const id of abandonedIds(places.stateDir)) {
    try {
      const title = await settle(places, environment, id);
      if (title !== null) finished.push(title);
    } catch (error) {
      if (!isHookError(error)) throw error;
      problems.push(`${error.message} ${error.remedy}`);
    }
  }
  return { finished, problems };
}

/** What was finished; null = nothing had been decided, or another process was faster. */
async function settle(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
  id: string,
): Promise<string | null> {
  const { stateDir } = places;
  let title: string | null = null;
  if (readInstallRecord(stateDir, id)?.change)
    await changeState(places, environment, async () => {
      const change = readInstallRecord(stateDir, id)?.change ?? null;
      if (change === null) return;
      carryOut(places, change);
      title = change.title;
    });
  removeTree(join(installsDir(stateDir), id));
  clearStage(stateDir, id, readInstallRecord(stateDir, id)?.stage ?? null);
  return title;
}

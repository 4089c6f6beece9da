import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Issue, isHookError, issue } from '@hookmd/core/errors';
import { changeState } from '@hookmd/core/hook-index';
import type { Places } from '@hookmd/core/manifest';
import type { Survey } from '@hookmd/core/registry';
import { isGone } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import { removeTree } from '@hookmd/core/trust';
import { applyChange } from './apply.ts';
import { allScopes } from './install-scope.ts';
import { findLockfileIssues } from './lockfile.ts';
import { abandonedIds, clearStage, readInstallRecord, STAGE } from './staging.ts';
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
      applyChange(places, change);
      title = change.title;
    });
  removeTree(join(installsDir(stateDir), id));
  clearStage(stateDir, id, readInstallRecord(stateDir, id)?.stage ?? null);
  return title;
}

/** For `doctor`: locks that do not hold, installations that were killed, and stages that nothing remembers. Changes nothing. */
export function examineInstalls(seen: Survey): readonly Issue[] {
  const { stateDir } = seen.places;
  const left = existsSync(installsDir(stateDir)) ? abandonedIds(stateDir) : [];
  const stages = stagesOf(seen).filter((path) => !left.some((id) => path.endsWith(STAGE + id)));
  return [
    ...(left.length === 0 ? [] : [issue('INSTALL_LEFT', {}, { path: installsDir(stateDir) })]),
    ...stages.map((path) => issue('INSTALL_STAGE', { path, quoted: quoteWord(path) }, { path })),
    ...findLockfileIssues(seen),
  ];
}

/** Of processes that have ended. */
function stagesOf({ places }: Survey): readonly string[] {
  try {
    return allScopes(places).flatMap(({ stageDir }) =>
      (existsSync(stageDir) ? readdirSync(stageDir) : [])
        .filter((name) => name.startsWith(STAGE) && isGone(name.slice(STAGE.length)))
        .map((name) => join(stageDir, name)),
    );
  } catch (error) {
    if (!isHookError(error)) throw error;
    return []; // said where the lock is looked at
  }
}

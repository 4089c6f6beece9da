import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isHookError } from '@hookmd/core/internal/errors/hook-error';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import { isGone } from '@hookmd/core/internal/state/lock';
import { lockIssues } from './check-lock.ts';
import { allScopes } from './install-scope.ts';
import { abandonedIds } from './journal.ts';
import { STAGE } from './stage.ts';
import { installsDir } from './unfinished.ts';

/** For `doctor`: locks that do not hold, installations that were killed, and stages that nothing remembers. Changes nothing. */
export function examineInstalls(seen: Survey): readonly Issue[] {
  const { stateDir } = seen.places;
  const left = existsSync(installsDir(stateDir)) ? abandonedIds(stateDir) : [];
  const stages = stagesOf(seen).filter((path) => !left.some((id) => path.endsWith(STAGE + id)));
  return [
    ...(left.length === 0 ? [] : [issue('INSTALL_LEFT', {}, { path: installsDir(stateDir) })]),
    ...stages.map((path) => issue('INSTALL_STAGE', { path, quoted: quoteWord(path) }, { path })),
    ...lockIssues(seen),
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

import { join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { isBuilt, type ProgramInC } from './built-program.ts';

/** What starts the programs of a resident runtime, beside the launcher of its state folder. */
export function nativeSpawner({ stateDir }: Pick<Places, 'stateDir'>): ProgramInC {
  return {
    path: join(stateDir, 'bin', 'hooks-spawn'),
    source: `${import.meta.dirname}/hooks-spawn.c`,
    strings: {},
    trial: ['--version'],
  };
}

/** Elsewhere Node starts programs without copying itself. */
export const canHaveNativeSpawner: boolean = process.platform === 'linux';

/** Its path; null = there is none that is ours. */
export function builtSpawner(places: Pick<Places, 'stateDir'>): string | null {
  const program = nativeSpawner(places);
  return canHaveNativeSpawner && isBuilt(program) ? program.path : null;
}

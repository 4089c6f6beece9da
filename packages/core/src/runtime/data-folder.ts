import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from '../discovery/places.ts';
import { mayBeForeign } from '../events/source.ts';
import type { ActiveHook } from '../registry/active-set.ts';
import { encodeFileName } from '../state/file-name.ts';
import { makeFolder } from '../state/make-folder.ts';

/** The hook's own writable folder; packages of two projects never share one. Where it cannot be made the hook still runs, and finds it missing. */
export function makeDataDir(places: Places, hook: ActiveHook): string {
  const dir = dataDirOf(places, hook);
  try {
    // Nearly always it is there, and a look is cheaper than the error of making it once more.
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) makeFolder(dir);
  } catch {
    // A full or read-only disk must not keep a guard from guarding.
  }
  return dir;
}

/** Where that is, whether it is there or not. */
export function dataDirOf(
  { stateDir, projectDir }: Places,
  { source, name }: Pick<ActiveHook, 'source' | 'name'>,
): string {
  const owner = mayBeForeign(source) ? join(source, encodeFileName(projectDir)) : source;
  return join(stateDir, 'data', owner, name);
}

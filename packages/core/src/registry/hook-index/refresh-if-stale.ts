import type { Inventory } from '../inventory/survey.ts';
import { inventoryFingerprint } from './fingerprint.ts';
import { partPaths, readPart } from './index-file.ts';

/**
 * Compiles the index files where they differ from `seen`.
 *
 * Best effort, because a command that only reads must not fail: an outdated index contains approved versions only.
 */
export async function refreshIfStale(
  seen: Inventory,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const paths = partPaths(seen.places.stateDir, seen.places.projectDir);
  const isFresh =
    readPart(paths.user)?.inputs === inventoryFingerprint(seen, 'user') &&
    readPart(paths.project)?.inputs === inventoryFingerprint(seen, 'project');
  if (isFresh) return;
  const { refreshQuietly } = await import('./refresh.ts');
  await refreshQuietly(seen.places, environment);
}

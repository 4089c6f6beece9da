import type { Survey } from '../inventory/survey.ts';
import { surveyFingerprint } from './fingerprint.ts';
import { partPaths, readPart } from './index-file.ts';

/**
 * Brings the compiled files up to date where they no longer say what was surveyed. Cheap where they do.
 *
 * Best effort: a command that only reads must not fail by it. The event path compiles for itself where
 * a file is missing, and an outdated one still holds approved bytes only.
 */
export async function refreshIfStale(
  seen: Survey,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const paths = partPaths(seen.places.stateDir, seen.places.projectDir);
  const isFresh =
    readPart(paths.user)?.inputs === surveyFingerprint(seen, 'user') &&
    readPart(paths.project)?.inputs === surveyFingerprint(seen, 'project');
  if (isFresh) return;
  const { refreshQuietly } = await import('./refresh.ts');
  await refreshQuietly(seen.places, environment);
}

import type { Places } from '@hookmd/core/internal/discovery/places';
import { stillHolds } from '@hookmd/core/internal/registry/basis';
import type { Context } from './context.ts';
import { type Overview, readKept } from './overview-file.ts';

/** All packages as they are now: the kept overview as long as nothing it was made from has changed. */
export async function overviewOf(context: Context, places: Places): Promise<Overview> {
  const kept = readKept(places);
  if (kept !== null && stillHolds(kept.basis, places, context.environment)) return kept.overview;
  const { makeOverview } = await import('./make-overview.ts');
  return makeOverview(context, places);
}

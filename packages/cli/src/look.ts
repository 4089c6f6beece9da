import { refreshIfStale } from '@hookmd/core/internal/registry/refresh-if-stale';
import { type Survey, survey } from '@hookmd/core/internal/registry/survey';
import { type Context, placesOf } from './context.ts';

/** Surveys everything for a command that reads, and brings the compiled files up to date. */
export async function look(context: Context): Promise<Survey> {
  const seen = await survey(placesOf(context), context.environment);
  await refreshIfStale(seen, context.environment);
  return seen;
}

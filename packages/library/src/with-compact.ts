import type { Recipe } from './compact.ts';
import { sessionOptions } from './option-shapes.ts';
import { COMPACT } from './recipes.ts';
import type { SessionOptions } from './session.ts';

/** What a session is begun with, of options of an adapter that may have more: `compact` is a recipe too, where there is one. */
export function withCompact(
  options: SessionOptions,
  compact: (() => ReturnType<Recipe>) | undefined,
): SessionOptions {
  const own = Object.entries(options).filter(([key]) => Object.hasOwn(sessionOptions, key));
  const recipes = compact === undefined ? {} : { recipes: { ...options.recipes, [COMPACT]: compact } };
  return { ...Object.fromEntries(own), ...recipes };
}

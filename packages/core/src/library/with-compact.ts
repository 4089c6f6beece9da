import type { Recipe } from './compact.ts';
import { COMPACT } from './recipes.ts';
import type { SessionOptions } from './session.ts';

/** Options of a session in which `compact` is a recipe too; undefined = they are as they are. */
export function withCompact(
  options: SessionOptions,
  compact: (() => ReturnType<Recipe>) | undefined,
): SessionOptions {
  return compact === undefined
    ? options
    : { ...options, recipes: { ...options.recipes, [COMPACT]: compact } };
}

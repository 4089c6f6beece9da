import { describeThrown } from '@hookmd/core/internal/errors/hook-error';
import type { Decision } from '@hookmd/core/internal/protocol/decision';
import type { Asker } from './asker.ts';
import { asMessages, compactWith, type Recipe } from './compact.ts';
import { hear, hearBoth } from './heard.ts';
import type { CallsRecipe, Heard, Replaced } from './outcomes.ts';

/** The recipe that every agent has which compacts at all. */
export const COMPACT = 'compact';

/** The recipes of one agent, and whether one of them runs just now. */
export class Recipes {
  readonly #recipes: Readonly<Record<string, Recipe>>;
  #running = 0;

  constructor(recipes: Readonly<Record<string, Recipe>>) {
    this.#recipes = recipes;
  }

  /** While a recipe works, a full context asks for no other one. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  find(name: string): Recipe | undefined {
    return Object.hasOwn(this.#recipes, name) ? this.#recipes[name] : undefined;
  }

  async run(recipe: Recipe, args: Readonly<Record<string, string>>): Promise<Awaited<ReturnType<Recipe>>> {
    this.#running += 1;
    try {
      return await recipe(args);
    } finally {
      this.#running -= 1;
    }
  }
}

/** What a decision puts in the place of the conversation, with the recipe run that it calls for; null = nothing. */
export async function replacementOf(
  asker: Asker,
  decision: Decision,
  recipes: Recipes,
): Promise<Replaced | CallsRecipe | Failed | null> {
  const heard = hear(decision);
  const { messages, callback } = decision;
  if (messages !== null) return { kind: 'replaced', ...heard, messages: messages as Replaced['messages'] };
  if (callback === null) return null;
  const { name, args } = callback;
  const recipe = recipes.find(name);
  if (recipe === undefined) return { kind: 'recipe', name, args, ...heard };
  const run = (): ReturnType<Recipe> => recipes.run(recipe, args);
  if (name === COMPACT) {
    const outcome = await compactWith(asker, { trigger: 'auto' }, run);
    const all = hearBoth(heard, outcome);
    if (outcome.kind === 'replaced') return { ...outcome, ...all };
    const why = outcome.kind === 'blocked' ? outcome.reason : describeThrown(outcome.error);
    return failed(name, why, all);
  }
  try {
    return { kind: 'replaced', messages: asMessages(await run()), ...heard };
  } catch (error) {
    return failed(name, describeThrown(error), heard);
  }
}

/** The conversation stays as it is. */
interface Failed {
  readonly kind: 'failed';
  readonly heard: Heard;
}

function failed(name: string, why: string, heard: Heard): Failed {
  return { kind: 'failed', heard: { ...heard, problems: [...heard.problems, `recipe ${name}: ${why}`] } };
}

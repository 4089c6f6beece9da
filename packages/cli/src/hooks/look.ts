import { refreshIfStale } from '@hookmd/core/hook-index';
import { type Inventory, readInventory } from '@hookmd/core/registry';
import { agentVariable, type Context, placesOf } from '../command-line/context.ts';
import { listLeftovers } from '../install/leftovers.ts';

/**
 * Surveys everything for a command that reads, and brings the compiled files up to date. What an `install` that was killed
 * left is put back or removed first, unless an agent calls.
 */
export async function look(context: Context): Promise<Inventory> {
  const places = placesOf(context);
  if (agentVariable(context.environment) === null && listLeftovers(places).length > 0) {
    const { removeLeftovers } = await import('../install/staging.ts');
    await removeLeftovers(places, context.environment);
  }
  const seen = await readInventory(places, context.environment);
  await refreshIfStale(seen, context.environment);
  return seen;
}

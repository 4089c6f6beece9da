import { refreshIfStale } from '@hookmd/core/hook-index';
import { type Inventory, readInventory } from '@hookmd/core/registry';
import { agentVariable, type Context, placesOf } from '../command-line/context.ts';
import { listLeftovers } from '../install/check-installed.ts';

/**
 * Takes the inventory for a command that reads, and updates the hook index. What a killed `install` left is restored or removed
 * first, unless an agent calls.
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

import type { Hooks, HooksOptions } from './hooks.ts';

/**
 * Opens the hooks of a project. Reads once what is approved: `enable` and `disable` take effect with the next `createHooks`.
 *
 * Throws OPTIONS_INVALID and SETTINGS_NOT_FOUND.
 */
export async function createHooks(options: HooksOptions = {}): Promise<Hooks> {
  // Importing the library loads nothing that runs hooks.
  const { openHooks } = await import('./open-hooks.ts');
  return openHooks(options);
}

import type { Hooks, HooksOptions } from './hooks.ts';

/**
 * Opens the hooks of a project. Reads the approved hooks once: `enable` and `disable` take effect with the next `createHooks`.
 *
 * Throws OPTIONS_INVALID and SETTINGS_NOT_FOUND.
 */
export async function createHooks(options: HooksOptions = {}): Promise<Hooks> {
  // So that importing the library does not load the runtime.
  const { openHooks } = await import('./open-hooks.ts');
  return openHooks(options);
}

import type { Builtin } from './builtin.ts';

/** Where the host names no threshold, or none above zero: a threshold of zero would compact after every turn. */
const DEFAULT_THRESHOLD = 0.8;

/**
 * Calls for the recipe `compact` once the context is as full as the threshold says, and not before.
 *
 * The host runs recipes with `auto_compact_enabled: false`, so that compacting never causes compacting (N9).
 * Source: features.md N5, X19.
 */
export const compactTrigger: Builtin = {
  name: 'compact-trigger',
  about:
    'Asks the agent to compact the conversation once its context is as full as auto_compact_threshold says',
  event: 'TurnEnd',
  recipe: 'compact',
  ask({ auto_compact_enabled: isEnabled, auto_compact_threshold: given, usage }) {
    const { current_context_window: current, max_context_window: max } = usage;
    const threshold = given !== undefined && given > 0 ? given : DEFAULT_THRESHOLD;
    // Divided, as hosts and hooks do it: 0.55 times 100 is more than 55.
    return isEnabled && max > 0 && current / max >= threshold ? { callback: 'compact' } : {};
  },
};

import type { EventPayload } from '../events/event.ts';
import type { JsonObject } from '../events/json.ts';
import type { Executor } from './executor.ts';

/** A hook that is part of HookMD: it has no files, needs no approval, and returns output of the protocol `hookmd`. */
export interface Builtin {
  readonly name: string;
  readonly about: string;
  /** The one event that it listens to, which permits replacing the conversation. */
  readonly event: 'TurnEnd';
  /** The host action that it calls for; on a host without it, it is skipped. */
  readonly hostAction: string;
  /** Pure. */
  readonly decide: (event: EventPayload<'TurnEnd'>) => JsonObject;
}

/** Where the host names no threshold, or none above zero: a threshold of zero would compact after every turn. */
const DEFAULT_THRESHOLD = 0.8;

/**
 * Calls for the host action `compact` once the context is as full as the threshold, and not before (N5, X19).
 *
 * The host runs host actions with `auto_compact_enabled: false`, so that compacting never causes compacting (N9).
 */
export const compactTrigger: Builtin = {
  name: 'compact-trigger',
  about: 'Requests compaction once the context reaches auto_compact_threshold',
  event: 'TurnEnd',
  hostAction: 'compact',
  decide({ auto_compact_enabled: isEnabled, auto_compact_threshold: given, usage }) {
    const { current_context_window: current, max_context_window: max } = usage;
    const threshold = given !== undefined && given > 0 ? given : DEFAULT_THRESHOLD;
    // Divided, as hosts and hooks do it: 0.55 times 100 is more than 55.
    return isEnabled && max > 0 && current / max >= threshold ? { callback: 'compact' } : {};
  },
};

/** Every built-in hook, as rows. */
export const builtins: readonly Builtin[] = [compactTrigger];

/** Runs a built-in hook, by the name that takes the place of a program. */
export const builtin: Executor = {
  startsProcess: false,
  async run({ argv: [name], stdin }) {
    const row = builtins.find((item) => item.name === name);
    const output = row?.decide(JSON.parse(stdin.toString('utf8'))) ?? {};
    return { kind: 'ended', exitCode: 0, stdout: Buffer.from(JSON.stringify(output)), stderr: '' };
  },
};

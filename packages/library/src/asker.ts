import { HookError } from '@hookmd/core/internal/errors/hook-error';
import type { Decision } from '@hookmd/core/internal/protocol/decision';
import { type EventName, eventRow } from '@hookmd/core/internal/protocol/events';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { Fired } from '@hookmd/core/internal/runtime/runtime';
import type { ToolWords } from '@hookmd/core/internal/wires/tool-words';

/** What holds for one question and not for the next. */
interface AskLimits {
  /** Ends what is being asked. What was to be judged by then counts as blocked. */
  readonly signal?: AbortSignal | undefined;
  /** What is wrong with an input that a hook made; null = nothing. What does not fit is refused whole, and the original kept. */
  readonly check?: ((input: JsonObject) => string | null) | undefined;
}

/** Asks the hooks of one conversation: all that a verb needs to know of them. */
export interface Asker {
  /** False = no hook listens to the event, so that nothing need be made of it. Nanoseconds. */
  readonly concerns: (event: EventName) => boolean;
  /** Never throws because of a hook. Throws PAYLOAD, and HOOKS_CLOSED after `close`. */
  readonly ask: (event: EventName, payload: JsonObject, limits?: AskLimits) => Promise<Decision>;
  /** Any of them ends the conversation. */
  readonly signals: readonly AbortSignal[];
}

/** What the conversations of one Hooks object stand on. */
export interface Ground {
  /** How this agent calls the tools of Claude's vocabulary. */
  readonly words: ToolWords;
  /** Aborted when nobody is asked any more. */
  readonly ending: AbortSignal;
  readonly concerns: (event: EventName) => boolean;
  readonly fire: (event: EventName, payload: JsonObject, limits?: FireLimits) => Promise<Fired>;
}

export interface FireLimits extends Pick<AskLimits, 'check'> {
  /** Any of them ends what is being asked. */
  readonly signals?: readonly AbortSignal[];
  /** The only recipes that the host has for this event; absent = what a local host has. */
  readonly recipes?: readonly string[] | undefined;
}

interface AskerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly recipes?: Readonly<Record<string, unknown>> | undefined;
}

export function askerOf(ground: Ground, base: JsonObject, options: AskerOptions): Asker {
  const recipes = options.recipes === undefined ? undefined : Object.keys(options.recipes);
  const { ending } = ground;
  const own = options.signal === undefined ? [] : [options.signal];
  return {
    concerns: ground.concerns,
    signals: [ending, ...own],
    async ask(event, payload, { signal, check } = {}) {
      const isGate = eventRow(event).class === 'gate';
      // What is asked after something was done is not called off: its output is to be redacted all the same.
      const signals = !isGate ? [] : signal === undefined ? own : [...own, signal];
      const { decision } = await ground.fire(event, { ...base, ...payload }, { signals, check, recipes });
      const isOff = [ending, ...signals].some(({ aborted }) => aborted);
      if (!isOff || decision.decision === 'block') return decision;
      if (!isGate) throw new HookError('HOOKS_CLOSED', { event });
      return { ...decision, decision: 'block', reason: 'it was called off before it was judged' };
    },
  };
}

import type { Answer } from '../events/answer.ts';
import type { HookEvent } from '../events/event.ts';
import { type HookRun, isFailed } from '../events/outcome.ts';
import type { PlannedHook } from './plan.ts';

/** One hook, asked or not: the row for people, and what its answer does to the event. */
export interface Asked {
  readonly planned: PlannedHook;
  readonly run: HookRun;
  /** Already held to permits and contract; empty where there is none. */
  readonly answer: Answer;
  /** The event after its change; the same object where it changed nothing. */
  readonly event: HookEvent;
  /** It could not be asked, and its `onFailure` is `block`. */
  readonly failsClosed: boolean;
  /** What it asked for and did not get, and why. */
  readonly dropped: readonly string[];
  /** Values its redaction removed. */
  readonly removed: readonly string[];
}

/** What is known of a hook before it was asked. */
export type Unasked = Omit<Asked, 'run' | 'failsClosed'>;

/** It could not be asked, or what it said does not count. */
export function failedToAsk(unasked: Unasked, run: HookRun): Asked {
  return { ...unasked, run, failsClosed: isFailed(run) && blocksOnFailure(unasked.planned) };
}

/** An observer decides nothing, so its failure does not either. */
export function blocksOnFailure({ hook, phase }: PlannedHook): boolean {
  return hook.onFailure === 'block' && phase !== 'observe';
}

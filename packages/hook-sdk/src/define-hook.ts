import type { EventName, EventPayload } from '@hookmd/core/protocol';
import type { HookAnswer, Verbs } from './answers.ts';

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement has no opinion
type Judgement = HookAnswer | undefined | void;

/** A hook as its author writes it. */
export interface Hook<E extends EventName = EventName> {
  /** The event it is asked about; it types the payload and the verbs. */
  readonly on: E;
  /**
   * Judges one event. Return nothing for "no opinion"; throw, and the run has failed: the `onFailure`
   * of the manifest decides what that means.
   */
  run(event: EventPayload<E>, verbs: Verbs<E>): Judgement | Promise<Judgement>;
}

/** Gives the hook back as it is; it is there for the types. */
export function defineHook<const E extends EventName>(hook: Hook<E>): Hook<E> {
  return hook;
}

import type { EventName } from '@hookmd/core/protocol';

/** A hook did not let it go on: a message, a call of the model, or the whole run. */
export class HookBlockedError extends Error {
  override readonly name = 'HookBlockedError';
  /** The event that was blocked; null = a hook wanted the agent to stop. */
  readonly event: EventName | null;
  /** What the hooks said, for whoever asked for it. */
  readonly reason: string;

  constructor(event: EventName | null, reason: string) {
    super(reason);
    this.event = event;
    this.reason = reason;
  }
}

/** The block in what an agent threw, where it is one: LangChain wraps what comes out of a middleware. Null = it is none. */
export function blockOf(thrown: unknown): HookBlockedError | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof HookBlockedError) return error;
  }
  return null;
}

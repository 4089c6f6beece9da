import type { EventName } from '@hookmd/core/internal/protocol/events';

/** A hook did not let it go on: a message, a call of the model, a call of a tool, or the whole run. Thrown by adapters of frameworks. */
export class HookBlockedError extends Error {
  override readonly name = 'HookBlockedError';
  /** The event that was blocked; null = a hook wanted the agent to stop. */
  readonly event: EventName | null;
  /** What the hooks said, for whoever asked for it. */
  readonly reason: string;

  constructor(event: EventName | null, reason: string, message: string = reason) {
    super(message);
    this.event = event;
    this.reason = reason;
  }
}

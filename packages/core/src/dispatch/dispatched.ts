import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';

/** The decision, and the event as it stands after every accepted change. */
export interface Dispatched {
  readonly decision: Decision;
  readonly event: HookEvent;
  /** Ends every process of it that is still there, at once; null = none was started. */
  readonly endProcesses: (() => void) | null;
}

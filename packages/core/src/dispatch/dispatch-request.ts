import type { HookEvent } from '../protocol/event.ts';
import type { ActiveHook, ActiveSet } from '../registry/active-set.ts';
import type { Host } from './host.ts';

/** Remembers failures in a row across processes. */
export interface HookBreakers {
  isOpen(hook: ActiveHook): boolean;
  settle(hook: ActiveHook, hasFailed: boolean): void;
}

export interface DispatchRequest {
  readonly event: HookEvent;
  readonly set: ActiveSet;
  readonly host: Host;
  /** Overrides the host's budget. */
  readonly budgetMs?: number | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly traceId: string;
  readonly spanId: string;
  readonly breakers: HookBreakers;
  /** A writable folder of the hook's own. Called only for hooks that run. */
  readonly dataDir: (hook: ActiveHook) => string;
  readonly signal?: AbortSignal;
}

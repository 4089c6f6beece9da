import type { HookEvent } from '../events/event.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import type { ExecutorRequest } from '../executors/executor.ts';
import type { ActiveHook, ActiveSet } from '../registry/active-set.ts';
import type { OnceMemory } from '../registry/once.ts';
import type { ToldMemory } from '../registry/told.ts';
import type { Host } from './host.ts';
import type { LateWork } from './late-work.ts';

/** Remembers failures in a row across processes. */
export interface HookBreakers {
  isOpen(hook: ActiveHook): boolean;
  settle(hook: ActiveHook, hasFailed: boolean): void;
}

/** Is told while a dispatch goes on; for people who look for what hangs. Nothing of it is redacted: no texts. */
export interface HookWatch {
  starts(hook: ActiveHook, phase: Phase): void;
  ends(run: Omit<HookRun, 'reason' | 'stderrTail' | 'warnings'>): void;
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
  /** False = the caller traces, and leaves this trace out; default true. */
  readonly isSampled?: boolean;
  /** The runtime of this dispatch: what it starts, that one ends. */
  readonly owner: object;
  /** As in `ExecutorRequest`. */
  readonly warm?: ExecutorRequest['warm'];
  /** As in `ExecutorRequest`. */
  readonly models?: ExecutorRequest['models'];
  readonly breakers: HookBreakers;
  /** A writable folder of the hook's own. Called only for hooks that run. */
  readonly dataDir: (hook: ActiveHook) => string;
  /** Which hooks were asked already that are asked once; absent = nobody remembers. */
  readonly once?: OnceMemory;
  /** Which observers were told of this very event already; absent = it is fired for the first time. */
  readonly told?: ToldMemory;
  /** The internal operation in which the agent fires it (`commit`, `pr`, …); absent = none, the user's own work. */
  readonly context?: string | undefined;
  /**
   * Takes over the runs that nobody waits for; returns why it could not, null = it has them. Absent = they are waited
   * for, as any observer.
   */
  readonly background?: (work: LateWork) => Promise<string | null>;
  readonly signal?: AbortSignal;
  readonly watch?: HookWatch;
}

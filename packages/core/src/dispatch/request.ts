import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import { type EventName, eventRow, type Permit } from '../events/events.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import type { ExecutorRequest } from '../executors/executor.ts';
import type { Format } from '../protocols/format.ts';
import type { ActiveHook, ActiveSet } from '../registry/active-set.ts';
import type { OnceMemory, ReportedMemory } from '../registry/once.ts';
import type { BackgroundWork } from './result.ts';

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
  readonly told?: ReportedMemory;
  /** The internal operation in which the agent fires it (`commit`, `pr`, …); absent = none, the user's own work. */
  readonly context?: string | undefined;
  /**
   * Takes over the runs that nobody waits for; returns why it could not, null = it has them. Absent = they are waited
   * for, as any observer.
   */
  readonly background?: (work: BackgroundWork) => Promise<string | null>;
  readonly signal?: AbortSignal;
  readonly watch?: HookWatch;
}

/** The agent on whose behalf an event is dispatched. An attachment is a host with more around it. */
export interface Host {
  readonly name: string;
  readonly wire: Pick<Format, 'readEvent' | 'writeEvent' | 'writeAnswer'>;
  /** What the agent can honour on this event. A change it cannot honour is never asked for. */
  honours(event: EventName): readonly Permit[];
  /** Why the agent cannot be told of this change of the input that it sent; null = it can. Default: it always can. */
  cannotCarry?(sent: HookEvent, changed: HookEvent): string | null;
  /** Whether a message comes from the user, not from the agent to itself. Default: it does. */
  isFromUser?(event: HookEvent): boolean;
  /** Whether the agent stops when an answer of this event says so. */
  halts(event: EventName): boolean;
  /** Names of the recipes it can run where an answer calls for one. */
  readonly recipes: readonly string[];
  /** Milliseconds after which the agent gives up on us and goes on; null = it waits. */
  budgetMs(event: EventName): number | null;
}

/** What compacts a conversation: every host that has recipes at all has this one. */
const COMPACT_HOST_ACTION = 'compact';

/** A caller that honours everything and waits: `hooks run` without `--agent`, and the library. */
export function localHost(wire: Host['wire'], recipes: readonly string[] = [COMPACT_HOST_ACTION]): Host {
  return {
    name: 'local',
    wire,
    honours: (event) => eventRow(event).permits,
    halts: () => true,
    recipes,
    budgetMs: () => null,
  };
}

/** The decision, and the event as it stands after every accepted change. */
export interface Dispatched {
  readonly decision: Decision;
  readonly event: HookEvent;
  /** Ends every process of it that is still there, at once; null = none was started. */
  readonly endProcesses: (() => void) | null;
}

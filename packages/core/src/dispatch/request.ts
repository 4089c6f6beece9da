import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import type { EventName, Permit } from '../events/events.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import type { ExecutorRequest } from '../executors/executor.ts';
import type { Format } from '../protocols/format.ts';
import type { ActiveHook, HookIndex } from '../registry/hook-index/hook-index.ts';
import type { CallAllowance } from '../sessions/allowances.ts';
import type { BlockedCalls } from '../sessions/blocked-calls.ts';
import type { OnceMemory, ReportedMemory } from '../sessions/sessions.ts';
import type { BackgroundWork } from './result.ts';

/** Remembers failures in a row across processes. */
export interface HookBreakers {
  isOpen(hook: ActiveHook): boolean;
  settle(hook: ActiveHook, hasFailed: boolean): void;
}

/** Remembers which hooks have changed an event, across processes. */
export interface ModifierMemory {
  has(hook: ActiveHook): boolean;
  add(hook: ActiveHook): void;
}

/** Receives the start and end of every run, without texts, because nothing of it is redacted. */
export interface HookWatch {
  starts(hook: ActiveHook, phase: Phase): void;
  ends(run: Omit<HookRun, 'reason' | 'stderrTail' | 'warnings'>): void;
}

export interface DispatchRequest {
  readonly event: HookEvent;
  readonly set: HookIndex;
  readonly host: Host;
  /** Overrides the host's budget. */
  readonly budgetMs?: number | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly traceId: string;
  readonly spanId: string;
  /** False = the caller traces, and leaves this trace out; default true. */
  readonly isSampled?: boolean;
  /** The runtime of this dispatch, which ends the processes that it starts. */
  readonly owner: object;
  /** As in `ExecutorRequest`. */
  readonly warm?: ExecutorRequest['warm'];
  /** As in `ExecutorRequest`. */
  readonly models?: ExecutorRequest['models'];
  readonly breakers: HookBreakers;
  /** Absent = no memory. */
  readonly modifiers?: ModifierMemory | undefined;
  /** The user's allowance of this call; absent = none. */
  readonly allowance?: CallAllowance;
  /** What hooks blocked earlier in the session; absent = no memory. */
  readonly blockedCalls?: BlockedCalls;
  /** Where handlers run, for past events whose directory may be gone. Default: the directory of the event. */
  readonly workDir?: (cwd: string) => string;
  /** Returns the writable directory of a hook. Called only for hooks that run. */
  readonly dataDir: (hook: ActiveHook) => string;
  /** Which hooks with `once` have run; absent = no memory. */
  readonly once?: OnceMemory;
  /** Which observers have run on this event already; absent = the agent sends it for the first time. */
  readonly reported?: ReportedMemory;
  /** The internal operation of the agent (`commit`, `pr`, …); absent = none, the user's own work. */
  readonly context?: string | undefined;
  /** Takes over asynchronous runs; returns why it could not, or null. Absent = the dispatch waits for them as for any observer. */
  readonly background?: (work: BackgroundWork) => Promise<string | null>;
  readonly signal?: AbortSignal;
  readonly watch?: HookWatch;
}

/** The agent for which an event is dispatched. */
export interface Host {
  readonly name: string;
  readonly format: Pick<Format, 'readEvent' | 'writeEvent' | 'writeDecision'>;
  /** What the agent can honor on this event. */
  honours(event: EventName): readonly Permit[];
  /** Why the agent's format cannot carry this change of the input; null = it can. Default: it always can. */
  cannotCarry?(sent: HookEvent, changed: HookEvent): string | null;
  /** Hooks get the path of a file as an absolute one, as from Claude Code. Default: as it came. */
  readonly resolvesPaths?: boolean;
  /** Whether a prompt comes from the user, not from the agent itself. Default: it does. */
  isFromUser?(event: HookEvent): boolean;
  /** Whether the agent stops when a decision on this event requests it. */
  halts(event: EventName): boolean;
  /** Names of the host actions that the agent can run. */
  readonly hostActions: readonly string[];
  /** Milliseconds after which the agent proceeds without a decision; null = it waits. */
  budgetMs(event: EventName): number | null;
}

/** The decision, and the event after every accepted change. */
export interface Dispatched {
  readonly decision: Decision;
  readonly event: HookEvent;
  /** Replaces what redactions removed, and known formats of secrets. */
  readonly redact: (text: string) => string;
}

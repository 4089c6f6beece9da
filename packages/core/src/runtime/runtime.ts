import type { BackgroundOrigin } from '../background/job.ts';
import type { Places } from '../discovery/places.ts';
import type { HookBreakers, HookWatch, Host } from '../dispatch/request.ts';
import type { BackgroundWork } from '../dispatch/result.ts';
import type { TraceIds } from '../event-log/ids.ts';
import type { appendRecord } from '../event-log/record.ts';
import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import type { EventName } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import type { ExecutorRequest } from '../executors/executor.ts';
import type { ModelCaller } from '../executors/model/model-caller.ts';
import type { HandlerBuilder } from '../registry/built-handler.ts';
import type { ActiveHook, HookIndex, LoadedSet } from '../registry/hook-index/hook-index.ts';
import type { Trust } from '../registry/inventory/settle-names.ts';

/** Options of `openRuntime`. */
export interface RuntimeOptions {
  readonly places: Places;
  readonly host: Host;
  /** The environment of the agent; handlers get an allowlist of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** `--project`: overrides the payload. */
  readonly project?: string | undefined;
  /** `all` compiles the hooks directories anew and writes nothing. Default `approved`. */
  readonly trust?: Trust;
  /** Digests that count as approved in this runtime, given by the user from outside the project. Default none. */
  readonly digests?: ReadonlySet<string>;
  /** Only this hook, by name or qualified name. */
  readonly only?: string | undefined;
  /** Only managed hooks. */
  readonly noHooks?: boolean;
  /** The agent's internal operation (`commit`, `pr`, …): only managed hooks and hooks that name it run. */
  readonly context?: string | undefined;
  readonly budgetMs?: number | null;
  /** Sessions, breakers, data and the event log are here, and the state directory is only read. Default: the state directory. */
  readonly recordsDir?: string | undefined;
  /**
   * The registration through which the agent reports events, if several may report the same one: it is dispatched once then.
   * Default: there is only one.
   */
  readonly registration?: string | undefined;
  /** Refresh the hook index and remove old records first: when a session starts. */
  readonly beginsSession?: boolean;
  /**
   * Notify the user of hooks that are not approved, that changed, and that failed while the event proceeded; once per session.
   */
  readonly notifiesUser?: boolean;
  /**
   * Where asynchronous hooks run: `here`, in this process until `close`; `awaited`, as any observer; or a function that takes
   * them over and returns why not. Default `here`.
   */
  readonly background?: 'here' | 'awaited' | TakeOver;
  /** Handlers run in processes that stay alive between events until `close`. Default: each event starts new ones. */
  readonly keepsHandlersWarm?: boolean;
  /** What a process that serves many agents shares between their events. Default: the runtime opens what it needs. */
  readonly daemon?: DaemonParts;
  /** Builds handlers that did not come built, under `trust: 'all'`; default: those cannot run. */
  readonly build?: HandlerBuilder;
  /** Calls models for prompt and agent hooks; default: those are ineligible. */
  readonly models?: ModelCaller | undefined;
  readonly signal?: AbortSignal;
  readonly watch?: HookWatch;
}

/** What the runtimes of one process share; who made it ends it. */
export interface DaemonParts {
  /** Owns all processes that are started: those of one runtime are not ended apart from the others. */
  readonly owner: object;
  readonly warm: ExecutorRequest['warm'];
  /** The loaded hook index of these places. */
  readonly loaded: LoadedSet;
  /** Records an event, now or after its decision is sent; returns a known problem of the event log. */
  readonly record: typeof appendRecord;
}

/** Takes over what is left of a dispatch; returns why it could not, null = it has it. */
export type TakeOver = (origin: BackgroundOrigin, work: BackgroundWork) => Promise<string | null>;

/** The result of one dispatch. */
export interface DispatchResult {
  readonly decision: Decision;
  /** About the payload and the state, for people. */
  readonly warnings: readonly string[];
  /** For an event with a `dispatchId`: to be called when the agent has the decision and will not repeat the event. */
  readonly delivered?: () => void;
}

/** With the event after every accepted change, for writing the decision in the agent's format. */
export interface EventResult extends DispatchResult {
  readonly event: HookEvent;
}

/** What differs between the events of one runtime. */
export interface EventOptions {
  /** Hooks of this event besides those of the hook index, in any order. */
  readonly extraHooks?: readonly ActiveHook[];
  /** The agent's internal operation. */
  readonly context?: string | undefined;
  readonly environment?: RuntimeOptions['environment'];
  /** Identifies an event that the agent repeats through another process if no decision arrives; observers run on it once. */
  readonly dispatchId?: string | undefined;
  /** Breakers of hooks whose failures the caller counts itself; null = the state directory. */
  readonly breakersOf?: (hook: ActiveHook) => HookBreakers | null;
  /** Replaces the signal of the runtime: cancels the hooks of this event. */
  readonly signal?: AbortSignal;
  /** What the host can do with this event, where that is not what it usually can. */
  readonly host?: Partial<Pick<Host, 'hostActions' | 'cannotCarry'>>;
  /** Traces of the embedding program; null = none. */
  readonly tracing?: Tracing | null;
}

/** The runtime behind `hooks run` and behind `createHooks`. */
export interface Runtime {
  readonly set: HookIndex;
  /** Whether the policy of the machine is another one since: `set` holds no longer, and the next event reads it anew. */
  readonly isStale: () => boolean;
  /**
   * Dispatches one event. `payload` is in the host's native shape. Throws PAYLOAD where it cannot be an
   * event; never because of a hook.
   */
  dispatch(event: EventName, payload: JsonObject, dispatching?: EventOptions): Promise<EventResult>;
  /** Waits up to two seconds for hooks of the background that run here, then ends every process of it that is still there. */
  close(): Promise<void>;
  /** Ends every process of this runtime that is still there, at once; for who is about to exit. */
  kill(): void;
}

/** Writes dispatches into the trace of the embedding program. */
export interface Tracing {
  /** Starts the span of one dispatch; null = not recorded. `traceparent`: for a program without a span of its own. */
  begin(event: HookEvent, traceparent: string | undefined): DispatchSpan | null;
}

/** The span of one dispatch, until it ends. */
export interface DispatchSpan {
  /** The event log and the handlers use the same. */
  readonly ids: TraceIds;
  /** False = it is recorded nowhere, and handlers need not record theirs. */
  readonly isSampled: boolean;
  /** Runs `call` inside the span: spans that callbacks make are its children. */
  within<T>(call: () => T): T;
  /** Ends it, with a span for every hook that ran. */
  end(decision: Decision, hooks: readonly ActiveHook[]): void;
  /** Ends it where the dispatch itself failed. */
  fail(error: unknown): void;
}

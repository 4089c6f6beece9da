import type { BackgroundOrigin } from '../background/job.ts';
import type { Places } from '../discovery/places.ts';
import type { HookBreakers, HookWatch, Host } from '../dispatch/request.ts';
import type { BackgroundWork } from '../dispatch/result.ts';
import type { appendRecord } from '../event-log/append.ts';
import type { TraceIds } from '../event-log/ids.ts';
import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import type { EventName } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import type { ExecutorRequest } from '../executors/executor.ts';
import type { ModelCaller } from '../executors/model/model-caller.ts';
import type { ActiveHook, ActiveSet, LoadedSet } from '../registry/active-set.ts';
import type { HandlerBuilder } from '../registry/built-handler.ts';
import type { Trust } from '../registry/settle-names.ts';

export interface RuntimeOptions {
  readonly places: Places;
  readonly host: Host;
  /** The environment of the agent; handlers get an allowlist of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** `--project`: stands before what the payload says. */
  readonly project?: string | undefined;
  /** `all` compiles afresh what stands in the roots and writes nothing. Default `approved`. */
  readonly trust?: Trust;
  /** Digests that count as approved in this runtime, given by a person from outside the project. Default none. */
  readonly digests?: ReadonlySet<string>;
  /** Only this hook, by name or qualified name. */
  readonly only?: string | undefined;
  /** Only managed hooks. */
  readonly noHooks?: boolean;
  /** The internal operation for which the agent fires its events (`commit`, `pr`, …): only managed hooks run, and those that name it. */
  readonly context?: string | undefined;
  readonly budgetMs?: number | null;
  /** By which of its registrations the agent calls, where several may tell of one call: it is judged once then. Default: there is one. */
  readonly registration?: string | undefined;
  /** Look at all packages anew and sweep old records first: when a session begins. */
  readonly beginsSession?: boolean;
  /** Tell the user of hooks that are not approved, that changed, and that failed while the event went on; once per session. */
  readonly notifiesUser?: boolean;
  /**
   * Who looks after hooks that nobody waits for: `here`, this process, until `close`; `awaited`, nobody, they are waited for
   * as any observer; or whoever takes them over, and returns why not. Default `here`.
   */
  readonly background?: 'here' | 'awaited' | TakeOver;
  /** Handlers answer one event after another in processes that are kept until `close`. Default: each event gets fresh ones. */
  readonly keepsHandlersWarm?: boolean;
  /** What a process that judges the events of many agents keeps between them. Default: it opens what it needs. */
  readonly daemon?: DaemonParts;
  /** Builds handlers that did not come built, under `trust: 'all'`; default: those cannot run. */
  readonly build?: HandlerBuilder;
  /** Asks models for hooks that are answered by one; default: those are ineligible. */
  readonly models?: ModelCaller | undefined;
  readonly signal?: AbortSignal;
  readonly watch?: HookWatch;
}

/** What the runtimes of one process share; who made it ends it. */
export interface DaemonParts {
  /** Owns all processes that are started: those of one runtime are not ended apart from the others. */
  readonly owner: object;
  readonly warm: ExecutorRequest['warm'];
  /** The active set of these places, read already. */
  readonly loaded: LoadedSet;
  /** Records an event, now or when its answer is on its way; returns what is known to be wrong with the journal. */
  readonly record: typeof appendRecord;
}

/** Takes over what is left of a dispatch; returns why it could not, null = it has it. */
export type TakeOver = (origin: BackgroundOrigin, work: BackgroundWork) => Promise<string | null>;

export interface DispatchResult {
  readonly decision: Decision;
  /** About the payload and the state, for people. */
  readonly warnings: readonly string[];
  /** Of an event with a `dispatchId`: to be called when the answer is with the agent, and nobody will fire it again. */
  readonly delivered?: () => void;
}

/** With the event as it stands after every accepted change, for whoever answers in the words of an agent. */
export interface EventResult extends DispatchResult {
  readonly event: HookEvent;
}

/** What differs between the events of one runtime. */
export interface EventOptions {
  /** Hooks of this event beside those of the active set, in no order. */
  readonly extraHooks?: readonly ActiveHook[];
  /** The internal operation of the agent in which it is fired. */
  readonly context?: string | undefined;
  readonly environment?: RuntimeOptions['environment'];
  /** Of an event that is fired again, by another process, where its answer does not arrive; observers are told of it once. */
  readonly dispatchId?: string | undefined;
  /** Of hooks whose failures are remembered elsewhere than in the state folder; null = there. */
  readonly breakersOf?: (hook: ActiveHook) => HookBreakers | null;
  /** In place of that of the runtime: ends what this event asks. */
  readonly signal?: AbortSignal;
  /** What the host can do with this event, where that is not what it usually can. */
  readonly host?: Partial<Pick<Host, 'recipes' | 'cannotCarry'>>;
  /** Where the program that fires it traces; null = nowhere. */
  readonly tracing?: Tracing | null;
}

/** The runtime behind `hooks run` and behind `createHooks`. */
export interface Runtime {
  readonly set: ActiveSet;
  /** Whether the policy of the machine is another one since: `set` holds no longer, and the next event reads it anew. */
  readonly isStale: () => boolean;
  /**
   * Dispatches one event. `payload` is in the host's native shape. Throws PAYLOAD where it cannot be an
   * event; never because of a hook.
   */
  fire(event: EventName, payload: JsonObject, firing?: EventOptions): Promise<EventResult>;
  /** Waits up to two seconds for hooks of the background that run here, then ends every process of it that is still there. */
  close(): Promise<void>;
  /** Ends every process of this runtime that is still there, at once; for who is about to exit. */
  kill(): void;
}

/** Writes dispatches into the trace of the program that fires them. */
export interface Tracing {
  /** Begins the span of one dispatch; null = nobody would see it. `traceparent`: of a program that has no span of its own. */
  begin(event: HookEvent, traceparent: string | undefined): DispatchSpan | null;
}

/** The span of one dispatch, until it ends. */
export interface DispatchSpan {
  /** The journal and the handlers use the same. */
  readonly ids: TraceIds;
  /** False = it is recorded nowhere, and handlers need not record theirs. */
  readonly isSampled: boolean;
  /** Runs `call` inside the span: spans that callbacks make are its children. */
  within<T>(call: () => T): T;
  /** Ends it, with a span for every hook that was asked. */
  end(decision: Decision, hooks: readonly ActiveHook[]): void;
  /** Ends it where the dispatch itself failed. */
  fail(error: unknown): void;
}

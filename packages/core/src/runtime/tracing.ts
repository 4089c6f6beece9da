import type { TraceIds } from '../event-log/ids.ts';
import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import type { ActiveHook } from '../registry/active-set.ts';

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

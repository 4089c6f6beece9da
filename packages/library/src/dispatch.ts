import type { AsyncLocalStorage } from 'node:async_hooks';
import { HookError } from '@hookmd/core/errors';
import { type EventName, eventNames, eventRow, type JsonObject } from '@hookmd/core/events';
import type { HookIndex } from '@hookmd/core/hook-index';
import type { ToolWords } from '@hookmd/core/protocols';
import { type DispatchResult, followAny, type Runtime, type Tracing } from '@hookmd/core/runtime';
import { asPayload } from './as-json.ts';
import type { Callbacks } from './callbacks.ts';
import type { InvokeLimits, Invoker } from './session/session.ts';
import { checkInput } from './validation/calls.ts';
import { describeNoEvent } from './validation/schema.ts';

/** What all conversations of one Hooks object share. */
export interface SessionContext {
  /** The agent's names of Claude's tools. */
  readonly words: ToolWords;
  /** Aborted when hooks no longer run. */
  readonly ending: AbortSignal;
  readonly concerns: (event: EventName) => boolean;
  readonly dispatch: (
    event: EventName,
    payload: JsonObject,
    limits?: DispatchLimits,
  ) => Promise<DispatchResult>;
}

export interface DispatchLimits extends Pick<InvokeLimits, 'check'> {
  /** Any of them cancels the dispatch. */
  readonly signals?: readonly AbortSignal[];
  /** The only host actions for this event; absent = those of a local host. */
  readonly hostActions?: readonly string[] | undefined;
}

interface InvokerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly hostActions?: Readonly<Record<string, unknown>> | undefined;
}

export function invokerOf(context: SessionContext, base: JsonObject, options: InvokerOptions): Invoker {
  const hostActions = options.hostActions === undefined ? undefined : Object.keys(options.hostActions);
  const { ending } = context;
  const given = options.signal === undefined ? [] : [options.signal];
  return {
    concerns: context.concerns,
    signals: [ending, ...given],
    async invoke(event, payload, { signal, check } = {}) {
      const isBefore = eventRow(event).kind === 'before';
      // Events after an action are not canceled: an output must be redacted all the same.
      const signals = !isBefore ? [] : signal === undefined ? given : [...given, signal];
      const limits = { signals, check, hostActions };
      const { decision } = await context.dispatch(event, { ...base, ...payload }, limits);
      const isCanceled = [ending, ...signals].some(({ aborted }) => aborted);
      if (!isCanceled || decision.decision === 'block') return decision;
      if (!isBefore) throw new HookError('HOOKS_CLOSED', { event });
      return { ...decision, decision: 'block', reason: 'it was canceled before it was evaluated' };
    },
  };
}

/** For every event whether a hook listens to it, so that one lookup also distinguishes an event from any other string. */
type Listened = ReadonlyMap<EventName, boolean>;

const EVERY: Listened = new Map(eventNames.map((name) => [name, true]));

/**
 * Which events have hooks, so that the others cost one lookup in a map.
 *
 * Hooks that may not run count too: the event log has the reason. The map is valid until the event loop turns; then the
 * policy of the machine is read again, which may bring hooks.
 */
export class Listeners {
  readonly #runtime: Runtime;
  readonly #callbacks: Callbacks;
  readonly #ending: AbortSignal;
  #events: Listened | null = null;
  #revision = -1;
  #set: HookIndex | null = null;
  #ofSet: Listened = EVERY;

  constructor(runtime: Runtime, callbacks: Callbacks, ending: AbortSignal) {
    this.#runtime = runtime;
    this.#callbacks = callbacks;
    this.#ending = ending;
  }

  has(event: EventName): boolean {
    const isKnown = this.#events !== null && this.#revision === this.#callbacks.revision;
    return (isKnown ? this.#events : this.#collect())?.get(event) ?? reject(event);
  }

  #collect(): Listened {
    const { set } = this.#runtime;
    if (set !== this.#set) {
      this.#set = set;
      this.#ofSet = eventsOf(set);
    }
    const called = this.#callbacks.hooks.flatMap(({ events }) =>
      events.map(({ event }): [EventName, boolean] => [event, true]),
    );
    const all = called.length === 0 ? this.#ofSet : new Map([...this.#ofSet, ...called]);
    // Stale or closed hooks: the next event is dispatched, which finds out.
    this.#events = this.#ending.aborted || this.#runtime.isStale() ? EVERY : all;
    this.#revision = this.#callbacks.revision;
    setImmediate(() => {
      this.#events = null;
    }).unref();
    return this.#events;
  }
}

function eventsOf({ hooks, inactive }: HookIndex): Listened {
  const active = hooks.flatMap(({ events }) => events.map(({ event }) => event));
  const listened = new Set([...active, ...inactive.flatMap(({ events }) => events)]);
  return new Map(eventNames.map((name) => [name, listened.has(name)]));
}

function reject(event: unknown): never {
  const detail = describeNoEvent(event);
  throw new HookError('CALL_INVALID', {
    call: 'session.concerns',
    detail,
    example: "session.concerns('Stop')",
  });
}

/** What all events of one Hooks object share. */
interface DispatchContext {
  readonly callbacks: Callbacks;
  readonly quiet: AsyncLocalStorage<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly depth: () => number;
  /** Aborted by `close`. */
  readonly closing: AbortSignal;
  /** Aborted by `close`, and by the `signal` of `createHooks`. */
  readonly ending: AbortSignal;
}

type Dispatch = (
  runtime: Runtime,
  event: EventName,
  payload: JsonObject,
  limits?: DispatchLimits,
) => Promise<DispatchResult>;

/** Dispatches events with what belongs to this process: its callbacks, its quiet operations, its trace. */
export function makeDispatch(context: DispatchContext): Dispatch {
  const { callbacks, quiet, environment, depth, closing, ending } = context;
  let telemetry: Promise<Tracing | null> | null = null;
  const findTelemetry = (): Promise<Tracing | null> => {
    telemetry ??= import('./telemetry.ts').then(({ openTelemetry }) => openTelemetry());
    return telemetry;
  };
  return async (runtime, event, payload, { signals = [], check, hostActions } = {}) => {
    if (closing.aborted) throw new HookError('HOOKS_CLOSED', { event });
    const hookDepth = depth();
    const tracing = isTraced() ? await findTelemetry() : null;
    const stop = signals.length === 0 ? null : followAny([ending, ...signals]);
    try {
      return await runtime.dispatch(event, asPayload(payload), {
        extraHooks: callbacks.hooks,
        breakersOf: callbacks.breakerOf,
        context: quiet.getStore(),
        tracing,
        host: {
          ...(hostActions === undefined ? {} : { hostActions }),
          ...(check === undefined
            ? {}
            : { cannotCarry: (_, changed) => describeMisfit(check, changed.tool_input) }),
        },
        ...(hookDepth === 0 ? {} : { environment: { ...environment, HOOK_DEPTH: String(hookDepth) } }),
        ...(stop === null ? {} : { signal: stop.signal }),
      });
    } finally {
      stop?.release();
    }
  };
}

function describeMisfit(
  check: (input: JsonObject) => string | null,
  input: JsonObject | undefined,
): string | null {
  const problem = input === undefined ? null : checkInput(check, input);
  return problem === null ? null : `changed the input to what the tool does not take: ${problem}`;
}

/** Where every copy of the OpenTelemetry API finds the tracer of the program. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Whether this program traces: if not, the API is not loaded. */
function isTraced(): boolean {
  const registered = (globalThis as { [REGISTERED]?: { trace?: unknown } })[REGISTERED];
  return registered?.trace !== undefined;
}

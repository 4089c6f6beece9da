import type { AsyncLocalStorage } from 'node:async_hooks';
import { HookError } from '@hookmd/core/errors';
import { type EventName, eventNames, eventRow, type JsonObject } from '@hookmd/core/events';
import type { ActiveSet } from '@hookmd/core/hook-index';
import type { ToolWords } from '@hookmd/core/protocols';
import { type DispatchResult, followAny, type Runtime, type Tracing } from '@hookmd/core/runtime';
import { asPayload } from './as-json.ts';
import type { Callbacks } from './callbacks.ts';
import type { InvokeLimits, Invoker } from './session/session.ts';
import { checkInput } from './validation/calls.ts';
import { describeNoEvent } from './validation/schema.ts';

/** What the conversations of one Hooks object stand on. */
export interface SessionContext {
  /** How this agent calls the tools of Claude's vocabulary. */
  readonly words: ToolWords;
  /** Aborted when nobody is asked any more. */
  readonly ending: AbortSignal;
  readonly concerns: (event: EventName) => boolean;
  readonly fire: (event: EventName, payload: JsonObject, limits?: DispatchLimits) => Promise<DispatchResult>;
}

export interface DispatchLimits extends Pick<InvokeLimits, 'check'> {
  /** Any of them ends what is being asked. */
  readonly signals?: readonly AbortSignal[];
  /** The only recipes that the host has for this event; absent = what a local host has. */
  readonly recipes?: readonly string[] | undefined;
}

interface InvokerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly recipes?: Readonly<Record<string, unknown>> | undefined;
}

export function invokerOf(context: SessionContext, base: JsonObject, options: InvokerOptions): Invoker {
  const recipes = options.recipes === undefined ? undefined : Object.keys(options.recipes);
  const { ending } = context;
  const own = options.signal === undefined ? [] : [options.signal];
  return {
    concerns: context.concerns,
    signals: [ending, ...own],
    async invoke(event, payload, { signal, check } = {}) {
      const isGate = eventRow(event).class === 'gate';
      // What is asked after something was done is not called off: its output is to be redacted all the same.
      const signals = !isGate ? [] : signal === undefined ? own : [...own, signal];
      const { decision } = await context.fire(event, { ...base, ...payload }, { signals, check, recipes });
      const isOff = [ending, ...signals].some(({ aborted }) => aborted);
      if (!isOff || decision.decision === 'block') return decision;
      if (!isGate) throw new HookError('HOOKS_CLOSED', { event });
      return { ...decision, decision: 'block', reason: 'it was called off before it was judged' };
    },
  };
}

/** Of every event whether any hook listens to it, so that one look also tells what is no event. */
type Listened = ReadonlyMap<EventName, boolean>;

const EVERY: Listened = new Map(eventNames.map((name) => [name, true]));

/**
 * Which events any hook listens to, so that the others cost a look into a map.
 *
 * A hook that may not run counts too: the journal is to say why it did not. What is known holds until the event loop
 * turns; then the policy of the machine is looked at anew, which may bring hooks.
 */
export class Listeners {
  readonly #runtime: Runtime;
  readonly #callbacks: Callbacks;
  readonly #ending: AbortSignal;
  #events: Listened | null = null;
  #revision = -1;
  #set: ActiveSet | null = null;
  #ofSet: Listened = EVERY;

  constructor(runtime: Runtime, callbacks: Callbacks, ending: AbortSignal) {
    this.#runtime = runtime;
    this.#callbacks = callbacks;
    this.#ending = ending;
  }

  has(event: EventName): boolean {
    const isKnown = this.#events !== null && this.#revision === this.#callbacks.revision;
    return (isKnown ? this.#events : this.#look())?.get(event) ?? refuse(event);
  }

  #look(): Listened {
    const { set } = this.#runtime;
    if (set !== this.#set) {
      this.#set = set;
      this.#ofSet = eventsOf(set);
    }
    const called = this.#callbacks.hooks.flatMap(({ events }) =>
      events.map(({ event }): [EventName, boolean] => [event, true]),
    );
    const all = called.length === 0 ? this.#ofSet : new Map([...this.#ofSet, ...called]);
    // Of hooks that are stale or closed nobody knows anything: the next event is fired, and finds out.
    this.#events = this.#ending.aborted || this.#runtime.isStale() ? EVERY : all;
    this.#revision = this.#callbacks.revision;
    setImmediate(() => {
      this.#events = null;
    }).unref();
    return this.#events;
  }
}

function eventsOf({ hooks, inactive }: ActiveSet): Listened {
  const active = hooks.flatMap(({ events }) => events.map(({ event }) => event));
  const listened = new Set([...active, ...inactive.flatMap(({ events }) => events)]);
  return new Map(eventNames.map((name) => [name, listened.has(name)]));
}

function refuse(event: unknown): never {
  const detail = describeNoEvent(event);
  throw new HookError('CALL_INVALID', {
    call: 'session.concerns',
    detail,
    example: "session.concerns('Stop')",
  });
}

/** What every event of one Hooks object has in common. */
interface Here {
  readonly callbacks: Callbacks;
  readonly quiet: AsyncLocalStorage<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly depth: () => number;
  /** Aborted by `close`. */
  readonly closing: AbortSignal;
  /** Aborted by that, and by who opened it. */
  readonly ending: AbortSignal;
}

type Dispatch = (
  own: Runtime,
  event: EventName,
  payload: JsonObject,
  limits?: DispatchLimits,
) => Promise<DispatchResult>;

/** Fires events in this process, with everything that belongs to it: its callbacks, where it is quiet, its trace. */
export function makeDispatch({ callbacks, quiet, environment, depth, closing, ending }: Here): Dispatch {
  let telemetry: Promise<Tracing | null> | null = null;
  const findTelemetry = (): Promise<Tracing | null> => {
    telemetry ??= loadTelemetry();
    return telemetry;
  };
  return async (own, event, payload, { signals = [], check, recipes } = {}) => {
    if (closing.aborted) throw new HookError('HOOKS_CLOSED', { event });
    const inside = depth();
    const tracing = isTraced() ? await findTelemetry() : null;
    const stop = signals.length === 0 ? null : followAny([ending, ...signals]);
    try {
      return await own.fire(event, asPayload(payload), {
        extraHooks: callbacks.hooks,
        breakersOf: callbacks.breakerOf,
        context: quiet.getStore(),
        tracing,
        host: {
          ...(recipes === undefined ? {} : { recipes }),
          ...(check === undefined
            ? {}
            : { cannotCarry: (_, changed) => describeMisfit(check, changed.tool_input) }),
        },
        ...(inside === 0 ? {} : { environment: { ...environment, HOOK_DEPTH: String(inside) } }),
        ...(stop === null ? {} : { signal: stop.signal }),
      });
    } finally {
      stop?.release();
    }
  };
}

/** With the first event of a program that traces. */
async function loadTelemetry(): Promise<Tracing | null> {
  const { openTelemetry } = await import('./telemetry.ts');
  return openTelemetry();
}

function describeMisfit(
  check: (input: JsonObject) => string | null,
  input: JsonObject | undefined,
): string | null {
  const problem = input === undefined ? null : checkInput(check, input);
  return problem === null ? null : `changed the input to what the tool does not take: ${problem}`;
}

/** Where every copy of the API finds what the program has set up. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Whether this program traces at all: where it does not, the API is not even looked for. */
function isTraced(): boolean {
  const registered = (globalThis as { [REGISTERED]?: { trace?: unknown } })[REGISTERED];
  return registered?.trace !== undefined;
}

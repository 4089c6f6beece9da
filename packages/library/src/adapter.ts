import type { EventName } from '@hookmd/core/events';
import type { HookReport } from './outcomes.ts';
import { COMPACT } from './session/compaction.ts';
import type { Conversation, HostAction, SessionOptions } from './session/session.ts';
import { callError, checkOptions } from './validation/calls.ts';
import { type ShapeOf, sessionOptions } from './validation/options.ts';
import { aboveZero, aFunction, flag, must, type Schema } from './validation/schema.ts';

/** The building blocks of adapters for agent frameworks: `@hookmd/library/adapter`. */
export { asJson, inputAsJson, isBinary, mergeJson } from './as-json.ts';
export { usageFrom } from './session/model-calls.ts';
export { startCall } from './session/tool-calls.ts';
export { type CallRow, callError, checkResult, guardMethods } from './validation/calls.ts';
export { subagentOptions } from './validation/options.ts';
export {
  aFunction,
  allOf,
  anObject,
  filled,
  isValid,
  listOf,
  mapOf,
  maybe,
  must,
  objectOf,
  openObjectOf,
  optionsOf,
  type Schema,
  signal,
  text,
} from './validation/schema.ts';

/** Options of an adapter beside those of a session. */
export interface AdapterOptions {
  /** Size of the model's context in tokens. Default: as the framework reports it; without either, the context is never full. */
  readonly contextWindow?: number;
  /** Called with each message of a hook to the user. */
  readonly onMessage?: (message: string) => void;
  /**
   * Streams responses and tool outputs while they arrive. Hooks still get a response, but their changes come too late.
   * Default: where a hook listens to PostModelCall or PostToolUse, they are held until it has run.
   */
  readonly live?: boolean;
}

/** The state of an adapter for one conversation: results of hooks that have not reached the model or the user yet. */
export class Dialogue {
  readonly hooks: Conversation;
  readonly options: AdapterOptions;
  /** Set when a hook stopped this run: no further call is made. */
  halted: HookBlockedError | null = null;
  /** Texts for the model, to be added to the next message of the user. */
  unsaid: readonly string[];
  /** Texts for the model, to be added to its next call. */
  remarks: readonly string[] = [];

  constructor(hooks: Conversation, options: AdapterOptions) {
    this.hooks = hooks;
    this.options = options;
    this.unsaid = hooks.began.context;
    this.deliver(hooks.began);
  }

  /** Begins another run. A hook that stopped the whole session still applies. */
  reset(): void {
    this.halted = haltOf(this.hooks.began);
  }

  /** Passes messages to the user, keeps a stop, and returns the report. */
  deliver<H extends HookReport>(report: H): H {
    for (const message of report.userMessages) this.options.onMessage?.(message);
    this.halted ??= haltOf(report);
    return report;
  }

  /** Dispatches StopFailure. Ignores an error of that, such as after `close`: the caller throws the first one. */
  async fail(error: unknown): Promise<void> {
    const report = await this.hooks.fail(error).catch(() => null);
    if (report !== null) this.deliver(report);
  }

  throwIfHalted(): void {
    if (this.halted !== null) throw this.halted;
  }
}

function haltOf({ halt }: HookReport): HookBlockedError | null {
  return halt === null ? null : new HookBlockedError(null, halt.reason ?? 'a hook stopped the agent');
}

/** A hook blocked a message, a call of the model, a tool call, or the whole run. Thrown by adapters of frameworks. */
export class HookBlockedError extends Error {
  override readonly name = 'HookBlockedError';
  /** The event that was blocked; null = a hook stopped the agent. */
  readonly event: EventName | null;
  /** The reason that the hook gave. */
  readonly reason: string;

  constructor(event: EventName | null, reason: string, message: string = reason) {
    super(message);
    this.event = event;
    this.reason = reason;
  }
}

/** The options of one adapter alone. */
type AddedOptions<O extends SessionOptions> = Omit<
  O,
  keyof SessionOptions | keyof AdapterOptions | 'compact'
>;

const adapterOptions: ShapeOf<AdapterOptions> & { readonly compact: Schema } = {
  contextWindow: aboveZero,
  onMessage: aFunction,
  live: flag,
  compact: aFunction,
};

const hooksObject = must('what `await createHooks()` gives', (value) => {
  const { session, coverage } = (value ?? {}) as { readonly session?: unknown; readonly coverage?: unknown };
  return typeof session === 'function' && typeof coverage === 'function';
});

/** Validates the arguments of the function that opens a session of an adapter. Throws CALL_INVALID and OPTIONS_INVALID. */
export function checkOpening<O extends SessionOptions>(
  {
    call,
    type,
    added,
  }: { readonly call: string; readonly type: string; readonly added: ShapeOf<AddedOptions<O>> },
  hooks: unknown,
  options: O,
): void {
  const example = `await ${call}(await createHooks())`;
  const error = callError(call, { takes: { hooks: hooksObject }, example }, [hooks]);
  if (error !== null) throw error;
  checkOptions({ call, type, shape: { ...sessionOptions, ...adapterOptions, ...added } }, options);
}

/** The session options among the options of an adapter. `compact`, where there is one, becomes a host action. */
export function withCompact(
  options: SessionOptions,
  compact: (() => ReturnType<HostAction>) | undefined,
): SessionOptions {
  const known = Object.entries(options).filter(([key]) => Object.hasOwn(sessionOptions, key));
  const added = compact === undefined ? {} : { hostActions: { ...options.hostActions, [COMPACT]: compact } };
  return { ...Object.fromEntries(known), ...added };
}

import type { EventName } from '@hookmd/core/events';
import type { HookReport } from './outcomes.ts';
import { COMPACT } from './session/compaction.ts';
import type { Conversation, HostAction, SessionOptions } from './session/session.ts';
import { callError, checkOptions } from './validation/calls.ts';
import { type ShapeOf, sessionOptions } from './validation/options.ts';
import { aboveZero, aFunction, flag, must, type Schema } from './validation/schema.ts';

/** What adapters of frameworks are built from: `@hookmd/library/adapter`. */
export { asJson, inputAsJson, isBinary, mergeJson } from './as-json.ts';
export { usageFrom } from './session/model-calls.ts';
export { startCall } from './session/tool-calls.ts';
export { type CallRow, callError, checkResult, guardCall, rejecting, throwing } from './validation/calls.ts';
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

/** What an agent can say of itself to the adapter of its framework. */
export interface AdapterOptions {
  /** How many tokens the context of the model holds. Default: what the framework knows of the model; where it does not, no context is ever full. */
  readonly contextWindow?: number;
  /** What hooks want the person to read. */
  readonly onMessage?: (message: string) => void;
  /**
   * Answers and outputs of tools go on while they arrive. Then hooks still hear of an answer, and change it too late.
   * Default: where a hook listens to PostModelCall or PostToolUse, they are held until it has judged them.
   */
  readonly live?: boolean;
}

/** What the adapter of a framework keeps of one conversation: what hooks said, until it reaches the model or the person. */
export class Dialogue {
  readonly hooks: Conversation;
  readonly options: AdapterOptions;
  /** Why no call is made any more in this run: a hook said so. */
  halted: HookBlockedError | null = null;
  /** What the model is to read with the next message of the user. */
  unsaid: readonly string[];
  /** What the model is to read at its next call. */
  remarks: readonly string[] = [];

  constructor(hooks: Conversation, options: AdapterOptions) {
    this.hooks = hooks;
    this.options = options;
    this.unsaid = hooks.began.context;
    this.deliver(hooks.began);
  }

  /** Another run begins: what was said of an earlier one is over, but for what was said of the whole session. */
  reset(): void {
    this.halted = haltOf(this.hooks.began);
  }

  /** Passes on what hooks said, and returns it. */
  deliver<H extends HookReport>(report: H): H {
    for (const message of report.userMessages) this.options.onMessage?.(message);
    this.halted ??= haltOf(report);
    return report;
  }

  /** Tells of a failure, which stays what it is where that cannot be told, such as after `close`. */
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

/** A hook did not let it go on: a message, a call of the model, a call of a tool, or the whole run. Thrown by adapters of frameworks. */
export class HookBlockedError extends Error {
  override readonly name = 'HookBlockedError';
  /** The event that was blocked; null = a hook wanted the agent to stop. */
  readonly event: EventName | null;
  /** What the hooks said, for whoever asked for it. */
  readonly reason: string;

  constructor(event: EventName | null, reason: string, message: string = reason) {
    super(message);
    this.event = event;
    this.reason = reason;
  }
}

/** What an adapter has beside the options of a session. */
type OwnOptions<O extends SessionOptions> = Omit<O, keyof SessionOptions | keyof AdapterOptions | 'compact'>;

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

/** Checks what the function that begins a conversation of an adapter was called with. Throws CALL_INVALID and OPTIONS_INVALID. */
export function checkOpening<O extends SessionOptions>(
  { call, type, own }: { readonly call: string; readonly type: string; readonly own: ShapeOf<OwnOptions<O>> },
  hooks: unknown,
  options: O,
): void {
  const example = `await ${call}(await createHooks())`;
  const error = callError(call, { takes: { hooks: hooksObject }, example }, [hooks]);
  if (error !== null) throw error;
  checkOptions({ call, type, shape: { ...sessionOptions, ...adapterOptions, ...own } }, options);
}

/** What a session is begun with, of options of an adapter that may have more: `compact` is a recipe too, where there is one. */
export function withCompact(
  options: SessionOptions,
  compact: (() => ReturnType<HostAction>) | undefined,
): SessionOptions {
  const own = Object.entries(options).filter(([key]) => Object.hasOwn(sessionOptions, key));
  const recipes = compact === undefined ? {} : { recipes: { ...options.recipes, [COMPACT]: compact } };
  return { ...Object.fromEntries(own), ...recipes };
}

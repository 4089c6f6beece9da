import type { EventName, EventPayload, JsonObject, JsonValue, OnFailure } from '@hookmd/core/events';
import type { Trust } from '@hookmd/core/hook-index';
import type { CallbackContext, ModelCaller } from '@hookmd/core/hook-types';
import type { ToolRow } from '@hookmd/core/protocols';
import type { HandlerBuilder } from '@hookmd/core/registry';
import type { DispatchResult } from '@hookmd/core/runtime';
import type { CoverageRow, ToolFacts } from './coverage.ts';
import type { PermissionRules, RuleCall, RuleDecision } from './permission-rules.ts';
import type { Session, SessionOptions } from './session/session.ts';

/** Everything may be left out: then it is as if `hooks run` were called in the working directory. */
export interface HooksOptions {
  /** The folder of the project; default: the nearest one upward from `cwd` with `.hookmd` or `.git`. */
  readonly project?: string;
  /** Stands for the person's home folder, with all that HookMD keeps there. */
  readonly home?: string;
  /** The state folder; default: below the home folder. */
  readonly state?: string;
  /** Further folders that hold `hooks/<name>/`; approved like a user's. */
  readonly roots?: readonly string[];
  /** Files of settings entries that take part too, in the shape of Claude's settings; approved like a user's. */
  readonly settings?: readonly string[];
  /** Default: the working directory of the process. */
  readonly cwd?: string;
  /** What handlers get an allowlist of; default: the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The agent's name, as it stands in events and in the journal; default `local`. */
  readonly agent?: string;
  /** `all` runs what stands in the roots, approved or not: for tests, and for hosts that own every file. */
  readonly trust?: Trust;
  /** Builds handlers that did not come built, under `trust: 'all'`: `buildHandler` of `@hookmd/sdk/build`. */
  readonly build?: HandlerBuilder;
  /** Asks models for prompt and agent hooks, which cannot run without: `callModel` of `@hookmd/models`. */
  readonly models?: ModelCaller;
  /** Only managed hooks run. Callbacks do not either. */
  readonly noHooks?: boolean;
  /** How long one event may take in all; null = no limit, which is the default. */
  readonly budgetMs?: number | null;
  /**
   * Looks at files, several times a second. Fires ConfigChange, once for each change, while settings are edited: what holds is what was
   * read, until the next `createHooks`. Fires FileChanged where a tracked file of the project changes, whoever changed it: one that git tracks, or one of
   * `files`, which count from the project. Default: nobody looks.
   */
  readonly watch?: boolean | { readonly files: readonly string[] };
  /** Closes: ends everything that is being asked, and nothing is asked any more. */
  readonly signal?: AbortSignal;
  /** How this agent calls the tools that hooks know by Claude's names, such as `Bash`; default: as they do. */
  readonly tools?: readonly ToolRow[];
}

/** The hooks of one project inside this process: packages as everywhere, and callbacks. */
export interface Hooks {
  /**
   * Registers a function as a hook of these events, source `code`. Same plan, same limits and same contract as a
   * package. Throws CALLBACK_INVALID with everything that is wrong, and HOOKS_CLOSED after `close`.
   */
  on<E extends EventName>(events: E | readonly E[], call: HookCallback<E>): CallbackHandle;
  on<E extends EventName>(
    events: E | readonly E[],
    options: CallbackOptions,
    call: HookCallback<E>,
  ): CallbackHandle;
  /**
   * Asks all hooks of the event, and says what they decided. Never throws because of a hook; CALL_INVALID where it
   * is no event, PAYLOAD where the payload is none of this event, HOOKS_CLOSED after `close`.
   */
  fire(event: EventName, payload?: JsonObject): Promise<DispatchResult>;
  /**
   * Runs something of the agent's own, such as writing a commit message or a summary, of which hooks should not hear:
   * events that are fired inside, however late, ask managed hooks only, and those that name the operation under `contexts`.
   */
  quiet<T>(context: string, run: () => T): T;
  /**
   * Begins one conversation (SessionStart, Setup): its id stands in every event, and the hooks of the skills that are
   * active in it take part, as far as they are approved. Throws OPTIONS_INVALID and SETTINGS_NOT_FOUND.
   */
  session(options?: SessionOptions): Promise<Session>;
  /**
   * Judges calls by rules of the agent's own settings, as the `if` of a hook is judged: the agent asks before a call what may be run, must
   * be asked, or is denied. Asks no hook. Throws RULES_INVALID with everything that is wrong.
   */
  rules(rules: PermissionRules): (call: RuleCall) => RuleDecision;
  /** Which tools no hook can reach, and why. */
  coverage(tools: readonly ToolFacts[]): readonly CoverageRow[];
  /**
   * Ends the sessions that still go on. Cancels what is being asked, gives hooks of the background two seconds, and ends everything these hooks still do
   * then; nothing of others.
   */
  close(): Promise<void>;
}

/** What a callback may return, in the words of the hookmd protocol; docs/handlers.md has their meaning. */
export interface CallbackAnswer {
  readonly decision?: 'block' | 'ask' | 'allow';
  readonly reason?: string;
  /** `false` stops the agent. */
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly systemMessage?: string;
  readonly suppressOutput?: boolean;
  readonly followUps?: readonly string[];
  readonly messages?: JsonValue;
  readonly callback?: string;
  readonly callbackArgs?: Readonly<Record<string, string>>;
  readonly hookSpecificOutput?: JsonObject;
}

/** The event of any of these names, as handlers read it. */
export type EventOf<E extends EventName> = { [K in E]: EventPayload<K> }[E];

// biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement has no opinion
type Evaluation = CallbackAnswer | null | undefined | void;

/** A hook as a function: it gets a copy of the event of its own. Throw, and the run has failed. */
export type HookCallback<E extends EventName> = (
  event: EventOf<E>,
  context: CallbackContext,
) => Evaluation | Promise<Evaluation>;

/** A registered callback. */
export interface CallbackHandle {
  readonly name: string;
  /** Takes it away: events that are fired from now on do not ask it. */
  off(): void;
}

/** What a callback says of itself: the words of a manifest, with their meaning there. */
export interface CallbackOptions {
  /** Stands in decisions, in `hooks log` and in `hooks trace`. Default: `callback-1`, `callback-2` and so on. */
  readonly name?: string;
  readonly matcher?: string;
  readonly if?: string;
  /** Low first; default 100. */
  readonly priority?: number;
  /** Seconds, or text with a unit such as `500ms`. Default 30 s; never more than `hooks.maxTimeout`. */
  readonly timeout?: number | string;
  /** `block`: where it throws, hangs or answers nonsense, the event does not go on. Default `continue`. */
  readonly onFailure?: OnFailure;
  /** What it may change, by event. Default: nothing. */
  readonly modify?: Readonly<Record<string, string | readonly string[]>>;
  readonly merge?: 'replace' | 'shallow';
  /** Asked about one event, and never again. */
  readonly once?: boolean;
  /** Asked after the decision, and decides nothing; `raw` = with what others redacted. */
  readonly observe?: boolean | 'raw';
  /** May approve in advance. */
  readonly preApprove?: boolean;
  readonly recheck?: boolean;
  /** Operations of `quiet` in which it is asked too; `*` = all. Default: none. */
  readonly contexts?: string | readonly string[];
}

import type { EventName, EventPayload, JsonObject, JsonValue, OnFailure } from '@hookmd/core/events';
import type { Trust } from '@hookmd/core/hook-index';
import type { CallbackContext, ModelCaller } from '@hookmd/core/hook-types';
import type { ToolRow } from '@hookmd/core/protocols';
import type { HandlerBuilder } from '@hookmd/core/registry';
import type { DispatchResult } from '@hookmd/core/runtime';
import type { CoverageRow, ToolFacts } from './coverage.ts';
import type { PermissionRules, RuleCall, RuleDecision } from './permission-rules.ts';
import type { Session, SessionOptions } from './session/session.ts';

/** Options of `createHooks`. All are optional; the defaults are those of `hooks run` in the working directory. */
export interface HooksOptions {
  /** The project directory; default: the nearest one upward from `cwd` with `.hookmd` or `.git`. */
  readonly project?: string;
  /** Replaces the user's home directory, with all that HookMD stores there. */
  readonly home?: string;
  /** The state directory; default: below the home directory. */
  readonly state?: string;
  /** Further directories with `hooks/<name>/`; their hooks need approval like a user's. */
  readonly roots?: readonly string[];
  /** Further settings files in the format of Claude's settings; their entries need approval like a user's. */
  readonly settings?: readonly string[];
  /** Default: the working directory of the process. */
  readonly cwd?: string;
  /** Handlers get an allowlist of these variables; default: the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The agent's name in events and in the event log; default `local`. */
  readonly agent?: string;
  /** `all` runs hooks without approval: for tests, and for hosts that own every file. Default `approved`. */
  readonly trust?: Trust;
  /** Builds TypeScript handlers that are not built yet, under `trust: 'all'`: `buildHandler` of `@hookmd/sdk/build`. */
  readonly build?: HandlerBuilder;
  /** Calls models for prompt and agent hooks, which cannot run without it: `callModel` of `@hookmd/models`. */
  readonly models?: ModelCaller;
  /** Only managed hooks run. Callbacks do not either. */
  readonly noHooks?: boolean;
  /** How long one event may take in all; null = no limit, which is the default. */
  readonly budgetMs?: number | null;
  /**
   * Compares files several times a second. Dispatches ConfigChange for each edit of settings, which take effect with the
   * next `createHooks`, and FileChanged for each change of a tracked file of the project: one that git tracks, or one of
   * `files`, relative to the project. Default false.
   */
  readonly watch?: boolean | { readonly files: readonly string[] };
  /** Cancels all running hooks, and no hook runs after that. */
  readonly signal?: AbortSignal;
  /** This agent's names of the tools that hooks know by Claude's names, such as `Bash`; default: the same names. */
  readonly tools?: readonly ToolRow[];
}

/** The hooks of one project inside this process: packages as everywhere, and callbacks. */
export interface Hooks {
  /**
   * Registers a function as a hook of these events, source `code`, with the same plan, limits and contract as a package.
   * Throws CALLBACK_INVALID with every problem, and HOOKS_CLOSED after `close`.
   */
  on<E extends EventName>(events: E | readonly E[], call: HookCallback<E>): CallbackHandle;
  on<E extends EventName>(
    events: E | readonly E[],
    options: CallbackOptions,
    call: HookCallback<E>,
  ): CallbackHandle;
  /**
   * Dispatches an event to all its hooks, and returns their decision. Never throws because of a hook. Throws CALL_INVALID
   * for an unknown event, PAYLOAD where the payload does not fit the event, HOOKS_CLOSED after `close`.
   */
  dispatch(event: EventName, payload?: JsonObject): Promise<DispatchResult>;
  /**
   * Runs an operation of the agent itself, such as writing a commit message or a summary. Events inside run managed hooks
   * only, and hooks that name the operation in `contexts`; also events of asynchronous work that `run` starts.
   */
  quiet<T>(context: string, run: () => T): T;
  /**
   * Begins one conversation (SessionStart, Setup). Its id is in every event, and the approved hooks of its skills run too.
   * Throws OPTIONS_INVALID and SETTINGS_NOT_FOUND.
   */
  session(options?: SessionOptions): Promise<Session>;
  /**
   * Compiles the agent's own permission rules. The returned function evaluates one call, as the `if` of a hook is evaluated:
   * allowed, denied, or to be prompted for. Runs no hook. Throws RULES_INVALID with every problem.
   */
  rules(rules: PermissionRules): (call: RuleCall) => RuleDecision;
  /** Which tools hooks cannot reach, and why. */
  coverage(tools: readonly ToolFacts[]): readonly CoverageRow[];
  /**
   * Ends open sessions, cancels running hooks, waits two seconds for hooks in the background, and then ends all processes
   * of these hooks.
   */
  close(): Promise<void>;
}

/** The output of a callback, with the keys of the hookmd protocol; docs/handlers.md explains them. */
export interface CallbackOutput {
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

/** The event of any of these names, as handlers get it. */
export type EventOf<E extends EventName> = { [K in E]: EventPayload<K> }[E];

// biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement makes no decision
type Output = CallbackOutput | null | undefined | void;

/** A hook as a function. It gets a copy of the event. If it throws, the run has failed. */
export type HookCallback<E extends EventName> = (
  event: EventOf<E>,
  context: CallbackContext,
) => Output | Promise<Output>;

/** A registered callback. */
export interface CallbackHandle {
  readonly name: string;
  /** Removes the callback: it does not run for later events. */
  off(): void;
}

/** Options of a callback: keys of a manifest, with the same meaning. */
export interface CallbackOptions {
  /** The name in decisions, `hooks log` and `hooks trace`. Default: `callback-1`, `callback-2` and so on. */
  readonly name?: string;
  readonly matcher?: string;
  readonly if?: string;
  /** Low first; default 100. */
  readonly priority?: number;
  /** Seconds, or text with a unit such as `500ms`. Default 30 s; never more than `hooks.maxTimeout`. */
  readonly timeout?: number | string;
  /** `block`: an exception, a timeout or invalid output blocks the event. Default `continue`. */
  readonly onFailure?: OnFailure;
  /** The fields that it may change, by event. Default: none. */
  readonly modify?: Readonly<Record<string, string | readonly string[]>>;
  readonly merge?: 'replace' | 'shallow';
  /** Runs for one event only. */
  readonly once?: boolean;
  /** Runs after the decision, and decides nothing; `raw` = without the redactions of other hooks. */
  readonly observe?: boolean | 'raw';
  /** May decide `allow` before the user is prompted. */
  readonly preApprove?: boolean;
  readonly recheck?: boolean;
  /** Operations of `quiet` in which it runs too; `*` = all. Default: none. */
  readonly contexts?: string | readonly string[];
}

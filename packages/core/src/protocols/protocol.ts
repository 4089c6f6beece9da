import type { HookEvent } from '../events/event.ts';
import type { JsonObject } from '../events/json.ts';
import type { ModifySpec } from '../events/modify-spec.ts';
import type { Vocabulary } from './foreign-names.ts';
import type { FormatId } from './format.ts';

/** The protocol of a handler, as in the `protocol` key of a manifest. */
export type ProtocolId =
  | 'hookmd'
  | 'claude'
  | 'kodelet'
  | 'microclaw-rfc'
  | 'microclaw'
  | 'openclaw'
  | 'gemini'
  | 'cursor'
  | 'copilot'
  | 'vscode'
  | 'codex'
  | 'qwen'
  | 'opencode';

/** Facts for the environment of a protocol. */
export interface ProtocolFacts {
  readonly event: HookEvent;
  readonly hookName: string;
  /** The event in the words of the hook. */
  readonly eventName: string;
}

/** A run that blocks by its exit code. */
export interface BlockingRun {
  readonly event: HookEvent;
  /** Standard error, or how it ended. */
  readonly reason: string;
  readonly stdout: string;
  /** The JSON in it. */
  readonly printed: JsonObject;
}

/** A file of shell text that the agent reads after a hook. */
export interface EnvironmentFileRow {
  /** Contains its path. */
  readonly variable: string;
  /** The agents that set the variable; `local` = the caller of `hooks run` did. */
  readonly agents: readonly string[];
  /** The events on which they set it. */
  readonly on: readonly string[];
}

/** How a handler of one system is run, and how its output is read. */
export interface Protocol {
  readonly id: ProtocolId;
  /** The vocabulary whose manifests use this protocol by default. */
  readonly vocabulary: Vocabulary;
  /** The format of stdin and of the output. */
  readonly format: FormatId;
  /** A string `command` goes to `sh -c`; else it is split into words and no shell is involved. */
  readonly usesShell: boolean;
  readonly cwd: 'session' | 'package';
  /** How `matcher` and `if` are written. */
  readonly conditions: 'hookmd' | 'claude';
  /** Events whose matcher has no lists by comma, and no names with a dash or a blank. */
  readonly wordMatchersOn: readonly string[];
  /** What is appended to the command line; null = nothing. */
  readonly argument: string | null;
  /** Exit statuses other than 0 that mean something; every other one is a failure. */
  readonly blockingExit: number | null;
  /** The output that the blocking exit code means; absent = a block, or what is one of this kind of event. */
  readonly blockingOutput?: (run: BlockingRun) => JsonObject;
  /** Events on which the blocking exit code is a failure. */
  readonly ignoresBlockingExitOn: readonly string[];
  /** Events on which a hook that ends in any other way than with exit 0 blocks, but for its timeout. */
  readonly failureBlocksOn: readonly string[];
  /** How a hook blocks, for people: behind "in the … protocol". */
  readonly blocksBy: string;
  /**
   * Text that is not JSON at exit 0: a failure; a message to the user; noise around the first JSON object with this key; context
   * on these events and a log line elsewhere; or a failure for hooks of these names, and nothing elsewhere.
   */
  readonly plainText:
    | 'failed'
    | 'shown'
    | { readonly findsKey: string }
    | { readonly contextOn: readonly string[] }
    | { readonly failedOn: readonly string[] };
  /** A line with the JSON `{"type": "progress"}` is no part of the output. */
  readonly hasProgress: boolean;
  /** JSON beside an exit code other than 0 is an output too. */
  readonly readsOutputAtAnyExit: boolean;
  /** A hook whose output starts with `{"async": true}` continues in the background. */
  readonly detaches: boolean;
  /** Its agent starts all hooks of an event at the same time. */
  readonly runsConcurrently: boolean;
  /** null = the cap (`hooks.maxTimeout`). */
  readonly defaultTimeoutMs: number | null;
  /** Environment of its own, beside HOOK_*: a value for each name; undefined = unset. */
  readonly variables: Readonly<Record<string, (facts: ProtocolFacts) => string | undefined>>;
  /** Variables of the hooks of a plugin: its directory, and the directory for its data. */
  readonly pluginVariables?: Readonly<Record<string, 'dir' | 'dataDir'>>;
  /** In its own system a hook has the whole environment of the agent: what its text reads is granted with its approval. */
  readonly inheritsEnvironment: boolean;
  /** The longest timeout of a manifest, which the user accepts where it exceeds `hooks.maxTimeout`. */
  readonly longestTimeoutMs: number;
  /** Variables that the agent itself sets for such hooks, without secrets: passed if they are set. */
  readonly agentVariables: readonly string[];
  /** The file in which such a hook sets variables for the commands of the agent; null = there is none. */
  readonly environmentFile: EnvironmentFileRow | null;
  /** What a hook may change if its manifest does not declare it, as far as its event permits. */
  readonly modify: ModifySpec | null;
}

import type { AllowedChanges, EventLogConfig, PackageMode } from '../../config/config.ts';
import type { Issue } from '../../errors/issue.ts';
import type { EventName, Permit } from '../../events/events.ts';
import type { JsonObject } from '../../events/json.ts';
import type { ModifySpec, Need } from '../../events/modify-spec.ts';
import type { OnFailure, OnWorkaround, SkipCause } from '../../events/outcome.ts';
import type { ModelSpec, ServiceSpec } from '../../events/service-spec.ts';
import type { Source } from '../../events/source.ts';
import type { Callback, ExecutorMode } from '../../executors/executor.ts';
import type { Argv } from '../../launch/launch.ts';
import type { CompiledCondition } from '../../matching/condition.ts';
import type { CompiledMatcher } from '../../matching/matcher.ts';
import type { Policy } from '../../policy/policy.ts';
import type { StaleRelease } from '../../policy/release.ts';
import type { Isolation } from '../../process/isolation.ts';
import type { ProtocolId } from '../../protocols/protocol.ts';

/** Raised when the shape or the meaning of the index files changes; HookMD compiles older files again. */
export const HOOK_INDEX_SCHEMA = 'hookmd.active/12';

/** Placeholders of directories that are known at the event, in arguments that no shell reads. */
export const placeholders = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how authors write it
  project: '${CLAUDE_PROJECT_DIR}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how authors write it
  data: '${CLAUDE_PLUGIN_DATA}',
} as const;

/** One canonical event on which a hook runs, and what it may change there. */
export interface ActiveEvent {
  readonly event: EventName;
  /** The name that the manifest uses for it. */
  readonly name: string;
  /** The event's permits, narrowed by that name. */
  readonly permits: readonly Permit[];
  /** Declared, approved and permitted by policy; null = the hook changes nothing here. */
  readonly modify: ModifySpec | null;
  /** It runs in the background, after the decision. */
  readonly isAsync: boolean;
}

/** A program, option, model or isolation that the machine lacked when the index was compiled. */
export interface MissingRequirement {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  /** One of these was missing when the index was compiled. Absent = the requirement is no program. */
  readonly programs?: readonly string[];
}

/** How long one run of a hook is remembered, and under which key: one hook of one hooks directory. */
export interface Once {
  readonly per: 'session' | 'installation';
  readonly key: string;
}

/** An approved, enabled hook with everything the event path needs; plain JSON data. */
export interface ActiveHook {
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: Source;
  /** Of the approved version; null = a callback, which has none. */
  readonly digest: string | null;
  readonly mode: ExecutorMode;
  /** The host action it needs where the conversation may be replaced; null = it runs on every host. */
  readonly hostAction: string | null;
  readonly protocol: ProtocolId;
  /** Directory of the approved copy in the store. */
  readonly packageDir: string;
  /** The plugin that the hook is part of: all of its hooks share a directory for their data. */
  readonly plugin?: string;
  /** The final command line. */
  readonly argv: Argv | null;
  /** Whether arguments contain one of `placeholders`. */
  readonly hasPlaceholders?: true;
  /** For HTTP, prompt and agent hooks; absent = it is a program. */
  readonly service?: ServiceSpec;
  /** For prompt and agent hooks whose model is configured. */
  readonly model?: ModelSpec;
  /** Why it cannot run where `argv` is null: it counts as failed. */
  readonly notRunnable: string | null;
  /** Registered by the embedding program: no JSON, and never in a file. */
  readonly callback?: Callback;
  readonly events: readonly ActiveEvent[];
  readonly matcher: CompiledMatcher;
  readonly condition: CompiledCondition | null;
  readonly priority: number;
  /** Among hooks of equal priority and source; absent = 0, and then by name. */
  readonly order?: number;
  readonly timeoutMs: number;
  /** The timeout of a run in the background. */
  readonly asyncTimeoutMs: number;
  /** It runs once, and is remembered under `key`; null = it runs always. */
  readonly once: Once | null;
  /** Internal operations of the agent in which it runs too; `*` = all. */
  readonly contexts: readonly string[];
  readonly onFailure: OnFailure;
  readonly merge: 'replace' | 'shallow';
  readonly redactKeys: readonly string[];
  readonly preApprove: boolean;
  readonly observe: 'no' | 'redacted' | 'raw';
  readonly recheck: boolean;
  readonly needs: readonly Need[];
  /** Variables that must be set at the event, and are passed. */
  readonly requiredEnv: readonly string[];
  /** Further variables passed, if set. */
  readonly grantedEnv: readonly string[];
  /** Values the user's configuration sets for this package. */
  readonly fixedEnv: Readonly<Record<string, string>>;
  /** Values of its options, as its handler receives them. */
  readonly options: JsonObject;
  readonly enforcement: PackageMode;
  /** The machine's policy requires it: only the administrator can disable it. */
  readonly isRequired?: true;
  /** Absent = it runs like its caller, without isolation. */
  readonly isolation?: Pick<Isolation, 'backend' | 'writesProject'>;
  /** Its directory differs from the approved version that runs. */
  readonly hasChanged: boolean;
  /** Missing requirements; with `onFailure: block` the hook blocks instead of being skipped. */
  readonly missing: readonly MissingRequirement[];
}

/** A package that was found and does not run, and why; the trace shows it. */
export interface InactiveHook {
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: Source;
  readonly mode: string;
  /** Canonical events on which it would run. */
  readonly events: readonly EventName[];
  readonly cause: SkipCause | (string & {});
  readonly reason: string;
}

/** The settings that apply to an event. */
export interface ActiveSettings {
  /** False = only managed hooks run. */
  readonly enabled: boolean;
  /** The machine's policy lets only managed, required and built-in hooks run. */
  readonly managedOnly: boolean;
  /** How far `hooks allow` goes, by the policy of the machine. */
  readonly allow: Policy['allow'];
  /** Networks that HTTP hooks may reach although they are not public, by the policy of the machine. */
  readonly privateNetworks: Policy['privateNetworks'];
  readonly concurrency: number;
  /** The longest timeout of any hook. */
  readonly maxTimeoutMs: number;
  /** How often hooks may keep an agent working that wants to stop. */
  readonly maxFollowUps: number;
  readonly onInternalError: OnFailure;
  readonly onWorkaround: OnWorkaround;
  readonly eventLog: EventLogConfig;
}

/** What the machine's policy requires; compiled beside the hooks, and checked against those of each event. */
export interface PolicyDemand {
  /** Plain or qualified name of the hook; null = the policy itself cannot be applied. */
  readonly name: string | null;
  readonly digest: string | null;
  /** Canonical events it is for; null = unknown, so every event that can be blocked. */
  readonly events: readonly EventName[] | null;
  /** What is wrong where no hook meets it; a model may read it. */
  readonly message: string;
  /** For the user. */
  readonly remedy: string;
  /** It is about the release of the organization. `isDue`: it was stale already when it was compiled. */
  readonly release?: StaleRelease & { readonly isDue: boolean };
}

/** A settings file that could not be read when the index was compiled. */
export interface UnreadSettings {
  readonly path: string;
  /** Its last readable content still applies; otherwise nothing of it does. */
  readonly isCached: boolean;
}

/** The directory of a linked package as it was when the index was compiled. When it changes, HookMD compiles again. */
export interface LinkedDirectory {
  /** Its real path. */
  readonly dir: string;
  /** Null = its handler was not built: the next event builds it. */
  readonly stamp: string | null;
}

/** One of the two index files: the user's part, or a project's. */
export interface ActivePart {
  readonly schema: typeof HOOK_INDEX_SCHEMA;
  readonly version: string;
  /** Fingerprint of everything the part was compiled from. */
  readonly inputs: string;
  readonly hooks: readonly ActiveHook[];
  readonly inactive: readonly InactiveHook[];
  /** Only in the user's part. */
  readonly settings: ActiveSettings | null;
  /** Only in a project's part: what the policies of all scopes allow; null = no policy narrows. */
  readonly allowModify: AllowedChanges | null;
  /** Only in a project's part: what the administrator and the user grant together; null = nothing. */
  readonly grantedModify: AllowedChanges | null;
  /** Only in a project's part: the options of the user's hooks that it tightens, by qualified name. */
  readonly tightened: Readonly<Record<string, JsonObject>>;
  /** The policy with which it was compiled. */
  readonly policyStamp: string;
  /** Only in a project's part. */
  readonly demands: readonly PolicyDemand[];
  /** Absent = all could be read. */
  readonly unread?: readonly UnreadSettings[];
  /** Linked directories run as they are, without approval. */
  readonly links?: readonly LinkedDirectory[];
}

/** What one dispatch works on, from beginning to end (H16). Hooks are in plan order. */
export type HookIndex = Pick<ActivePart, 'hooks' | 'inactive' | 'allowModify' | 'grantedModify'> & {
  readonly settings: ActiveSettings;
  readonly unread: readonly UnreadSettings[];
  /** Messages for the user about the policy, while it blocks nothing. */
  readonly notices: readonly string[];
  /** When it must be loaded again, in ms since 1970. Absent = the time changes nothing. */
  readonly staleAt?: number;
};

/** The hook index of one project, with the issues found while it was read or compiled. */
export interface LoadedSet {
  readonly set: HookIndex;
  readonly issues: readonly Issue[];
  readonly policyStamp: string;
}

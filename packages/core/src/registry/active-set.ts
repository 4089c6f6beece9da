import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AllowedChanges, PackageMode } from '../config/config.ts';
import type { Issue } from '../errors/issue.ts';
import type { EventName, Permit } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import type { ModifySpec, Need } from '../events/modify-spec.ts';
import type { OnFailure, SkipCause } from '../events/outcome.ts';
import type { ModelSpec, ServiceSpec } from '../events/service-spec.ts';
import { type Source, sourceOrder } from '../events/source.ts';
import type { Callback, ExecutorMode } from '../executors/executor.ts';
import type { Argv } from '../launch/launch.ts';
import type { CompiledCondition } from '../matching/condition.ts';
import type { CompiledMatcher } from '../matching/matcher.ts';
import type { Isolation } from '../process/isolation.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import { encodeFileName } from '../state/hash.ts';
import { HOOKMD_VERSION } from '../version.ts';

/** Raised when the shape or the meaning of the compiled files changes; an older file is compiled anew. */
export const ACTIVE_SET_SCHEMA = 'hookmd.active/7';

/** One canonical event a hook is asked about, and what it may do there. */
export interface ActiveEvent {
  readonly event: EventName;
  /** The word by which the manifest asks for it. */
  readonly name: string;
  /** The event's permits, narrowed by the name the manifest used. */
  readonly permits: readonly Permit[];
  /** Declared, approved and permitted by policy; null = the hook changes nothing here. */
  readonly modify: ModifySpec | null;
  /** Nobody waits for it: it runs in the background, after the decision. */
  readonly isAsync: boolean;
}

/** A program or variable that the machine lacked when the set was compiled. */
export interface MissingRequirement {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** For how long one firing of a hook is remembered, and under which name: that of one hook of one root. */
export interface Once {
  readonly per: 'session' | 'installation';
  readonly key: string;
}

/** What stands for the project's directory in arguments that no shell reads. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how authors write it
export const PROJECT_PLACEHOLDER = '${CLAUDE_PROJECT_DIR}';

/** An approved, enabled hook with everything the event path needs; plain JSON data. */
export interface ActiveHook {
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: Source;
  /** Of the approved bytes; null = a callback, which has none. */
  readonly digest: string | null;
  readonly mode: ExecutorMode;
  /** Where the conversation may be replaced it is asked only if the host has this recipe; null = of any host. */
  readonly recipe: string | null;
  readonly convention: ProtocolId;
  /** Folder of the approved bytes in the store. */
  readonly packageDir: string;
  /** What runs: a command line, every word final. */
  readonly argv: Argv | null;
  /** Whether words of it hold `PROJECT_PLACEHOLDER`. */
  readonly fillsProjectDir?: true;
  /** What is asked where it is no program; absent = it is one. */
  readonly service?: ServiceSpec;
  /** Who answers, where that is a model; absent = it is none, or nobody named one. */
  readonly model?: ModelSpec;
  /** Why it cannot be run, where `argv` is null: it counts as failed. */
  readonly notRunnable: string | null;
  /** What runs where the embedding program registered it: the one part that is no JSON, and never in a file. */
  readonly callback?: Callback;
  readonly events: readonly ActiveEvent[];
  readonly matcher: CompiledMatcher;
  readonly condition: CompiledCondition | null;
  readonly priority: number;
  /** Among hooks of equal priority and source; absent = 0, and then by name. */
  readonly order?: number;
  readonly timeoutMs: number;
  /** The limit of a run that nobody waits for. */
  readonly asyncTimeoutMs: number;
  /** Asked once, and remembered under `key`; null = always. */
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
  /** The policy of the machine requires it: nobody else switches it off. */
  readonly isRequired?: true;
  /** It runs isolated; absent = as its caller. */
  readonly isolation?: Pick<Isolation, 'backend' | 'writesProject'>;
  /** Its folder holds other bytes now than the approved ones that run. */
  readonly hasChanged: boolean;
  /** Missing programs and options; with `onFailure: block` the hook blocks instead of being skipped. */
  readonly unmet: readonly MissingRequirement[];
}

/** A package that was found and may not run, and why; the trace shows it. */
export interface InactiveHook {
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: Source;
  readonly mode: string;
  /** Canonical events it would be asked about. */
  readonly events: readonly EventName[];
  readonly cause: SkipCause | (string & {});
  readonly reason: string;
}

/** The settings that bear on an event. */
export interface ActiveSettings {
  /** False = only managed hooks run. */
  readonly enabled: boolean;
  /** The policy of the machine lets only managed, required and built-in hooks run. */
  readonly managedOnly: boolean;
  readonly concurrency: number;
  /** The longest time any hook gets. */
  readonly maxTimeoutMs: number;
  /** How often hooks may keep an agent going that wants to stop. */
  readonly maxFollowUps: number;
  readonly onInternalError: OnFailure;
  readonly journal: { readonly keepDays: number; readonly maxBytes: number };
}

/** What the policy of the machine asks for; compiled beside the hooks, and judged against those of each event path. */
export interface PolicyDemand {
  /** Which hook, by plain or qualified name; null = the policy itself cannot be followed. */
  readonly name: string | null;
  readonly digest: string | null;
  /** Canonical events it is for; null = nobody knows, so all that can be blocked. */
  readonly events: readonly EventName[] | null;
  /** What is wrong where no hook meets it, and what to do. */
  readonly message: string;
}

/** A settings file that could not be read when the set was compiled. */
export interface UnreadSettings {
  readonly path: string;
  /** What it said before goes on; otherwise nothing of it counts. */
  readonly isKept: boolean;
}

/** One of the two compiled files: the user's part, or a project's. */
export interface ActivePart {
  readonly schema: typeof ACTIVE_SET_SCHEMA;
  readonly version: string;
  /** Fingerprint of everything the part was compiled from. */
  readonly inputs: string;
  readonly hooks: readonly ActiveHook[];
  readonly inactive: readonly InactiveHook[];
  /** Only in the user's part. */
  readonly settings: ActiveSettings | null;
  /** Only in a project's part: what the policies of all scopes leave; null = nobody narrows. */
  readonly allowModify: AllowedChanges | null;
  /** Only in a project's part: what those of the administrator and the person give together; null = nothing. */
  readonly grantedModify: AllowedChanges | null;
  /** Only in a project's part: what it tightens of the options of the user's hooks, by qualified name. */
  readonly tightened: Readonly<Record<string, JsonObject>>;
  /** What the policy was when it was compiled. */
  readonly policyStamp: string;
  /** Only in a project's part: what the policy demands. */
  readonly demands: readonly PolicyDemand[];
  /** Absent = all could be read. */
  readonly unread?: readonly UnreadSettings[];
  /** Folders whose present bytes run; none = only approved bytes do. */
  readonly links?: readonly LinkedDirectory[];
}

/** A folder of an author, as it was when the part was compiled: once it is otherwise, the part is compiled anew. */
export interface LinkedDirectory {
  /** Its real path. */
  readonly dir: string;
  /** Null = what was compiled is not whole: whoever fires the next event can build its handler. */
  readonly stamp: string | null;
}

/** What one dispatch works on, from beginning to end (H16). Hooks stand in plan order. */
export interface ActiveSet {
  readonly hooks: readonly ActiveHook[];
  readonly inactive: readonly InactiveHook[];
  readonly settings: ActiveSettings;
  readonly allowModify: AllowedChanges | null;
  readonly grantedModify: AllowedChanges | null;
  readonly unread: readonly UnreadSettings[];
}

/** Compares two hooks by the order in which they run: negative = `a` runs first. */
export function compareHooks(
  a: Pick<ActiveHook, 'priority' | 'source' | 'order' | 'name'>,
  b: Pick<ActiveHook, 'priority' | 'source' | 'order' | 'name'>,
): number {
  return (
    Number(b.source === 'builtin') - Number(a.source === 'builtin') ||
    a.priority - b.priority ||
    sourceOrder.indexOf(a.source) - sourceOrder.indexOf(b.source) ||
    (a.order ?? 0) - (b.order ?? 0) ||
    compareBytes(a.name, b.name)
  );
}

/** Byte order, the same on every machine and locale. */
function compareBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** An active set with what was found while it was read or compiled. */
export interface LoadedSet {
  readonly set: ActiveSet;
  readonly issues: readonly Issue[];
  /** What the policy was when it was compiled. */
  readonly policyStamp: string;
}

/** The two compiled files: the user's part holds in every project. */
export function partPaths(
  stateDir: string,
  projectDir: string,
): { readonly user: string; readonly project: string } {
  const folder = join(stateDir, 'active');
  return { user: join(folder, '_.json'), project: join(folder, `${encodeFileName(projectDir)}.json`) };
}

interface CompiledParts {
  readonly user: ActivePart;
  readonly project: ActivePart;
}

/** Both parts, or null where one has to be compiled anew: because of itself, or because the policy is another by now. */
export function readFreshParts(
  paths: ReturnType<typeof partPaths>,
  policyStamp: string,
): CompiledParts | null {
  const user = readPart(paths.user);
  const project = readPart(paths.project);
  if (user?.policyStamp !== policyStamp || project?.policyStamp !== policyStamp) return null;
  return { user, project };
}

/** A compiled part, or null where it is missing, damaged or of another version: then it is compiled anew. */
export function readPart(path: string): ActivePart | null {
  try {
    const part = JSON.parse(readFileSync(path, 'utf8')) as ActivePart;
    const isOurs = part.schema === ACTIVE_SET_SCHEMA && part.version === HOOKMD_VERSION;
    return isOurs && Array.isArray(part.hooks) && Array.isArray(part.inactive) ? part : null;
  } catch {
    return null;
  }
}

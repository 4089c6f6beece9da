import { sharedKeys } from '../contracts/contract.ts';
import type { JsonObject } from '../events/json.ts';
import type { OnFailure, OnWorkaround } from '../events/outcome.ts';
import type { ModelSpec } from '../events/service-spec.ts';
import { defaultSettings } from './defaults.ts';

/** The owner of the file: the administrator, the user, or a repository, which may only add or tighten. */
export type ConfigScope = 'managed' | 'user' | 'project';

/** `warn` and `audit`: the package's decisions are shown, or only recorded, and not applied. */
export type PackageMode = 'enforce' | 'warn' | 'audit';

/** One configuration file; settings that are not in it are absent. */
export interface Config {
  readonly hooks: {
    readonly enabled?: boolean;
    readonly concurrency?: number;
    readonly maxTimeoutMs?: number;
    readonly maxFollowUps?: number;
    readonly onInternalError?: OnFailure;
    readonly onWorkaround?: OnWorkaround;
  };
  readonly allowModify: AllowedChanges | null;
  /** Settings entries as they stand, by event: the pattern page's shape. */
  readonly entries: JsonObject;
  /** Files in the format of Claude's settings whose hooks are the user's too. */
  readonly entriesFrom: readonly string[];
  /** Specs of marketplaces, by the names that the user gave them. */
  readonly sources: Readonly<Record<string, string>>;
  readonly package: Readonly<Record<string, PackageConfig>>;
  readonly eventLog: Partial<EventLogConfig>;
  readonly models: Readonly<Record<string, ModelSpec>>;
}

export interface PackageConfig {
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: JsonObject;
  readonly mode?: PackageMode;
}

export interface EventLogConfig {
  readonly keepDays: number;
  readonly maxBytes: number;
  readonly payloads: 'none' | 'summary' | 'redacted';
}

/** What holds on this machine for this project; plain JSON data. */
export interface EffectiveConfig {
  /** False = only managed hooks run. */
  readonly enabled: boolean;
  readonly enabledForManaged: boolean;
  readonly concurrency: number;
  readonly maxTimeoutMs: number;
  /** The administrator's: no grant of the user exceeds it. Null = none. */
  readonly managedTimeoutMs: number | null;
  readonly maxFollowUps: number;
  readonly onInternalError: OnFailure;
  readonly onWorkaround: OnWorkaround;
  /** What every scope allows; null = no limit. */
  readonly allowModify: AllowedChanges | null;
  /** What a list grants to hooks that may change nothing without one; a repository's list grants nothing. Null = no list. */
  readonly grantedModify: AllowedChanges | null;
  /** Each file alone: managed packages are set by the first and tightened by the second. */
  readonly managedPackages: Readonly<Record<string, PackageConfig>>;
  readonly userPackages: Readonly<Record<string, PackageConfig>>;
  readonly packageEnv: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly packageMode: Readonly<Record<string, PackageMode>>;
  readonly packageOptions: Readonly<Record<string, JsonObject>>;
  /**
   * A project's values, besides `packageOptions`. Only the package's schema defines which value is tighter; those that tighten
   * are applied, and nothing else.
   */
  readonly projectPackageOptions: Readonly<Record<string, JsonObject>>;
  readonly entriesFrom: readonly string[];
  readonly eventLog: EventLogConfig;
  readonly models: Readonly<Record<string, ModelSpec>>;
}

/** A file that does not exist, or is empty. */
export const NO_CONFIG: Config = {
  hooks: {},
  allowModify: null,
  entries: {},
  entriesFrom: [],
  sources: {},
  package: {},
  eventLog: {},
  models: {},
};

/**
 * Merges the three files. Pure.
 *
 * Managed overrides user, key by key; hooks run only if neither disables them, an internal error blocks if either requires
 * it, and so does a workaround ask. From the project's file only what narrows is read.
 */
export function mergeConfig(managed: Config, user: Config, project: Config): EffectiveConfig {
  const hooks = { ...user.hooks, ...managed.hooks };
  const prompts = [managed, user].some((config) => config.hooks.onWorkaround === 'ask');
  const blocks = [managed, user].some((config) => config.hooks.onInternalError === 'block');
  return {
    enabled: managed.hooks.enabled !== false && user.hooks.enabled !== false,
    enabledForManaged: managed.hooks.enabled !== false,
    concurrency: hooks.concurrency ?? defaultSettings.concurrency,
    maxTimeoutMs: Math.min(hooks.maxTimeoutMs ?? defaultSettings.maxTimeoutMs, defaultSettings.maxTimeoutMs),
    managedTimeoutMs: managed.hooks.maxTimeoutMs ?? null,
    maxFollowUps: hooks.maxFollowUps ?? defaultSettings.maxFollowUps,
    onInternalError: blocks ? 'block' : defaultSettings.onInternalError,
    onWorkaround: prompts ? 'ask' : defaultSettings.onWorkaround,
    allowModify: intersectAllowed([managed.allowModify, user.allowModify, project.allowModify]),
    grantedModify: intersectAllowed([managed.allowModify, user.allowModify]),
    managedPackages: managed.package,
    userPackages: user.package,
    packageEnv: mergePackages(
      managed,
      user,
      (packageConfig) => packageConfig.env,
      (low, high) => ({ ...low, ...high }),
    ),
    packageMode: mergePackages(
      managed,
      user,
      (item) => item.mode,
      (_, high) => high,
    ),
    packageOptions: mergePackages(
      managed,
      user,
      (entry) => entry.options,
      (low, high) => ({ ...low, ...high }),
    ),
    projectPackageOptions: mergePackages(
      project,
      NO_CONFIG,
      (element) => element.options,
      (_, high) => high,
    ),
    entriesFrom: user.entriesFrom,
    eventLog: { ...defaultSettings.eventLog, ...user.eventLog, ...managed.eventLog },
    // Each as a whole: an address and a key of two files do not belong together.
    models: { ...user.models, ...managed.models },
  };
}

function mergePackages<T>(
  high: Config,
  low: Config,
  pick: (packageConfig: PackageConfig) => T | undefined,
  join: (low: T, high: T) => T,
): Readonly<Record<string, T>> {
  const merged = new Map<string, T>();
  for (const config of [low, high]) {
    for (const [name, item] of Object.entries(config.package)) {
      const value = pick(item);
      if (value === undefined) continue;
      const before = merged.get(name);
      merged.set(name, before === undefined ? value : join(before, value));
    }
  }
  return Object.fromEntries(merged);
}

/**
 * Which arguments of a tool hooks may change, by canonical tool name; `*` = every tool that is not named.
 *
 * A tool that is in no row is not narrowed. Keys as in a manifest's `modify`: `timeout`, `env.PATH`, `env.*`, `*`.
 */
export type AllowedChanges = Readonly<Record<string, readonly string[]>>;

/** What all the scopes that narrow allow together; null = none of them narrows. */
function intersectAllowed(scopes: readonly (AllowedChanges | null)[]): AllowedChanges | null {
  const narrowing = scopes.filter((scope) => scope !== null);
  const [first, ...rest] = narrowing;
  return first === undefined ? null : rest.reduce(intersect, first);
}

function intersect(a: AllowedChanges, b: AllowedChanges): AllowedChanges {
  const tools = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...tools].map((tool) => [tool, sharedKeys(keysOf(a, tool), keysOf(b, tool))]));
}

/** The row of a tool, else the row of all others, else everything. */
export function keysOf(allowed: AllowedChanges, tool: string): readonly string[] {
  return ownRow(allowed, tool) ?? ownRow(allowed, '*') ?? ['*'];
}

/** Only what a policy lists: nothing for a tool that it does not list. */
export function listedKeys(allowed: AllowedChanges | null, tool: string): readonly string[] {
  return allowed === null ? [] : (ownRow(allowed, tool) ?? ownRow(allowed, '*') ?? []);
}

function ownRow(allowed: AllowedChanges, tool: string): readonly string[] | undefined {
  return Object.hasOwn(allowed, tool) ? allowed[tool] : undefined;
}

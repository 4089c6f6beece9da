import type { EffectiveConfig } from '../../config/config.ts';
import { type PackageOptions, packageSettings } from '../../config/package-options.ts';
import { isForOtherMachines, type Requirement } from '../../eligibility/check.ts';
import { issue } from '../../errors/issue.ts';
import { type EventName, isEventName } from '../../events/events.ts';
import { mayBeForeign } from '../../events/source.ts';
import { fillUrl } from '../../executors/http/service-url.ts';
import type { Argv } from '../../launch/launch.ts';
import {
  canonicalEventsOf,
  conditionOf,
  isAsyncByName,
  matcherOf,
  permitsOn,
} from '../../manifest/events.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { type Policy, requirementFor } from '../../policy/policy.ts';
import type { PolicyReading } from '../../policy/read-policy.ts';
import { commonWord, foreignRows } from '../../protocols/foreign-names.ts';
import { protocols } from '../../protocols/index.ts';
import { quickHash } from '../../state/hash.ts';
import type { Grants } from '../../trust/approval.ts';
import { definitionKinds } from '../inventory/definition-kinds.ts';
import type { HookStatus } from '../inventory/evaluate-status.ts';
import { executableEvents } from '../inventory/executable-events.ts';
import { findModel, isolationOf, missingModel, missingOptions } from '../inventory/hook-requirements.ts';
import { type PolicyHold, settingsSource } from '../inventory/policy-hold.ts';
import {
  type ActiveEvent,
  type ActiveHook,
  type InactiveHook,
  type MissingRequirement,
  placeholders,
} from './hook-index.ts';

/** The version that would run: the approved copy, or the working copy under `trust: 'all'`. */
export interface RunnablePackage {
  readonly manifest: Omit<Manifest, 'body'>;
  readonly dir: string;
  readonly digest: string;
  /** The final command line; null = it cannot run, see `notRunnable`. */
  readonly argv: Argv | null;
  readonly notRunnable: string | null;
  readonly grants: Grants;
  /** By the schema of this version; null = none. */
  readonly options: PackageOptions | null;
  /** Of this version, not of the directory as it is now. */
  readonly requirements: readonly Requirement[];
}

/** An approved version that does not run: removed, or damaged. */
export interface LostPackage {
  readonly cause: 'VANISHED' | 'STORE_DAMAGED';
  readonly reason: string;
  /** The hook of the last index: it counts as failed, so that a guard blocks. Null = there is none. */
  readonly before: ActiveHook | null;
}

/** The entry of one package in the index: a hook, or why it does not run. */
export type Compiled = { readonly hook: ActiveHook } | { readonly inactive: InactiveHook };

/**
 * Compiles one package. `runnable` is null where no version is approved.
 *
 * A hook with a missing program stays active: with `onFailure: block` it blocks.
 */
export function compilePackage(
  status: HookStatus,
  runnable: RunnablePackage | LostPackage | null,
  config: EffectiveConfig,
  reading: PolicyReading,
): Compiled {
  const blocker = status.reasons.find(({ code }) => isSwitchedOff(code));
  if (blocker) return inactive(status, causeOf(blocker.code), blocker.message);
  if (status.state === 'conflict') return inactive(status, 'NAME_CONFLICT', status.reasons[0]?.message ?? '');
  if (runnable === null) {
    if (status.state !== 'invalid') return inactive(status, 'UNAPPROVED', 'it needs your approval');
    return inactive(
      status,
      status.reasons[0]?.code ?? 'INVALID',
      status.reasons[0]?.message ?? 'its manifest has errors',
    );
  }
  const digest = 'before' in runnable ? runnable.before?.digest : runnable.digest;
  // Under `trust: 'all'` the version that runs is not the one of `status`.
  const denied = reading.policy.denied.find((item) => item.digest === digest);
  if (denied !== undefined) {
    const { message } = issue('POLICY_DENIED', { path: reading.path, line: denied.line });
    return inactive(status, 'POLICY', message);
  }
  if ('before' in runnable) return lostPackage(status, runnable);
  const cannot = runnable.requirements.filter(isForOtherMachines);
  if (cannot.length > 0)
    return inactive(status, 'INELIGIBLE', cannot.map((requirement) => requirement.message).join('; '));
  return { hook: activeHook(status, runnable, config, reading.policy) };
}

function lostPackage(status: HookStatus, { cause, reason, before }: LostPackage): Compiled {
  if (before === null) return inactive(status, cause, reason);
  const { enforcement } = status;
  return { hook: { ...before, argv: null, notRunnable: reason, enforcement, hasChanged: true } };
}

function isSwitchedOff(code: string): boolean {
  return code === 'HOOKS_OFF' || code.startsWith('DISABLED') || code.startsWith('POLICY_');
}

function causeOf(code: string): string {
  return code.startsWith('POLICY_') ? 'POLICY' : 'DISABLED';
}

function inactive({ record }: HookStatus, cause: string, reason: string): Compiled {
  return {
    inactive: {
      name: record.name,
      qualifiedName: record.qualifiedName,
      source: record.root.source,
      mode: record.manifest?.handler.mode ?? 'unknown',
      events: eventsOf(record),
      cause,
      reason,
    },
  };
}

function eventsOf({ manifest, partial, root }: HookStatus['record']): readonly EventName[] {
  const names = manifest?.events.map(({ name }) => name) ?? partial.events;
  // A bare executable that has not named its event yet.
  const possible = names.length === 0 && definitionKinds[root.kind].isInvoked ? executableEvents : names;
  return [...new Set(possible.flatMap(canonicalEvents))];
}

function canonicalEvents(name: string): readonly EventName[] {
  return isEventName(name) ? [name] : foreignRows(name).flatMap((row) => row.events);
}

function activeHook(
  status: HookStatus,
  runnable: RunnablePackage,
  config: EffectiveConfig,
  policy: Policy,
): ActiveHook {
  const { record } = status;
  const { manifest } = runnable;
  const { source } = record.root;
  // A repository may neither approve its own calls in advance, nor take more time, nor read what others redacted.
  const isForeign = mayBeForeign(source);
  const grants: Grants = isForeign ? { env: runnable.grants.env } : runnable.grants;
  const settings = packageSettings(config, settingsSource(status), record.name);
  const { isolation, missing: notIsolated } = isolationOf(manifest, policy, process.env['PATH'] ?? '');
  // By the version that runs, not by the directory as it is now.
  const isRequired = requirementFor(policy, record, runnable.digest) !== null;
  return {
    name: record.name,
    qualifiedName: record.qualifiedName,
    source,
    digest: runnable.digest,
    mode: manifest.handler.mode,
    hostAction: hostActionOf(manifest),
    protocol: manifest.protocol,
    packageDir: runnable.dir,
    argv: runnable.argv,
    ...(hasPlaceholders(manifest) ? { hasPlaceholders: true } : {}),
    ...(record.plugin === undefined ? {} : { plugin: record.plugin.name }),
    ...serviceOf(manifest.handler, runnable.options),
    ...modelOf(manifest.handler, config),
    notRunnable: runnable.notRunnable,
    events: compileEvents(manifest),
    matcher: valid(matcherOf(manifest)),
    condition:
      manifest.condition === null ? null : valid(conditionOf({ ...manifest, condition: manifest.condition })),
    priority: manifest.priority,
    ...(record.order === undefined ? {} : { order: record.order }),
    timeoutMs: effectiveTimeoutMs(manifest, config, grants.timeoutMs),
    asyncTimeoutMs: effectiveAsyncTimeoutMs(manifest, config, grants.timeoutMs),
    once: manifest.once === 'no' ? null : { per: manifest.once, key: onceKey(record) },
    contexts: manifest.contexts,
    onFailure: effectiveOnFailure(manifest, isRequired ? { hold: 'required' } : null, policy),
    merge: manifest.merge,
    redactKeys: manifest.redactKeys,
    preApprove: (manifest.preApprove || grants.preApprove === true) && !isForeign,
    observe: manifest.observe === 'raw' && isForeign ? 'redacted' : manifest.observe,
    recheck: manifest.recheck,
    needs: manifest.needs,
    requiredEnv: manifest.requires.env,
    grantedEnv: [...manifest.env, ...grants.env],
    fixedEnv: settings.env,
    options: runnable.options?.values ?? {},
    enforcement: settings.mode,
    ...(isRequired ? { isRequired } : {}),
    ...(isolation === undefined ? {} : { isolation }),
    hasChanged: status.reasons.some(({ code }) => code === 'CHANGED'),
    missing: [
      ...missingPrograms(runnable),
      ...missingOptions(record.name, runnable.options),
      ...missingModel(manifest.handler, config),
      ...notIsolated,
    ],
  };
}

function hasPlaceholders({ handler, protocol }: Pick<Manifest, 'handler' | 'protocol'>): boolean {
  if (handler.mode !== 'command' || protocol !== 'claude') return false;
  const { command } = handler;
  const { project, data } = placeholders;
  return typeof command !== 'string' && command.some((word) => word.includes(project) || word.includes(data));
}

/** The URL may be an option: a repository cannot set one. */
function serviceOf(
  handler: Manifest['handler'],
  options: RunnablePackage['options'],
): Pick<ActiveHook, 'service'> {
  const { mode } = handler;
  if (mode === 'http') {
    return { service: { ...handler, url: fillUrl(handler.url, options?.values ?? {}) } };
  }
  return mode === 'prompt' || mode === 'agent' ? { service: handler } : {};
}

function modelOf(handler: Manifest['handler'], config: EffectiveConfig): Pick<ActiveHook, 'model'> {
  const model = findModel(handler, config);
  return model === undefined || model === null ? {} : { model };
}

/** Limits of the configuration for the time of a hook. */
export type TimeLimits = Pick<EffectiveConfig, 'maxTimeoutMs' | 'managedTimeoutMs'>;

/** The timeout that applies to a hook, in milliseconds (rows K-9 to K-11). */
export function effectiveTimeoutMs(
  manifest: Pick<Manifest, 'timeoutMs' | 'protocol'>,
  { maxTimeoutMs, managedTimeoutMs }: TimeLimits,
  grantedMs = 0,
): number {
  return Math.min(
    manifest.timeoutMs ?? protocols[manifest.protocol].defaultTimeoutMs ?? maxTimeoutMs,
    Math.max(maxTimeoutMs, Math.min(grantedMs, managedTimeoutMs ?? grantedMs)),
  );
}

/**
 * The timeout of a run in the background, in milliseconds: `asyncTimeout`, else the timeout of a normal run.
 * `hooks.maxTimeout` lowers only the latter.
 */
export function effectiveAsyncTimeoutMs(
  manifest: Pick<Manifest, 'timeoutMs' | 'asyncTimeoutMs' | 'protocol'>,
  limits: TimeLimits,
  grantedMs: number | undefined,
): number {
  return manifest.asyncTimeoutMs ?? effectiveTimeoutMs(manifest, limits, grantedMs);
}

/** Two hooks of one name in two directories have two keys; a new version of one hook keeps its key, and so does a bundled hook that moves. */
function onceKey({ name, qualifiedName, root }: HookStatus['record']): string {
  return `${name}-${quickHash(`${qualifiedName} ${root.source === 'bundled' ? '' : root.realDir}`)}`;
}

/** What happens to a call when the hook fails: a required hook blocks, and a policy may demand that of all. */
export function effectiveOnFailure(
  { onFailure }: Pick<Manifest, 'onFailure'>,
  hold: Pick<PolicyHold, 'hold'> | null,
  policy: Policy,
): Manifest['onFailure'] {
  return hold?.hold === 'required' || policy.blocksOnFailure ? 'block' : onFailure;
}

/** The host action that a hook needs: of a package `compact`, if `needs` names it. */
function hostActionOf({ handler, needs }: Pick<Manifest, 'handler' | 'needs'>): string | null {
  if (handler.mode === 'builtin') return handler.hostAction;
  return needs.find((need) => need === 'compact') ?? null;
}

function compileEvents({ events, modify, isAsync }: Omit<Manifest, 'body'>): readonly ActiveEvent[] {
  return canonicalEventsOf(events).map((event) => ({
    event,
    name: commonWord(events.filter((named) => named.events.includes(event)).map(({ name }) => name)) ?? event,
    permits: permitsOn(event, events),
    modify: modify[event] ?? null,
    isAsync: isAsync || isAsyncByName(event, events),
  }));
}

function valid<T extends object>(compiled: T | { readonly error: string }): T {
  if ('error' in compiled) throw new Error(`a valid manifest compiles; found ${compiled.error}`);
  return compiled;
}

function missingPrograms({ requirements }: RunnablePackage): readonly MissingRequirement[] {
  return requirements
    .filter(
      (requirement) => !requirement.ok && (requirement.kind === 'bins' || requirement.kind === 'anyBins'),
    )
    .map(({ code, message, remedy, want }) => ({ code, message, remedy, programs: want.split(' or ') }));
}

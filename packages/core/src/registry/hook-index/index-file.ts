import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../config/defaults.ts';
import { eventNames, eventRow } from '../../events/events.ts';
import { sourceOrder } from '../../events/source.ts';
import { encodeFileName } from '../../state/hash.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import {
  type ActiveHook,
  type ActivePart,
  HOOK_INDEX_SCHEMA,
  type HookIndex,
  type PolicyDemand,
} from './hook-index.ts';

/** The name that a decision shows for a block by the policy. */
export const POLICY_HOOK = 'managed/policy.yaml';

/** The two index files: the user's part applies in every project. */
export function partPaths(
  stateDir: string,
  projectDir: string,
): { readonly user: string; readonly project: string } {
  const directory = join(stateDir, 'active');
  return { user: join(directory, '_.json'), project: join(directory, `${encodeFileName(projectDir)}.json`) };
}

/** Reads both parts; null where one is unusable or was compiled with another policy. */
export function readFreshParts(
  paths: ReturnType<typeof partPaths>,
  policyStamp: string,
): { readonly user: ActivePart; readonly project: ActivePart } | null {
  const user = readPart(paths.user);
  const project = readPart(paths.project);
  if (user?.policyStamp !== policyStamp || project?.policyStamp !== policyStamp) return null;
  return hasPassed(staleAt(project.demands)) ? null : { user, project };
}

/** When the release of the organization expires, if it had not when the demands were compiled. */
function staleAt(demands: readonly PolicyDemand[]): number | undefined {
  return demands.find(({ release }) => release?.isDue === false)?.release?.from;
}

/** Whether a hook index must be loaded again because of the time. */
export function hasPassed(time: number | undefined): boolean {
  return time !== undefined && time <= Date.now();
}

/** Reads one part; null where the file is missing, damaged or of another version. */
export function readPart(path: string): ActivePart | null {
  try {
    const part = JSON.parse(readFileSync(path, 'utf8')) as ActivePart;
    const isCurrent = part.schema === HOOK_INDEX_SCHEMA && part.version === HOOKMD_VERSION;
    return isCurrent && Array.isArray(part.hooks) && Array.isArray(part.inactive) ? part : null;
  } catch {
    return null;
  }
}

/** Joins the parts into one hook index, with a blocking hook for each demand of the policy that is not met. */
export function joinParts(parts: readonly ActivePart[]): HookIndex {
  const hooks = parts.flatMap((part) => part.hooks).map((hook) => tighten(hook, parts));
  const demands = parts.flatMap((part) => part.demands);
  const time = staleAt(demands);
  return {
    hooks: [...hooks, ...missingDemands(demands, hooks)].sort(compareHooks),
    inactive: parts.flatMap((part) => part.inactive),
    unread: parts.flatMap((part) => part.unread ?? []),
    notices: demands.flatMap((demand) => noticeOf(demand) ?? []),
    ...(time === undefined ? {} : { staleAt: time }),
    settings: parts.find((part) => part.settings !== null)?.settings ?? {
      ...defaultSettings,
      managedOnly: false,
      allow: null,
      privateNetworks: [],
    },
    allowModify: parts.find((part) => part.allowModify !== null)?.allowModify ?? null,
    grantedModify: parts.find((part) => part.grantedModify !== null)?.grantedModify ?? null,
  };
}

function tighten(hook: ActiveHook, parts: readonly ActivePart[]): ActiveHook {
  const tightened = parts.find((part) => Object.hasOwn(part.tightened, hook.qualifiedName));
  if (tightened === undefined) return hook;
  return { ...hook, options: { ...hook.options, ...tightened.tightened[hook.qualifiedName] } };
}

/** Plan order: built-ins, then priority, source, order in a file or of registration, name in byte order. */
export function compareHooks(
  a: Pick<ActiveHook, 'priority' | 'source' | 'order' | 'name'>,
  b: Pick<ActiveHook, 'priority' | 'source' | 'order' | 'name'>,
): number {
  return (
    Number(b.source === 'builtin') - Number(a.source === 'builtin') ||
    a.priority - b.priority ||
    sourceOrder.indexOf(a.source) - sourceOrder.indexOf(b.source) ||
    (a.order ?? 0) - (b.order ?? 0) ||
    (a.name < b.name ? -1 : Number(a.name > b.name))
  );
}

/**
 * One failing hook for each demand that no runnable hook meets. Like every hook that fails closed, it blocks the
 * events of the demand; for a required observer too.
 */
export function missingDemands(
  demands: readonly PolicyDemand[],
  hooks: readonly ActiveHook[],
): readonly ActiveHook[] {
  return demands
    .filter(({ release = BLOCKS }) => release.blocks && release.isDue)
    .filter((demand) => !hooks.some((hook) => meets(hook, demand)))
    .map(blockingHook);
}

const BLOCKS = { blocks: true, isDue: true } as const;

/** For users, where a stale release blocks nothing. */
function noticeOf({ release, message, remedy }: PolicyDemand): string | null {
  if (release === undefined || release.blocks || !release.isDue) return null;
  return `${message} ${remedy}`;
}

function meets(hook: ActiveHook, { name, digest }: PolicyDemand): boolean {
  const isNamed = hook.name === name || hook.qualifiedName === name;
  return isNamed && hook.digest === digest && hook.notRunnable === null && hook.missing.length === 0;
}

function blockingHook({ events, message, remedy }: PolicyDemand): ActiveHook {
  const before = eventNames.filter((name) => eventRow(name).kind === 'before');
  return {
    name: 'policy.yaml',
    qualifiedName: POLICY_HOOK,
    source: 'managed',
    digest: null,
    mode: 'command',
    hostAction: null,
    protocol: 'hookmd',
    packageDir: '',
    argv: null,
    notRunnable: message,
    events: before
      .filter((event) => events === null || events.includes(event))
      .map((event) => ({
        event,
        name: event,
        permits: eventRow(event).permits,
        modify: null,
        isAsync: false,
      })),
    matcher: { kind: 'any' },
    condition: null,
    priority: 0,
    timeoutMs: 1_000,
    asyncTimeoutMs: 1_000,
    once: null,
    contexts: ['*'],
    onFailure: 'block',
    merge: 'replace',
    redactKeys: [],
    preApprove: false,
    observe: 'no',
    recheck: false,
    needs: [],
    requiredEnv: [],
    grantedEnv: [],
    fixedEnv: {},
    options: {},
    enforcement: 'enforce',
    hasChanged: false,
    // A missing requirement opens no circuit breaker, unlike a failure.
    missing: [{ code: 'POLICY_REQUIRED', message, remedy }],
  };
}

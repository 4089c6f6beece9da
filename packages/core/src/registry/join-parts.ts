import { type Stats, statSync } from 'node:fs';
import { defaultSettings } from '../config/defaults.ts';
import { hasSession, type Places } from '../discovery/places.ts';
import { policyStamp } from '../policy/policy.ts';
import {
  type ActiveHook,
  type ActivePart,
  type ActiveSet,
  compareHooks,
  type LoadedSet,
  partPaths,
  readFreshParts,
} from './active-set.ts';
import { missingDemands } from './missing-demands.ts';

/** Joins the parts into one set in plan order: built-ins, then priority, source, the order of a file or of registration, name. */
export function joinParts(parts: readonly ActivePart[]): ActiveSet {
  const hooks = parts.flatMap((part) => part.hooks).map((hook) => tighten(hook, parts));
  const demands = parts.flatMap((part) => part.demands);
  return {
    hooks: [...hooks, ...missingDemands(demands, hooks)].sort(compareHooks),
    inactive: parts.flatMap((part) => part.inactive),
    unread: parts.flatMap((part) => part.unread ?? []),
    settings: parts.find((part) => part.settings !== null)?.settings ?? {
      ...defaultSettings,
      managedOnly: false,
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

const MAX_PROJECTS = 64;

interface KeptSet {
  readonly stamp: string;
  readonly loaded: LoadedSet;
}

/**
 * The active sets of many projects, for a process that judges one event after another: read once, and again when one of
 * the two files is another. An event that has its set keeps it to its end.
 */
export class SetCache {
  /** The least recently used first. */
  readonly #kept = new Map<string, KeptSet>();

  /** Null = it is not written down, and has to be compiled: that is not done here. */
  load(places: Places): LoadedSet | null {
    if (hasSession(places)) return null;
    const { projectDir } = places;
    const paths = partPaths(places.stateDir, projectDir);
    // Looked at before it is read: what is written in between is found at the next event.
    const policy = policyStamp(places.managedDir);
    const stamp = `${stampOf(paths.user)} ${stampOf(paths.project)} ${policy}`;
    const known = this.#kept.get(projectDir);
    this.#kept.delete(projectDir);
    const kept = known?.stamp === stamp ? known : read(stamp, paths, policy);
    if (kept === null) return null;
    this.#kept.set(projectDir, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_PROJECTS && oldest !== undefined) this.#kept.delete(oldest);
    return kept.loaded;
  }
}

function read(stamp: string, paths: ReturnType<typeof partPaths>, policy: string): KeptSet | null {
  const parts = readFreshParts(paths, policy);
  // Linked folders are looked through before each event, and may have to be built: authors wait for that, agents do not.
  if (parts === null || (parts.user.links ?? []).length > 0) return null;
  return { stamp, loaded: { set: joinParts([parts.user, parts.project]), issues: [], policyStamp: policy } };
}

/** Every change is a new file under the old name. */
function stampOf(path: string): string {
  const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return stats === undefined
    ? 'none'
    : `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}

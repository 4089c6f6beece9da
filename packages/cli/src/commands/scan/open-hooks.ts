import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newTraceIds } from '@hookmd/core/event-log';
import type { HookEvent, HookRun } from '@hookmd/core/events';
import { type ActiveHook, type HookIndex, loadHookIndex } from '@hookmd/core/hook-index';
import type { HookStatus } from '@hookmd/core/registry';
import { dispatch, type HookBreakers, type Host, keepWarm } from '@hookmd/core/runtime';
import { findIsolation, killGroupsOf, makeDirectory } from '@hookmd/core/system';
import type { Context } from '../../command-line/context.ts';
import { makeTestBed } from '../test/test-bed.ts';

type Environment = Context['environment'];

/** A version of a hook. */
export type Version = Pick<HookStatus, 'record' | 'options'>;

/** Versions of hooks that evaluate past events, each as if it were alone, without records. */
export interface OpenHooks {
  /** Whether one process of each handles all events. Otherwise each event starts a new one. */
  readonly isWarm: boolean;
  /** For each version its runs: none if it does not listen to this event, several for a call about several files. */
  evaluate(event: HookEvent, host: Host): Promise<readonly (readonly HookRun[])[]>;
  /** Ends their processes. */
  close(): Promise<void>;
}

const NO_BREAKERS: HookBreakers = { isOpen: () => false, settle: () => {} };

/**
 * Opens hooks as `hooks enable` would make them from their directories, with the user's options and empty data directories, below `dir`.
 * Hooks that are not part of HookMD run isolated where this machine can do so. Throws as `makeTestBed`.
 */
export async function openHooks(
  dir: string,
  versions: readonly Version[],
  environment: Environment,
): Promise<OpenHooks> {
  const opened = [];
  for (const [index, version] of versions.entries())
    opened.push(await openVersion(join(dir, `hook-${index}`), version, environment));
  const hooks = opened.flatMap((set, index) => set.hooks.map((hook) => audited(hook, String(index))));
  const [first] = opened;
  const owner = {};
  const { warm, close } = keepWarm({ keepsHandlersWarm: true }, owner);
  const dataDirs = versions.map((_, index) => join(dir, `data-${index}`));
  for (const dataDir of dataDirs) makeDirectory(dataDir);
  const request = {
    set: { ...(first as HookIndex), hooks, inactive: [] },
    budgetMs: null,
    environment,
    ...newTraceIds(undefined),
    owner,
    warm,
    breakers: NO_BREAKERS,
    dataDir: (hook: ActiveHook) => dataDirs[Number(hook.qualifiedName)] ?? dir,
    workDir: makeWorkDir(dir),
    signal: new AbortController().signal,
  };
  return {
    isWarm: hooks.every(({ mode }) => mode === 'handler'),
    async evaluate(event, host) {
      const { decision } = await dispatch({ ...request, event, host });
      return versions.map((_, index) =>
        decision.hooks.filter((run) => run.qualifiedName === String(index) && run.outcome !== 'skipped'),
      );
    },
    close: async () => {
      await close();
      killGroupsOf(owner);
    },
  };
}

async function openVersion(
  dir: string,
  { record, options }: Version,
  environment: Environment,
): Promise<HookIndex> {
  const bed = await makeTestBed(dir, record, options?.values ?? {}, environment);
  const { set } = await loadHookIndex(bed.places, environment, 'approved');
  if (record.root.source === 'bundled') return set;
  return { ...set, hooks: set.hooks.map((hook) => isolated(hook, environment['PATH'] ?? '')) };
}

/** In the mode audit no result affects the other hooks. */
function audited(hook: ActiveHook, key: string): ActiveHook {
  return { ...hook, qualifiedName: key, enforcement: 'audit' };
}

function isolated(hook: ActiveHook, path: string): ActiveHook {
  const backend = findIsolation(path);
  if ('detail' in backend || hook.isolation !== undefined) return hook;
  return { ...hook, isolation: { backend: backend.path, writesProject: false } };
}

/** Where handlers run: the directory of a past call may be gone. */
function makeWorkDir(instead: string): (cwd: string) => string {
  const known = new Map<string, string>();
  return (cwd) => {
    const found = known.get(cwd) ?? (existsSync(cwd) && statSync(cwd).isDirectory() ? cwd : instead);
    known.set(cwd, found);
    return found;
  };
}

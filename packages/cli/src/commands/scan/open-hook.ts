import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newTraceIds } from '@hookmd/core/event-log';
import type { Decision, HookEvent } from '@hookmd/core/events';
import { type ActiveHook, loadHookIndex } from '@hookmd/core/hook-index';
import type { HookStatus } from '@hookmd/core/registry';
import { dispatch, type HookBreakers, type Host, keepWarm } from '@hookmd/core/runtime';
import { findIsolation, killGroupsOf, makeDirectory } from '@hookmd/core/system';
import type { Context } from '../../command-line/context.ts';
import { makeTestBed } from '../test/test-bed.ts';

/** One version of a hook that decides about past events, alone and without records. */
export interface OpenHook {
  readonly name: string;
  /** Whether it runs in one process for all events, not in a new one for each. */
  readonly isWarm: boolean;
  /** Never rejects because of the hook. */
  decide(event: HookEvent, host: Host): Promise<Decision>;
  /** Ends its processes. */
  close(): Promise<void>;
}

const NO_BREAKERS: HookBreakers = { isOpen: () => false, settle: () => {} };

/**
 * Opens the version in the directory of a hook, as `hooks enable` would make it, with the user's options and an empty data directory, below `dir`.
 * A hook that is not part of HookMD runs isolated where this machine can do so. Throws as `makeTestBed`.
 */
export async function openHook(
  dir: string,
  { record, options }: Pick<HookStatus, 'record' | 'options'>,
  environment: Context['environment'],
): Promise<OpenHook> {
  const bed = await makeTestBed(dir, record, options?.values ?? {}, environment);
  const { set } = await loadHookIndex(bed.places, environment, 'approved');
  const isBundled = record.root.source === 'bundled';
  const hooks = isBundled ? set.hooks : set.hooks.map((hook) => isolated(hook, environment['PATH'] ?? ''));
  const owner = {};
  const { warm, close } = keepWarm({ keepsHandlersWarm: true }, owner);
  const dataDir = join(dir, 'data');
  makeDirectory(dataDir);
  // The directory of a past call may be gone.
  const directories = new Map<string, string>();
  const workDir = (cwd: string): string => {
    const known = directories.get(cwd) ?? (existsSync(cwd) ? cwd : dataDir);
    directories.set(cwd, known);
    return known;
  };
  const shared = {
    set: { ...set, hooks },
    budgetMs: null,
    environment,
    ...newTraceIds(undefined),
    owner,
    warm,
    breakers: NO_BREAKERS,
    dataDir: () => dataDir,
    workDir,
    signal: new AbortController().signal,
  };
  return {
    name: record.name,
    isWarm: hooks.every(({ mode }) => mode === 'handler'),
    decide: async (event, host) => (await dispatch({ ...shared, event, host })).decision,
    close: async () => {
      await close();
      killGroupsOf(owner);
    },
  };
}

function isolated(hook: ActiveHook, path: string): ActiveHook {
  const backend = findIsolation(path);
  if ('detail' in backend || hook.isolation !== undefined) return hook;
  return { ...hook, isolation: { backend: backend.path, writesProject: false } };
}

import type { InProcessBackground } from '../background/in-process.ts';
import { isAdministrators } from '../dispatch/plan.ts';
import type { Host } from '../dispatch/request.ts';
import { HookError } from '../errors/hook-error.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { eventRow } from '../events/events.ts';
import type { ExecutorRequest } from '../executors/executor.ts';
import type { WarmHandlers } from '../executors/warm/warm-handlers.ts';
import { policyStamp } from '../policy/policy.ts';
import { killGroupsOf } from '../process/process.ts';
import type { Format } from '../protocols/format.ts';
import type { HookIndex } from '../registry/hook-index/hook-index.ts';
import { compareHooks, hasPassed } from '../registry/hook-index/index-file.ts';
import { loadHookIndex } from '../registry/hook-index/load.ts';
import { handleEvent } from './handle-event.ts';
import type { EventOptions, Runtime, RuntimeOptions, TakeOver } from './runtime.ts';

/** Opens the runtime: loads the hook index once, and again when the policy of the machine changes. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  if (options.beginsSession) {
    const { beginSession } = await import('./begin-session.ts');
    await beginSession(options.places, options.environment);
  }
  const load = (): ReturnType<typeof loadHookIndex> =>
    loadHookIndex(
      options.places,
      options.environment,
      options.trust ?? 'approved',
      options.build,
      options.digests,
      options.recordsDir !== undefined,
    );
  const { recordsDir: stateDir = options.places.stateDir } = options;
  const recording = { ...options, places: { ...options.places, stateDir } };
  let loaded = options.daemon?.loaded ?? (await load());
  let set = narrowSet(loaded.set, options);
  const owner = options.daemon?.owner ?? {};
  let background: InProcessBackground | null = null;
  const takeOver = takeOverOf(options, owner, (opened) => {
    background = opened;
  });
  const { warm, close: endWarm } =
    options.daemon === undefined ? keepWarm(options, owner) : { ...options.daemon, close: async () => {} };
  // A changed policy applies at once, also in a program that runs for days.
  const isStale = (): boolean =>
    options.daemon === undefined &&
    (hasPassed(loaded.set.staleAt) || policyStamp(options.places.managedDir) !== loaded.policyStamp);
  const reload = async (): Promise<void> => {
    loaded = await load();
    set = narrowSet(loaded.set, options);
  };
  return {
    get set() {
      return set;
    },
    isStale,
    dispatch: (event, payload, given = {}) => {
      const handle = (): ReturnType<typeof handleEvent> => {
        const opened = { set: withExtraHooks(set, given), issues: loaded.issues, owner, takeOver, warm };
        return handleEvent(recording, opened, event, payload, given);
      };
      return isStale() ? reload().then(handle) : handle();
    },
    kill: () => killGroupsOf(owner),
    close: async () => {
      await Promise.all([background?.close(), endWarm()]);
      killGroupsOf(owner);
    },
  };
}

/** The hooks that the options of the runtime select, and the administrator's. Throws HOOK_NOT_FOUND. */
function narrowSet(set: HookIndex, { only, noHooks }: RuntimeOptions): HookIndex {
  const settings = noHooks ? { ...set.settings, enabled: false } : set.settings;
  if (only === undefined) return { ...set, settings };
  const isSelected = (hook: { name: string; qualifiedName: string }): boolean =>
    hook.name === only || hook.qualifiedName === only;
  const known = [...set.hooks, ...set.inactive];
  if (!known.some(isSelected)) {
    const names = known.map((hook) => hook.name);
    // For an event exit code 1 means a block.
    const facts = { name: only, suggestion: didYouMean(only, names) };
    throw new HookError('HOOK_NOT_FOUND', facts, { exitCode: 2 });
  }
  const hooks = set.hooks.filter((hook) => isSelected(hook) || isAdministrators(hook));
  return { ...set, settings, hooks, inactive: set.inactive.filter(isSelected) };
}

/** Adds the hooks of one event, in plan order. */
function withExtraHooks(set: HookIndex, { extraHooks = [] }: EventOptions): HookIndex {
  return extraHooks.length === 0 ? set : { ...set, hooks: [...set.hooks, ...extraHooks].sort(compareHooks) };
}

/** Null = the dispatch waits for asynchronous hooks. The code for background runs is loaded with the first of them. */
export function takeOverOf(
  { background = 'here' }: Pick<RuntimeOptions, 'background'>,
  owner: object,
  opened: (background: InProcessBackground) => void,
): TakeOver | null {
  if (background === 'awaited') return null;
  if (background !== 'here') return background;
  let opening: Promise<InProcessBackground> | null = null;
  const open = async (): Promise<InProcessBackground> => {
    const { InProcessBackground: Background } = await import('../background/in-process.ts');
    const made = new Background(owner);
    opened(made);
    return made;
  };
  return async (origin, work) => {
    opening ??= open();
    const { jobHere } = await import('../background/job.ts');
    (await opening).start(jobHere(origin, work));
    return null;
  };
}

/** The warm handler processes of one runtime. */
export interface WarmProcesses {
  /** Undefined = each event gets a fresh process. */
  readonly warm: ExecutorRequest['warm'];
  close(): Promise<void>;
}

/** The code that runs warm handlers is loaded with the first of them. */
export function keepWarm(
  { keepsHandlersWarm = false }: Pick<RuntimeOptions, 'keepsHandlersWarm'>,
  owner: object,
): WarmProcesses {
  if (!keepsHandlersWarm) return { warm: undefined, close: async () => {} };
  let loading: Promise<WarmHandlers> | null = null;
  const load = async (): Promise<WarmHandlers> => {
    const { WarmHandlers: Warm } = await import('../executors/warm/warm-handlers.ts');
    return new Warm();
  };
  return {
    warm: {
      run: async (request) => {
        loading ??= load();
        return (await loading).run({ ...request, owner });
      },
    },
    close: async () => (await loading)?.close(),
  };
}

/** Compacts the conversation: every host with host actions has this one. */
const COMPACT_HOST_ACTION = 'compact';

/** A caller that honors everything and waits: `hooks run` without `--agent`, and the library. */
export function localHost(format: Format, hostActions: readonly string[] = [COMPACT_HOST_ACTION]): Host {
  return {
    name: 'local',
    format,
    honours: (event) => eventRow(event).permits,
    halts: () => true,
    hostActions,
    budgetMs: () => null,
  };
}

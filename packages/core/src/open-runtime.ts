import { join } from 'node:path';
import { findProject, type Places } from './discovery/places.ts';
import { completeEvent } from './dispatch/complete-event.ts';
import type { HookBreakers, HookWatch } from './dispatch/dispatch-request.ts';
import { type Dispatched, dispatch } from './dispatch/dispatcher.ts';
import type { Host } from './dispatch/host.ts';
import { HookError } from './errors/hook-error.ts';
import type { Issue } from './errors/issue.ts';
import { didYouMean } from './errors/nearest-name.ts';
import { appendRecord } from './journal/append.ts';
import { newTraceIds, ulid } from './journal/ids.ts';
import { traceRecord } from './journal/record.ts';
import type { Decision } from './protocol/decision.ts';
import type { EventName } from './protocol/events.ts';
import type { JsonObject } from './protocol/json.ts';
import { mayBeForeign } from './protocol/source.ts';
import { type ActiveHook, type ActiveSet, compareHooks } from './registry/active-set.ts';
import { breakerName, isOpen, recordFailure, recordSuccess } from './registry/breakers.ts';
import { loadActiveSet } from './registry/load-active-set.ts';
import type { Trust } from './registry/settle-names.ts';
import { messagesForUser } from './registry/tell-user.ts';
import { encodeFileName } from './state/file-name.ts';
import { makeFolder } from './state/make-folder.ts';

export interface RuntimeOptions {
  readonly places: Places;
  readonly host: Host;
  /** The environment of the agent; handlers get an allowlist of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** `--project`: stands before what the payload says. */
  readonly project?: string | undefined;
  /** `all` compiles afresh what stands in the roots and writes nothing. Default `approved`. */
  readonly trust?: Trust;
  /** Only this hook, by name or qualified name. */
  readonly only?: string | undefined;
  /** Only managed hooks. */
  readonly noHooks?: boolean;
  readonly budgetMs?: number | null;
  /** Look at all packages anew and sweep old records first: when a session begins. */
  readonly beginsSession?: boolean;
  /** Tell the user of hooks that are not approved, that changed, and that failed while the event went on; once per session. */
  readonly tellsUser?: boolean;
  readonly signal?: AbortSignal;
  readonly watch?: HookWatch;
}

export interface Fired {
  readonly decision: Decision;
  /** About the payload and the state, for people. */
  readonly warnings: readonly string[];
}

/** What differs between the events of one runtime. */
export interface Firing {
  /** Hooks of this event beside those of the active set, in no order. */
  readonly extraHooks?: readonly ActiveHook[];
  /** Only managed hooks. */
  readonly noHooks?: boolean;
  readonly environment?: RuntimeOptions['environment'];
  /** Of hooks whose failures are remembered elsewhere than in the state folder; null = there. */
  readonly breakersOf?: (hook: ActiveHook) => HookBreakers | null;
}

/** The runtime behind `hooks run` and behind `createHooks`. */
export interface Runtime {
  readonly set: ActiveSet;
  /**
   * Dispatches one event. `payload` is in the host's native shape. Throws PAYLOAD where it cannot be an
   * event; never because of a hook.
   */
  fire(event: EventName, payload: JsonObject, firing?: Firing): Promise<Fired>;
  /** Ends every process of this runtime that is still there, at once. */
  close(): void;
}

/** Opens the runtime: reads the active set once; every event of this object is judged by it. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  if (options.beginsSession) {
    const { beginSession } = await import('./begin-session.ts');
    await beginSession(options.places, options.environment);
  }
  const loaded = await loadActiveSet(options.places, options.environment, options.trust ?? 'approved');
  const set = narrow(loaded.set, options);
  const owner = {};
  let endProcesses: (() => void) | null = null;
  return {
    set,
    fire: async (event, payload, firing = {}) => {
      const fired = await fire(
        options,
        { set: setFor(set, firing), issues: loaded.issues, owner },
        event,
        payload,
        firing,
      );
      endProcesses = fired.endProcesses ?? endProcesses;
      return fired;
    },
    close: () => endProcesses?.(),
  };
}

/** The set of one event, in plan order. */
function setFor(set: ActiveSet, { extraHooks = [], noHooks = false }: Firing): ActiveSet {
  if (extraHooks.length === 0 && !noHooks) return set;
  const hooks = extraHooks.length === 0 ? set.hooks : [...set.hooks, ...extraHooks].sort(compareHooks);
  return { ...set, hooks, settings: noHooks ? { ...set.settings, enabled: false } : set.settings };
}

function narrow(set: ActiveSet, { only, noHooks }: RuntimeOptions): ActiveSet {
  const settings = noHooks ? { ...set.settings, enabled: false } : set.settings;
  if (only === undefined) return { ...set, settings };
  const isMeant = (hook: { name: string; qualifiedName: string }): boolean =>
    hook.name === only || hook.qualifiedName === only;
  const known = [...set.hooks, ...set.inactive];
  if (!known.some(isMeant)) {
    const names = known.map((hook) => hook.name);
    throw new HookError('HOOK_NOT_FOUND', { name: only, suggestion: didYouMean(only, names) });
  }
  return { ...set, settings, hooks: set.hooks.filter(isMeant), inactive: set.inactive.filter(isMeant) };
}

interface Opened {
  readonly set: ActiveSet;
  readonly issues: readonly Issue[];
  readonly owner: object;
}

async function fire(
  options: RuntimeOptions,
  { set, issues, owner }: Opened,
  name: EventName,
  payload: JsonObject,
  firing: Firing,
): Promise<Fired & Pick<Dispatched, 'endProcesses'>> {
  const { places, host } = options;
  const environment = firing.environment ?? options.environment;
  const completion = completeEvent(host.wire.readEvent(payload, name), {
    event: name,
    eventId: ulid(Date.now()),
    agent: host.name,
    cwd: options.cwd,
    projectDir: (cwd, given) => options.project ?? given ?? findProject(cwd, places.home),
  });
  if ('problems' in completion) {
    throw new HookError('PAYLOAD', {
      detail: `does not fit ${name}: ${completion.problems.join('; ')}`,
      fix: `See \`hooks events ${name}\` for its fields.`,
    });
  }
  const ids = newTraceIds(environment['TRACEPARENT']);
  const { decision, event, endProcesses } = await dispatch({
    event: completion.event,
    set,
    host,
    environment,
    traceId: ids.traceId,
    spanId: ids.spanId,
    owner,
    breakers: breakersOf(places.stateDir, firing),
    dataDir: (hook) => makeDataDir(places, hook),
    ...(options.budgetMs === undefined ? {} : { budgetMs: options.budgetMs }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.watch === undefined ? {} : { watch: options.watch }),
  });
  const problem = appendRecord(
    join(places.stateDir, 'journal'),
    traceRecord(decision, event, ids, places.projectDir),
    new Date(),
  );
  const told = options.tellsUser ? messagesForUser(places.stateDir, event, set, decision.failedOpen) : [];
  const warnings = [
    ...completion.warnings,
    ...issues.filter((one) => one.code !== 'MANIFEST_MISSING').map((one) => one.message),
    ...unreadable(set),
    ...(problem === null ? [] : [problem.message]),
  ];
  const userMessages = [...decision.userMessages, ...told];
  return { decision: { ...decision, userMessages }, warnings, endProcesses };
}

/** Packages of which not even the events are known: no event can show them as not asked. */
function unreadable(set: ActiveSet): readonly string[] {
  return set.inactive
    .filter((one) => one.events.length === 0 && one.cause.startsWith('MANIFEST_'))
    .map((one) => `${one.qualifiedName} is invalid and will not run: ${one.reason}`);
}

function breakersOf(stateDir: string, { breakersOf: others }: Firing): HookBreakers {
  const kept: HookBreakers = {
    isOpen: (hook) => isOpen(stateDir, breakerName(hook), Date.now()) === 'open',
    settle: (hook, hasFailed) => {
      if (hasFailed) recordFailure(stateDir, breakerName(hook), Date.now());
      else recordSuccess(stateDir, breakerName(hook));
    },
  };
  if (others === undefined) return kept;
  return {
    isOpen: (hook) => (others(hook) ?? kept).isOpen(hook),
    settle: (hook, hasFailed) => (others(hook) ?? kept).settle(hook, hasFailed),
  };
}

/** The hook's own writable folder; packages of two projects never share one. Where it cannot be made the hook still runs, and finds it missing. */
function makeDataDir({ stateDir, projectDir }: Places, { source, name }: ActiveHook): string {
  const owner = mayBeForeign(source) ? join(source, encodeFileName(projectDir)) : source;
  const dir = join(stateDir, 'data', owner, name);
  try {
    makeFolder(dir);
  } catch {
    // A full or read-only disk must not keep a guard from guarding.
  }
  return dir;
}

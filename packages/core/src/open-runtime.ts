import { join } from 'node:path';
import type { InProcessBackground } from './background/in-process.ts';
import type { LateOrigin } from './background/late-job.ts';
import { findProject, type Places } from './discovery/places.ts';
import { completeEvent } from './dispatch/complete-event.ts';
import type { HookBreakers, HookWatch } from './dispatch/dispatch-request.ts';
import type { Dispatched } from './dispatch/dispatched.ts';
import { dispatch } from './dispatch/dispatcher.ts';
import type { Host } from './dispatch/host.ts';
import type { LateWork } from './dispatch/late-work.ts';
import { HookError } from './errors/hook-error.ts';
import { type Issue, isAboutNoHook } from './errors/issue.ts';
import { didYouMean } from './errors/nearest-name.ts';
import { appendRecord } from './journal/append.ts';
import { newTraceIds, ulid } from './journal/ids.ts';
import { traceRecord } from './journal/record.ts';
import type { Decision } from './protocol/decision.ts';
import { type EventName, eventRow } from './protocol/events.ts';
import type { JsonObject } from './protocol/json.ts';
import { mayBeForeign } from './protocol/source.ts';
import { type ActiveHook, type ActiveSet, compareHooks } from './registry/active-set.ts';
import { breakerName, isOpen, recordFailure, recordSuccess } from './registry/breakers.ts';
import { loadActiveSet } from './registry/load-active-set.ts';
import { openOnce } from './registry/once.ts';
import { CONTINUATIONS, openSession } from './registry/sessions.ts';
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
  /** The internal operation for which the agent fires its events (`commit`, `pr`, …): only managed hooks run, and those that name it. */
  readonly context?: string | undefined;
  readonly budgetMs?: number | null;
  /** Look at all packages anew and sweep old records first: when a session begins. */
  readonly beginsSession?: boolean;
  /** Tell the user of hooks that are not approved, that changed, and that failed while the event went on; once per session. */
  readonly tellsUser?: boolean;
  /**
   * Who looks after hooks that nobody waits for: `here`, this process, until `close`; `awaited`, nobody, they are waited for
   * as any observer; or whoever takes them over, and returns why not. Default `here`.
   */
  readonly background?: 'here' | 'awaited' | TakeOver;
  readonly signal?: AbortSignal;
  readonly watch?: HookWatch;
}

/** Takes over what is left of a dispatch; returns why it could not, null = it has it. */
export type TakeOver = (origin: LateOrigin, work: LateWork) => Promise<string | null>;

export interface Fired {
  readonly decision: Decision;
  /** About the payload and the state, for people. */
  readonly warnings: readonly string[];
}

/** What differs between the events of one runtime. */
export interface Firing {
  /** Hooks of this event beside those of the active set, in no order. */
  readonly extraHooks?: readonly ActiveHook[];
  /** The internal operation of the agent in which it is fired. */
  readonly context?: string | undefined;
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
  /** Waits up to two seconds for hooks of the background that run here, then ends every process of it that is still there. */
  close(): Promise<void>;
  /** Ends every process of this runtime that is still there, at once; for who is about to exit. */
  kill(): void;
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
  let here: InProcessBackground | null = null;
  const takeOver = takeOverOf(options, owner, (opened) => {
    here = opened;
  });
  const kill = (): void => endProcesses?.();
  return {
    set,
    fire: async (event, payload, firing = {}) => {
      const opened = { set: setFor(set, firing), issues: loaded.issues, owner, takeOver };
      const fired = await fire(options, opened, event, payload, firing);
      endProcesses = fired.endProcesses ?? endProcesses;
      return fired;
    },
    kill,
    close: async () => {
      await here?.close();
      kill();
    },
  };
}

/** Null = everything is waited for. What looks after runs here is loaded with the first of them. */
function takeOverOf(
  { background = 'here' }: RuntimeOptions,
  owner: object,
  opened: (background: InProcessBackground) => void,
): TakeOver | null {
  if (background === 'awaited') return null;
  if (background !== 'here') return background;
  let opening: Promise<InProcessBackground> | null = null;
  const open = async (): Promise<InProcessBackground> => {
    const { InProcessBackground: Background } = await import('./background/in-process.ts');
    const made = new Background(owner);
    opened(made);
    return made;
  };
  return async (origin, work) => {
    opening ??= open();
    const { jobHere } = await import('./background/late-job.ts');
    (await opening).start(jobHere(origin, work));
    return null;
  };
}

/** The set of one event, in plan order. */
function setFor(set: ActiveSet, { extraHooks = [] }: Firing): ActiveSet {
  return extraHooks.length === 0 ? set : { ...set, hooks: [...set.hooks, ...extraHooks].sort(compareHooks) };
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
  readonly takeOver: TakeOver | null;
}

async function fire(
  options: RuntimeOptions,
  { set, issues, owner, takeOver }: Opened,
  name: EventName,
  payload: JsonObject,
  firing: Firing,
): Promise<Fired & Pick<Dispatched, 'endProcesses'>> {
  const { places, host } = options;
  const environment = firing.environment ?? options.environment;
  const native = host.wire.readEvent(payload, name);
  const completion = completeEvent(native, {
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
  const session = openSession(places.stateDir, host.name, completion.event.session_id);
  const { stateDir } = places;
  const once = openOnce(stateDir, session);
  const settling = eventRow(name).class === 'settle' ? await import('./dispatch/continuations.ts') : null;
  const dispatched = await dispatch({
    event: settling?.tellContinuations(session, completion.event, native) ?? completion.event,
    set,
    host,
    environment,
    traceId: ids.traceId,
    spanId: ids.spanId,
    owner,
    once,
    context: firing.context ?? options.context,
    ...(takeOver === null
      ? {}
      : { background: (work) => takeOver({ ids, stateDir, projectDir: places.projectDir }, work) }),
    breakers: breakersOf(places.stateDir, firing),
    dataDir: (hook) => makeDataDir(places, hook),
    ...(options.budgetMs === undefined ? {} : { budgetMs: options.budgetMs }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.watch === undefined ? {} : { watch: options.watch }),
  });
  const { event, endProcesses } = dispatched;
  const decision =
    settling?.capContinuations(session, event, dispatched.decision, set.settings.maxFollowUps) ??
    dispatched.decision;
  // The user speaks: from here on hooks may keep the agent going again.
  if (name === 'UserPromptSubmit' && decision.decision !== 'block') session.forget(CONTINUATIONS);
  const problem = appendRecord(
    join(places.stateDir, 'journal'),
    traceRecord(decision, event, ids, places.projectDir),
    new Date(),
  );
  const told = options.tellsUser ? messagesForUser(places.stateDir, event, set, decision.failedOpen) : [];
  const warnings = [
    ...completion.warnings,
    ...issues.filter((one) => !isAboutNoHook(one)).map((one) => one.message),
    ...unreadable(set),
    ...once.problems.map((one) => one.message),
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

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { HookError } from '@hookmd/core/errors';
import type { EventName } from '@hookmd/core/events';
import type { Callback } from '@hookmd/core/hook-types';
import { claude, ToolWords } from '@hookmd/core/protocols';
import { followAny, localHost, openRuntime, type Runtime } from '@hookmd/core/runtime';
import { resolvePlaces } from '@hookmd/core/system';
import { Callbacks, currentDepth } from './callbacks.ts';
import { coverageOf } from './coverage.ts';
import { Listeners, makeDispatch, type SessionContext } from './dispatch.ts';
import type { CallbackHandle, CallbackOptions, HookCallback, Hooks, HooksOptions } from './hooks.ts';
import { compileRules } from './permission-rules.ts';
import { openSession } from './session/conversation.ts';
import type { Session } from './session/session.ts';
import { guardHooks } from './validation/methods.ts';
import { checkHooksOptions, checkSessionOptions } from './validation/options.ts';
import { watchProject } from './watch/file-watch.ts';

/** Opens the object that `createHooks` returns. */
export async function openHooks(options: HooksOptions): Promise<Hooks> {
  checkHooksOptions(options);
  const { environment = process.env, cwd = process.cwd() } = options;
  const closing = new AbortController();
  const { signal: ending, release } = followAny(
    options.signal === undefined ? [closing.signal] : [closing.signal, options.signal],
  );
  const quiet = new AsyncLocalStorage<string>();
  const callbacks = new Callbacks();
  ending.addEventListener('abort', () => callbacks.revise(), { once: true });
  const runtimes: Runtime[] = [];
  const open = async (skills: readonly string[], beginsSession: boolean): Promise<Runtime> => {
    const runtime = await openRuntimeFor(options, ending, skills, beginsSession);
    runtimes.push(runtime);
    return runtime;
  };
  const runtime = await open([], true);
  const depth = (): number => currentDepth(environment);
  const words = new ToolWords(options.tools ?? []);
  const openSessions = new Set<Session>();
  const dispatch = makeDispatch({ callbacks, quiet, environment, depth, closing: closing.signal, ending });

  const listeners = new Listeners(runtime, callbacks, ending);
  const { watch = false } = options;
  const watches = watch
    ? await watchProject({
        places: resolvePlaces({ ...options, cwd, environment }),
        files: watch === true ? [] : watch.files,
        environment,
        concerns: (event) => !ending.aborted && listeners.has(event),
        dispatch: (event, payload) => dispatch(runtime, event, payload),
      })
    : null;

  const hooks: Hooks = {
    on<E extends EventName>(
      events: E | readonly E[],
      given: CallbackOptions | HookCallback<E>,
      call?: HookCallback<E>,
    ): CallbackHandle {
      const [settings, run] = typeof given === 'function' ? [{}, given] : [given, call];
      if (typeof run !== 'function')
        throw new HookError('CALLBACK_INVALID', { detail: 'It is no function.' });
      if (closing.signal.aborted) throw new HookError('HOOKS_CLOSED', { event: [events].flat().join() });
      if (run === given && call !== undefined)
        throw new HookError('CALLBACK_INVALID', { detail: 'Its options must stand before the function.' });
      const handle = callbacks.add([events].flat(), settings, run as Callback, runtime.set.settings, depth);
      watches?.start();
      return handle;
    },
    dispatch: (event, payload = {}) => dispatch(runtime, event, payload),
    async session(given = {}) {
      checkSessionOptions(given);
      const { skills = [] } = given;
      const chosen = skills.length === 0 ? runtime : await open(skills, false);
      const concerned = new Listeners(chosen, callbacks, ending);
      const context: SessionContext = {
        words,
        ending,
        concerns: (event) => concerned.has(event),
        dispatch: (event, payload, limits) => dispatch(chosen, event, payload, limits),
      };
      const session = await openSession(context, given, () => openSessions.delete(session));
      openSessions.add(session);
      return session;
    },
    rules: (rules) => compileRules(rules, { words, environment, cwd }),
    coverage: coverageOf,
    quiet: (context, run) => quiet.run(context, run),
    async close() {
      watches?.close();
      await endSessions([...openSessions]);
      closing.abort();
      release();
      await Promise.all(runtimes.map((opened) => opened.close()));
    },
  };
  return guardHooks(hooks);
}

/** Opens a runtime in this process, until `ending` is aborted. The hooks of `skills` run too. */
function openRuntimeFor(
  options: HooksOptions,
  ending: AbortSignal,
  skills: readonly string[],
  beginsSession: boolean,
): Promise<Runtime> {
  const { environment = process.env, cwd = process.cwd() } = options;
  return openRuntime({
    places: resolvePlaces({ ...options, skills, cwd, environment }),
    host: {
      ...localHost(claude),
      name: options.agent ?? 'local',
      // A task of a sub-agent is not a message of the user.
      isFromUser: (event) => event.invoked_by === 'main',
    },
    environment,
    cwd,
    project: options.project,
    trust: options.trust ?? 'approved',
    noHooks: options.noHooks ?? false,
    budgetMs: options.budgetMs ?? null,
    beginsSession,
    keepsHandlersWarm: true,
    ...(options.build === undefined ? {} : { build: options.build }),
    models: options.models,
    signal: ending,
  });
}

const SESSION_END_MS = 2000;

/** Waits for the hooks of SessionEnd as long as for hooks in the background. */
async function endSessions(sessions: readonly Session[]): Promise<void> {
  if (sessions.length === 0) return;
  const timeout = new AbortController();
  const { signal } = timeout;
  const timedOut = delay(SESSION_END_MS, null, { signal, ref: false }).catch(() => {});
  await Promise.race([Promise.allSettled(sessions.map((session) => session.end('close'))), timedOut]);
  timeout.abort();
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { resolvePlaces } from '@hookmd/core/internal/discovery/places';
import { followAny } from '@hookmd/core/internal/dispatch/follow-signal';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import type { Callback } from '@hookmd/core/internal/executors/executor';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { Fired, Runtime } from '@hookmd/core/internal/runtime/runtime';
import { ToolWords } from '@hookmd/core/internal/wires/tool-words';
import type { Ground } from './asker.ts';
import { currentDepth } from './callback-depth.ts';
import type { CallbackOptions } from './callback-options.ts';
import { type CallbackHandle, Callbacks } from './callbacks.ts';
import { Concerned } from './concerned.ts';
import { type CoverageRow, coverageOf, type ToolFacts } from './coverage.ts';
import { endSessions } from './end-sessions.ts';
import { firingIn } from './fire-here.ts';
import type { HookCallback } from './hook-callback.ts';
import type { HooksOptions } from './hooks-options.ts';
import { openHere } from './open-here.ts';
import type { PermissionRules, RuleCall, RuleVerdict } from './permission-rules.ts';
import type { Session, SessionOptions } from './session.ts';

/** The hooks of one project inside this process: packages as everywhere, and callbacks. */
export interface Hooks {
  /**
   * Registers a function as a hook of these events, source `code`. Same plan, same limits and same contract as a
   * package. Throws CALLBACK_INVALID with everything that is wrong, and HOOKS_CLOSED after `close`.
   */
  on<E extends EventName>(events: E | readonly E[], call: HookCallback<E>): CallbackHandle;
  on<E extends EventName>(
    events: E | readonly E[],
    options: CallbackOptions,
    call: HookCallback<E>,
  ): CallbackHandle;
  /**
   * Asks all hooks of the event, and says what they decided. Never throws because of a hook; CALL_INVALID where it
   * is no event, PAYLOAD where the payload is none of this event, HOOKS_CLOSED after `close`.
   */
  fire(event: EventName, payload?: JsonObject): Promise<Fired>;
  /**
   * Runs something of the agent's own, such as writing a commit message or a summary, of which hooks should not hear:
   * events that are fired inside, however late, ask managed hooks only, and those that name the operation under `contexts`.
   */
  quiet<T>(context: string, run: () => T): T;
  /**
   * Begins one conversation (SessionStart, Setup): its id stands in every event, and the hooks of the skills that are
   * active in it take part, as far as they are approved. Throws OPTIONS_INVALID and SETTINGS_NOT_FOUND.
   */
  session(options?: SessionOptions): Promise<Session>;
  /**
   * Judges calls by rules of the agent's own settings, as the `if` of a hook is judged: the agent asks before a call what may be run, must
   * be asked, or is denied. Asks no hook. Throws RULES_INVALID with everything that is wrong.
   */
  rules(rules: PermissionRules): (call: RuleCall) => RuleVerdict;
  /** Which tools no hook can reach, and why. */
  coverage(tools: readonly ToolFacts[]): readonly CoverageRow[];
  /**
   * Ends the sessions that still go on. Cancels what is being asked, gives hooks of the background two seconds, and ends everything these hooks still do
   * then; nothing of others.
   */
  close(): Promise<void>;
}

/** Opens the hooks of a project. Throws OPTIONS_INVALID, and SETTINGS_NOT_FOUND. Reads what is approved once: `enable` and `disable` hold from the next `createHooks`. */
export async function createHooks(options: HooksOptions = {}): Promise<Hooks> {
  const [{ checkHooksOptions, guardHooks }, { judgingBy }] = await Promise.all([
    import('./guard-hooks.ts'),
    import('./permission-rules.ts'),
  ]);
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
    const runtime = await openHere(options, ending, { skills, beginsSession });
    runtimes.push(runtime);
    return runtime;
  };
  const runtime = await open([], true);
  const depth = (): number => currentDepth(environment);
  const words = new ToolWords(options.tools ?? []);
  const going = new Set<Session>();
  const fireIn = firingIn({ callbacks, quiet, environment, depth, closing: closing.signal, ending });

  const listeners = new Concerned(runtime, callbacks, ending);
  const { watch = false } = options;
  const watches = watch
    ? await (await import('./watch/file-watch.ts')).watchProject({
        places: resolvePlaces({ ...options, cwd, environment }),
        files: watch === true ? [] : watch.files,
        environment,
        concerns: (event) => !ending.aborted && listeners.has(event),
        fire: (event, payload) => fireIn(runtime, event, payload),
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
    fire: (event, payload = {}) => fireIn(runtime, event, payload),
    async session(given = {}) {
      const { checkSessionOptions, openSession } = await import('./open-session.ts');
      checkSessionOptions(given);
      const { skills = [] } = given;
      const own = skills.length === 0 ? runtime : await open(skills, false);
      const concerned = new Concerned(own, callbacks, ending);
      const ground: Ground = {
        words,
        ending,
        concerns: (event) => concerned.has(event),
        fire: (event, payload, limits) => fireIn(own, event, payload, limits),
      };
      const session = await openSession(ground, given, () => going.delete(session));
      going.add(session);
      return session;
    },
    rules: (rules) => judgingBy(rules, { words, environment, cwd }),
    coverage: coverageOf,
    quiet: (context, run) => quiet.run(context, run),
    async close() {
      watches?.close();
      await endSessions([...going]);
      closing.abort();
      release();
      await Promise.all(runtimes.map((one) => one.close()));
    },
  };
  return guardHooks(hooks);
}

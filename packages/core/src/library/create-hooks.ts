import { AsyncLocalStorage } from 'node:async_hooks';
import { type Places, resolvePlaces } from '../discovery/places.ts';
import { localHost } from '../dispatch/host.ts';
import { HookError } from '../errors/hook-error.ts';
import type { Callback } from '../executors/executor.ts';
import type { ModelCaller } from '../executors/model/model-caller.ts';
import { openRuntime } from '../open-runtime.ts';
import type { EventName } from '../protocol/events.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { HandlerBuilder } from '../registry/handler-builder.ts';
import type { Trust } from '../registry/settle-names.ts';
import type { Fired, Runtime } from '../runtime/runtime.ts';
import type { SettingsWatch } from '../runtime/settings-watch.ts';
import { claude } from '../wires/claude.ts';
import { currentDepth } from './callback-depth.ts';
import type { CallbackOptions } from './callback-options.ts';
import { type CallbackHandle, Callbacks } from './callbacks.ts';
import type { HookCallback } from './hook-callback.ts';

/** Everything may be left out: then it is as if `hooks run` were called in the working directory. */
export interface HooksOptions {
  /** The folder of the project; default: the nearest one upward from `cwd` with `.hookmd` or `.git`. */
  readonly project?: string;
  /** Stands for the person's home folder, with all that HookMD keeps there. */
  readonly home?: string;
  /** The state folder; default: below the home folder. */
  readonly state?: string;
  /** Further folders that hold `hooks/<name>/`; approved like a user's. */
  readonly roots?: readonly string[];
  /** Files of settings entries that take part too, in the shape of Claude's settings; approved like a user's. */
  readonly settings?: readonly string[];
  /** Default: the working directory of the process. */
  readonly cwd?: string;
  /** What handlers get an allowlist of; default: the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The agent's name, as it stands in events and in the journal; default `local`. */
  readonly agent?: string;
  /** `all` runs what stands in the roots, approved or not: for tests, and for hosts that own every file. */
  readonly trust?: Trust;
  /** Builds handlers that did not come built, under `trust: 'all'`: `buildHandler` of `@hookmd/sdk/build`. */
  readonly build?: HandlerBuilder;
  /** Asks models for prompt and agent hooks, which cannot run without: `callModel` of `@hookmd/models`. */
  readonly models?: ModelCaller;
  /** Only managed hooks run. Callbacks do not either. */
  readonly noHooks?: boolean;
  /** How long one event may take in all; null = no limit, which is the default. */
  readonly budgetMs?: number | null;
  /** Fires ConfigChange, once for each change, while settings are edited: what holds is what was read, until the next `createHooks`. Default: nobody looks. */
  readonly watch?: boolean;
  /** Ends everything that is being asked. */
  readonly signal?: AbortSignal;
}

export interface SessionOptions {
  readonly id?: string;
  /** Folders of skills, or their SKILL.md. */
  readonly skills?: readonly string[];
}

/** The hooks of one project inside this process: packages as everywhere, and callbacks. */
export interface Hooks {
  /**
   * Registers a function as a hook of these events, source `code`. Same plan, same limits and same contract as a
   * package. Throws CALLBACK_INVALID with everything that is wrong.
   */
  on<E extends EventName>(events: E | readonly E[], call: HookCallback<E>): CallbackHandle;
  on<E extends EventName>(
    events: E | readonly E[],
    options: CallbackOptions,
    call: HookCallback<E>,
  ): CallbackHandle;
  /**
   * Asks all hooks of the event, and says what they decided. Never throws because of a hook; PAYLOAD where the payload
   * is none of this event, HOOKS_CLOSED after `close`.
   */
  fire(event: EventName, payload?: JsonObject): Promise<Fired>;
  /**
   * Runs something of the agent's own, such as writing a commit message or a summary, of which hooks should not hear:
   * events that are fired inside, however late, ask managed hooks only, and those that name the operation under `contexts`.
   */
  quiet<T>(context: string, run: () => T): T;
  /**
   * The same hooks for one conversation: its id stands in every event that does not name another, and the hooks of
   * the skills that are active in it take part, as far as they are approved. Throws SETTINGS_NOT_FOUND.
   */
  session(options: SessionOptions): Promise<Pick<Hooks, 'fire'>>;
  /**
   * Cancels what is being asked, gives hooks of the background two seconds, and ends everything these hooks still do
   * then; nothing of others.
   */
  close(): Promise<void>;
}

/** Opens the hooks of a project. Reads what is approved once: `enable` and `disable` hold from the next `createHooks`. */
export async function createHooks(options: HooksOptions = {}): Promise<Hooks> {
  const { environment = process.env, cwd = process.cwd() } = options;
  const closing = new AbortController();
  const quiet = new AsyncLocalStorage<string>();
  const callbacks = new Callbacks();
  const runtimes: Runtime[] = [];
  const placesWith = (skills: readonly string[]): Places =>
    resolvePlaces({ ...options, skills, cwd, environment });
  const open = async (skills: readonly string[], beginsSession: boolean): Promise<Runtime> => {
    const runtime = await openRuntime({
      places: placesWith(skills),
      host: { ...localHost(claude), name: options.agent ?? 'local' },
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
      signal:
        options.signal === undefined ? closing.signal : AbortSignal.any([closing.signal, options.signal]),
    });
    runtimes.push(runtime);
    return runtime;
  };
  const runtime = await open([], true);
  const depth = (): number => currentDepth(environment);
  const fireIn = async (own: Runtime, event: EventName, payload: JsonObject): Promise<Fired> => {
    if (closing.signal.aborted) throw new HookError('HOOKS_CLOSED', { event });
    const inside = depth();
    return own.fire(event, payload, {
      extraHooks: callbacks.hooks,
      breakersOf: callbacks.breakerOf,
      context: quiet.getStore(),
      ...(inside === 0 ? {} : { environment: { ...environment, HOOK_DEPTH: String(inside) } }),
    });
  };

  const watch =
    options.watch === true
      ? await watchSettings(placesWith([]), (payload) => fireIn(runtime, 'ConfigChange', payload))
      : null;

  return {
    on<E extends EventName>(
      events: E | readonly E[],
      given: CallbackOptions | HookCallback<E>,
      call?: HookCallback<E>,
    ): CallbackHandle {
      const [settings, run] = typeof given === 'function' ? [{}, given] : [given, call];
      if (typeof run !== 'function')
        throw new HookError('CALLBACK_INVALID', { detail: 'It is no function.' });
      return callbacks.add([events].flat(), settings, run as Callback, runtime.set.settings, depth);
    },
    fire: (event, payload = {}) => fireIn(runtime, event, payload),
    async session({ id, skills = [] }) {
      const own = skills.length === 0 ? runtime : await open(skills, false);
      const named = id === undefined ? {} : { session_id: id };
      return { fire: (event, payload = {}) => fireIn(own, event, { ...named, ...payload }) };
    },
    quiet: (context, run) => quiet.run(context, run),
    async close() {
      watch?.close();
      closing.abort();
      await Promise.all(runtimes.map((one) => one.close()));
    },
  };
}

/** Loaded only where somebody wants it. */
async function watchSettings(
  places: Places,
  fire: (payload: JsonObject) => Promise<unknown>,
): Promise<SettingsWatch> {
  const { SettingsWatch: Watch, settingsOf } = await import('../runtime/settings-watch.ts');
  const watch = new Watch(({ source, path }) => {
    // Nobody waits for it; its record says what became of it.
    fire({ source, file_path: path }).catch(() => {});
  });
  watch.attend(settingsOf(places));
  return watch;
}

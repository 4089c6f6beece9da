import type { JsonObject, JsonValue } from '@hookmd/core/events';
import { firstLineOf } from '../../first-line.ts';
import type { Facts } from '../../methods.ts';
import { isPlainObject } from '../../plain-json.ts';
import type { ServedModule } from '../module.ts';
import { makeShell } from './shell.ts';

const { stringify } = JSON;
const { getBuiltinModule } = process;

type HookFunction = (...values: readonly unknown[]) => unknown;
/** What a plugin returns: functions by the names of hooks. */
type Hooks = Readonly<Record<string, unknown>>;

/** Hooks whose exception blocks in OpenCode; that of any other one is a failure. */
const BLOCKS: readonly unknown[] = ['tool.execute.before', 'tool.execute.after', 'chat.message'];

/** What the client of a plugin is used for during one event. */
interface Run {
  readonly log: Facts['log'];
  readonly messages: string[];
}

/**
 * The plugins of a module, for the events of one process: each is called before the first, then its hook for the event. Throws
 * where the module exports no function, which OpenCode would call.
 */
export function openPlugins(module: object): Pick<ServedModule, 'respond'> {
  const plugins = [...new Set(Object.values(module).map(pluginOf))].filter((plugin) => plugin !== null);
  if (plugins.length === 0) throw new Error('the module exports no function, which OpenCode would call');
  // As in OpenCode, a plugin keeps what it knows from one event to the next, for as long as the process lives.
  const started = new Map<unknown, Promise<readonly Hooks[]>>();
  const { AsyncLocalStorage } = getBuiltinModule('node:async_hooks');
  const runs = new AsyncLocalStorage<Run>();
  const client = makeClient(() => runs.getStore());
  return {
    respond: (readEvent, { log }) => {
      const run: Run = { log, messages: [] };
      return runs.run(run, async () => {
        const native = readEvent();
        const starting = started.get(native['directory']) ?? startAll(plugins, client, native);
        started.set(native['directory'], starting);
        const called = await callHooks(await starting, native);
        return { ...called, ...(run.messages.length > 0 ? { messages: run.messages } : {}) };
      });
    },
  };
}

/** An exported function, or the `server` of a default export. */
function pluginOf(value: unknown): HookFunction | null {
  const plugin = isPlainObject(value) ? value['server'] : value;
  return typeof plugin === 'function' ? (plugin as HookFunction) : null;
}

async function startAll(
  plugins: readonly HookFunction[],
  client: unknown,
  { directory, worktree }: JsonObject,
): Promise<readonly Hooks[]> {
  const input = {
    client,
    project: { id: directory, worktree, vcs: 'git', time: { created: 0 } },
    directory,
    worktree,
    $: makeShell(String(directory)),
  };
  const all: Hooks[] = [];
  for (const plugin of plugins) {
    const hooks = await plugin(input);
    if (typeof hooks === 'object' && hooks !== null) all.push(hooks as Hooks);
  }
  return all;
}

/** One after another, with the same objects. */
async function callHooks(all: readonly Hooks[], native: JsonObject): Promise<JsonObject> {
  const { hook, input, output } = native;
  const name = String(hook);
  // A call has the arguments that the tool was given: another object in their place has no effect.
  const args = name === 'tool.execute.before' ? (output as JsonObject)['args'] : undefined;
  const before = stringify(output);
  try {
    for (const hooks of all) {
      const call = hooks[name];
      if (typeof call === 'function') await call.call(hooks, input, output);
    }
  } catch (error) {
    if (!BLOCKS.includes(hook)) throw error;
    return { thrown: error instanceof Error ? error.message : firstLineOf(error) };
  }
  const left = args === undefined ? output : { args };
  return left === undefined || stringify(left) === before ? {} : { output: left as JsonValue };
}

/** OpenCode's server, as far as there is one: its log is standard error, a toast is shown, and every other call fails. */
function makeClient(currentRun: () => Run | undefined): unknown {
  const done = Promise.resolve({ data: true });
  const calls: Readonly<Record<string, (body: JsonObject) => void>> = {
    'client.app.log': ({ level, service, message }) =>
      currentRun()?.log([level, service, message].filter((part) => part !== undefined).join(' ')),
    'client.tui.showToast': ({ title, message }) => {
      currentRun()?.messages.push([title, message].filter((part) => typeof part === 'string').join(': '));
    },
  };
  const at = (path: string): unknown =>
    new Proxy(() => {}, {
      // It must not look like a promise, or `await client` would never end.
      get: (_, key) => (typeof key === 'symbol' || key === 'then' ? undefined : at(`${path}.${key}`)),
      apply(_target, _this, [request]: readonly unknown[]) {
        const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
        if (call === undefined) return rejection(`HookMD cannot reach the server of OpenCode: ${path}`);
        const given = (request ?? {}) as JsonObject;
        call((given['body'] ?? given) as JsonObject);
        return done;
      },
    });
  return at('client');
}

/** One that the plugin does not wait for must not end the process. */
function rejection(message: string): Promise<never> {
  const rejected = Promise.reject(new Error(message));
  rejected.catch(() => {});
  return rejected;
}

import type { HookBreakers } from '@hookmd/core/internal/dispatch/dispatch-request';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import type { Callback } from '@hookmd/core/internal/executors/executor';
import type { ActiveHook, ActiveSettings } from '@hookmd/core/internal/registry/active-set';
import { callbackHook } from './callback.ts';
import { makeCallbackBreaker } from './callback-breaker.ts';
import { runNested } from './callback-depth.ts';
import { type CallbackOptions, checkCallbackOptions } from './callback-options.ts';

/** A registered callback. */
export interface CallbackHandle {
  readonly name: string;
  /** Takes it away: events that are fired from now on do not ask it. */
  off(): void;
}

/** The callbacks of one Hooks object, in the order in which they were registered. */
export class Callbacks {
  readonly #hooks = new Map<string, ActiveHook>();
  readonly #breakers = new WeakMap<ActiveHook, HookBreakers>();
  #count = 0;
  #revision = 0;

  /** Another number whenever what is known of who listens holds no longer. */
  get revision(): number {
    return this.#revision;
  }

  revise(): void {
    this.#revision += 1;
  }

  get hooks(): readonly ActiveHook[] {
    return [...this.#hooks.values()];
  }

  /** Null for a hook that is no callback. */
  readonly breakerOf = (hook: ActiveHook): HookBreakers | null => this.#breakers.get(hook) ?? null;

  /** Throws CALLBACK_INVALID. */
  add(
    events: readonly string[],
    options: CallbackOptions,
    call: Callback,
    settings: ActiveSettings,
    depth: () => number,
  ): CallbackHandle {
    const order = ++this.#count;
    const checked = checkCallbackOptions(events, options, `callback-${order}`);
    const { name } = checked;
    if (this.#hooks.has(name)) {
      throw new HookError('CALLBACK_INVALID', { detail: `"${name}" is registered already.` });
    }
    const off = (): void => {
      if (this.#hooks.get(name) !== hook) return;
      this.#hooks.delete(name);
      this.revise();
    };
    const nested: Callback = (event, context) => runNested(depth() + 1, () => call(event, context));
    const hook = callbackHook(checked, checked.once ? onlyOnce(nested, off) : nested, order, settings);
    this.#hooks.set(name, hook);
    this.revise();
    this.#breakers.set(hook, makeCallbackBreaker());
    return { name, off };
  }
}

/** Asked about one event, also a second time where another hook changed it; then it is gone. */
function onlyOnce(call: Callback, off: () => void): Callback {
  let about: string | null = null;
  return (event, context) => {
    off();
    // Events that were fired before it was gone may still ask.
    if (about !== null && about !== event.event_id) return undefined;
    about = event.event_id;
    return call(event, context);
  };
}

import type { JsonObject } from '@hookmd/core/events';
import type { Hook } from '../define-hook.ts';
import { type Evaluation, evaluateModule, hooksOf } from '../evaluate.ts';
import type { Facts } from '../methods.ts';
import { writeResult } from '../results.ts';
import { callOpenclaw, openclawHandler } from './openclaw.ts';

/** Options of `serve`, which the build writes. */
export interface Serving {
  /** The protocol of the handlers; `hookmd` = made by `defineHook`, which is the default. */
  readonly protocol?: 'hookmd' | 'openclaw';
  /** OpenClaw: the export that is called; default `default`. */
  readonly export?: string;
  /** What calls modules of another system, which is part of no other handler; absent = `protocol` does. */
  readonly open?: (module: object) => Pick<ServedModule, 'respond'>;
}

/** A module of hooks made by `defineHook`, which can be an executable of Kodelet too. */
export interface HookModule {
  readonly hooks: readonly Hook[];
  readonly evaluateModule: (readEvent: () => JsonObject, facts: Facts) => Promise<Evaluation>;
}

/** A module of any protocol. */
export interface ServedModule {
  /** Returns the result for one event, in the format of its protocol. `readEvent` returns a new event each time. */
  readonly respond: (readEvent: () => JsonObject, facts: Facts) => Promise<JsonObject>;
  /** Null for handlers of OpenClaw and plugins of OpenCode. */
  readonly hookModule: HookModule | null;
}

/** Throws where the module exports no handler. */
export function chooseModule(
  module: object,
  { protocol = 'hookmd', export: name, open }: Serving,
): ServedModule {
  if (open !== undefined) return { ...open(module), hookModule: null };
  if (protocol === 'openclaw') {
    const handler = openclawHandler(module, name ?? 'default');
    return { respond: (readEvent, facts) => callOpenclaw(handler, readEvent(), facts), hookModule: null };
  }
  const hooks = hooksOf(module);
  if (hooks.length === 0) throw new Error('the module exports nothing made by defineHook');
  const hookModule: HookModule = {
    hooks,
    evaluateModule: (readEvent, facts) => evaluateModule(module, readEvent, facts),
  };
  return {
    async respond(readEvent, facts) {
      const { event, result } = await hookModule.evaluateModule(readEvent, facts);
      return writeResult(result, event);
    },
    hookModule,
  };
}

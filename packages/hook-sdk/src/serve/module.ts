import type { EventName, JsonObject } from '@hookmd/core/protocol';
import type { Hook } from '../define-hook.ts';
import type { Facts } from '../facts.ts';
import { hooksOf, type Judgement, judge } from '../judge.ts';

/** What the build knows of a module beside its code. */
export interface Serving {
  /** Whose handlers these are; `hookmd` = what `defineHook` made. */
  readonly convention?: 'hookmd' | 'openclaw';
  /** OpenClaw: the export that is called; `default` unless said otherwise. */
  readonly export?: string;
}

/** A module as it is asked, whatever its convention. */
export interface ServedModule {
  readonly hooks: readonly Hook[];
  readonly judge: (readEvent: () => JsonObject, facts: Facts) => Promise<Judgement>;
}

/** Throws where the module has nothing that could be asked. */
export function chooseModule(module: object, { convention = 'hookmd', export: name }: Serving): ServedModule {
  if (convention === 'openclaw') return openclawModule(module, name ?? 'default');
  const hooks = hooksOf(module);
  if (hooks.length === 0) throw new Error('the module exports nothing made by defineHook');
  return { hooks, judge: (readEvent, facts) => judge(module, readEvent, facts) };
}

/** OpenClaw hands the event to a function, and reads nothing of what it returns. */
function openclawModule(module: object, name: string): ServedModule {
  const handler = (module as Readonly<Record<string, unknown>>)[name];
  if (typeof handler !== 'function') throw new Error(`the module exports no function \`${name}\``);
  return {
    hooks: [],
    async judge(readEvent) {
      const event = readEvent();
      const name = event['hook_event_name'] as EventName;
      await (handler as (event: JsonObject) => unknown)(event);
      return { event: name, answer: null };
    },
  };
}

import type { JsonObject } from '@hookmd/core/events';
import { writeAnswer } from '../answer-document.ts';
import type { Hook } from '../define-hook.ts';
import { type Evaluation, hooksOf, judge } from '../evaluate.ts';
import type { Facts } from '../facts.ts';
import { askOpenclaw, openclawHandler } from './openclaw.ts';

/** What the build knows of a module beside its code. */
export interface Serving {
  /** Whose handlers these are; `hookmd` = what `defineHook` made. */
  readonly convention?: 'hookmd' | 'openclaw';
  /** OpenClaw: the export that is called; `default` unless said otherwise. */
  readonly export?: string;
}

/** What can be an executable of Kodelet too. */
export interface HookModule {
  readonly hooks: readonly Hook[];
  readonly judge: (readEvent: () => JsonObject, facts: Facts) => Promise<Evaluation>;
}

/** A module as it is asked, whatever its convention. */
export interface ServedModule {
  /** What it says to one event, as the document of its convention. `readEvent` gives the event anew each time. */
  readonly answer: (readEvent: () => JsonObject, facts: Facts) => Promise<JsonObject>;
  /** Null = its hooks are not made by `defineHook`. */
  readonly own: HookModule | null;
}

/** Throws where the module has nothing that could be asked. */
export function chooseModule(module: object, { convention = 'hookmd', export: name }: Serving): ServedModule {
  if (convention === 'openclaw') {
    const handler = openclawHandler(module, name ?? 'default');
    return { answer: (readEvent, facts) => askOpenclaw(handler, readEvent(), facts), own: null };
  }
  const hooks = hooksOf(module);
  if (hooks.length === 0) throw new Error('the module exports nothing made by defineHook');
  const own: HookModule = { hooks, judge: (readEvent, facts) => judge(module, readEvent, facts) };
  return {
    async answer(readEvent, facts) {
      const { event, answer } = await own.judge(readEvent, facts);
      return writeAnswer(answer, event);
    },
    own,
  };
}

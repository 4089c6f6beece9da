import { isAdministrators } from '../dispatch/plan.ts';
import { HookError } from '../errors/hook-error.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { type ActiveSet, compareHooks } from '../registry/active-set.ts';
import type { Firing, RuntimeOptions } from './runtime.ts';

/** The set of one runtime: only the hooks that its options leave, and the administrator's. Throws HOOK_NOT_FOUND. */
export function narrowSet(set: ActiveSet, { only, noHooks }: RuntimeOptions): ActiveSet {
  const settings = noHooks ? { ...set.settings, enabled: false } : set.settings;
  if (only === undefined) return { ...set, settings };
  const isMeant = (hook: { name: string; qualifiedName: string }): boolean =>
    hook.name === only || hook.qualifiedName === only;
  const known = [...set.hooks, ...set.inactive];
  if (!known.some(isMeant)) {
    const names = known.map((hook) => hook.name);
    // Of an event 1 says that it may not go on.
    const facts = { name: only, suggestion: didYouMean(only, names) };
    throw new HookError('HOOK_NOT_FOUND', facts, { exitCode: 2 });
  }
  const hooks = set.hooks.filter((hook) => isMeant(hook) || isAdministrators(hook));
  return { ...set, settings, hooks, inactive: set.inactive.filter(isMeant) };
}

/** The set of one event, in plan order. */
export function setFor(set: ActiveSet, { extraHooks = [] }: Firing): ActiveSet {
  return extraHooks.length === 0 ? set : { ...set, hooks: [...set.hooks, ...extraHooks].sort(compareHooks) };
}

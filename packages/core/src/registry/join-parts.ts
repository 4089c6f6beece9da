import { defaultSettings } from '../config/defaults.ts';
import { type ActiveHook, type ActivePart, type ActiveSet, compareHooks } from './active-set.ts';
import { unmetDemands } from './unmet-demands.ts';

/** Joins the parts into one set in plan order: built-ins, then priority, source, the order of a file or of registration, name. */
export function joinParts(parts: readonly ActivePart[]): ActiveSet {
  const hooks = parts.flatMap((part) => part.hooks).map((hook) => tighten(hook, parts));
  const demands = parts.flatMap((part) => part.demands);
  return {
    hooks: [...hooks, ...unmetDemands(demands, hooks)].sort(compareHooks),
    inactive: parts.flatMap((part) => part.inactive),
    unread: parts.flatMap((part) => part.unread ?? []),
    settings: parts.find((part) => part.settings !== null)?.settings ?? {
      ...defaultSettings,
      managedOnly: false,
    },
    allowModify: parts.find((part) => part.allowModify !== null)?.allowModify ?? null,
    grantedModify: parts.find((part) => part.grantedModify !== null)?.grantedModify ?? null,
  };
}

function tighten(hook: ActiveHook, parts: readonly ActivePart[]): ActiveHook {
  const tightened = parts.find((part) => Object.hasOwn(part.tightened, hook.qualifiedName));
  if (tightened === undefined) return hook;
  return { ...hook, options: { ...hook.options, ...tightened.tightened[hook.qualifiedName] } };
}

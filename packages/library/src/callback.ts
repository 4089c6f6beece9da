import type { Callback } from '@hookmd/core/internal/executors/executor';
import { permitsOn } from '@hookmd/core/internal/manifest/vocabulary';
import { parseCondition } from '@hookmd/core/internal/matching/condition';
import { parseMatcher } from '@hookmd/core/internal/matching/matcher';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { ActiveHook, ActiveSettings } from '@hookmd/core/internal/registry/active-set';
import type { CheckedOptions } from './callback-options.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** What a callback cannot have: folders, variables, and everything that approves bytes. */
const NO_PACKAGE = {
  digest: null,
  packageDir: '',
  recipe: null,
  once: null,
  notRunnable: null,
  redactKeys: [],
  needs: [],
  requiredEnv: [],
  grantedEnv: [],
  fixedEnv: {},
  options: {},
  enforcement: 'enforce',
  hasChanged: false,
  unmet: [],
} as const;

/** A callback as the active set holds every hook. `order` is that of registration. */
export function callbackHook(
  checked: CheckedOptions,
  callback: Callback,
  order: number,
  { maxTimeoutMs }: ActiveSettings,
): ActiveHook {
  const { name, events, modify, matcher, condition, timeoutMs } = checked;
  const names = events.flatMap((one): readonly EventName[] => one.events);
  const compiledMatcher = parseMatcher(matcher ?? '');
  const compiledCondition = condition === null ? null : parseCondition(condition);
  if ('error' in compiledMatcher) throw new Error(compiledMatcher.error);
  if (compiledCondition !== null && 'error' in compiledCondition) throw new Error(compiledCondition.error);
  return {
    ...NO_PACKAGE,
    name,
    qualifiedName: `code/${name}`,
    source: 'code',
    mode: 'callback',
    convention: 'hookmd',
    argv: [name],
    callback,
    contexts: checked.contexts,
    events: [...new Set(names)].map((event) => ({
      name: event,
      event,
      isAsync: false,
      permits: permitsOn(event, events),
      modify: modify[event] ?? null,
    })),
    matcher: compiledMatcher,
    condition: compiledCondition,
    priority: checked.priority,
    order,
    timeoutMs: Math.min(timeoutMs ?? DEFAULT_TIMEOUT_MS, maxTimeoutMs),
    asyncTimeoutMs: DEFAULT_TIMEOUT_MS,
    onFailure: checked.onFailure,
    merge: checked.merge,
    preApprove: checked.preApprove,
    observe: checked.observe,
    recheck: checked.recheck,
  };
}

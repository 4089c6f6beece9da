import { AsyncLocalStorage } from 'node:async_hooks';
import { HookError } from '@hookmd/core/errors';
import { type EventName, isEventName } from '@hookmd/core/events';
import type { ActiveHook, ActiveSettings } from '@hookmd/core/hook-index';
import { type Callback, hookDepth } from '@hookmd/core/hook-types';
import {
  createIssueList,
  isPackageName,
  type Manifest,
  type ManifestEvent,
  parseDurationMs,
  permitsOn,
  readConditions,
  readModify,
} from '@hookmd/core/manifest';
import { parseCondition, parseMatcher } from '@hookmd/core/matching';
import type { HookBreakers } from '@hookmd/core/runtime';
import { monotonicMs } from '@hookmd/core/system';
import type { CallbackHandle, CallbackOptions } from './hooks.ts';
import type { ShapeOf } from './validation/options.ts';
import {
  either,
  eventName,
  flag,
  listOf,
  mapOf,
  must,
  oneOf,
  optionsOf,
  problemsOf,
  text,
} from './validation/schema.ts';

/** The callbacks of one Hooks object, in the order in which they were registered. */
export class Callbacks {
  readonly #hooks = new Map<string, ActiveHook>();
  readonly #breakers = new WeakMap<ActiveHook, HookBreakers>();
  #count = 0;
  #revision = 0;

  /** Changes whenever the set of listening callbacks may have changed. */
  get revision(): number {
    return this.#revision;
  }

  revise(): void {
    this.#revision += 1;
  }

  get hooks(): readonly ActiveHook[] {
    return [...this.#hooks.values()];
  }

  /** The breaker of a callback; null for any other hook. */
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
    const nested: Callback = (event, context) => depths.run(depth() + 1, () => call(event, context));
    const hook = callbackHook(checked, checked.once ? onlyOnce(nested, off) : nested, order, settings);
    this.#hooks.set(name, hook);
    this.revise();
    this.#breakers.set(hook, makeCallbackBreaker());
    return { name, off };
  }
}

/** Runs for one event, also a second time where another hook changed it; then it is removed. */
function onlyOnce(call: Callback, off: () => void): Callback {
  let eventId: string | null = null;
  return (event, context) => {
    off();
    // Events that were dispatched before may still call it.
    if (eventId !== null && eventId !== event.event_id) return undefined;
    eventId = event.event_id;
    return call(event, context);
  };
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** The fields of a package that a callback does not have. */
const NO_PACKAGE = {
  digest: null,
  packageDir: '',
  hostAction: null,
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
  missing: [],
} as const;

/** The row of a callback in the hook index. `order` is that of registration. */
function callbackHook(
  checked: CheckedOptions,
  callback: Callback,
  order: number,
  { maxTimeoutMs }: ActiveSettings,
): ActiveHook {
  const { name, events, modify, matcher, condition, timeoutMs } = checked;
  const names = events.flatMap((row): readonly EventName[] => row.events);
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
    protocol: 'hookmd',
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

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 60_000;

/**
 * The breaker of one callback: open for a minute after five failures in a row, then the callback runs once.
 * In memory: a function of the same name in another program is another function.
 */
function makeCallbackBreaker(): HookBreakers {
  let failures = 0;
  let openUntilMs = 0;
  return {
    isOpen() {
      if (failures < FAILURES_TO_OPEN || monotonicMs() >= openUntilMs) {
        // Stays open for other events while this one runs.
        if (failures >= FAILURES_TO_OPEN) openUntilMs = monotonicMs() + OPEN_MS;
        return false;
      }
      return true;
    },
    settle(_, hasFailed) {
      failures = hasFailed ? failures + 1 : 0;
      openUntilMs = monotonicMs() + OPEN_MS;
    },
  };
}

/** How many callbacks the current call is nested in, as `HOOK_DEPTH` is between processes. */
const depths = new AsyncLocalStorage<number>();

export function currentDepth(environment: Readonly<Record<string, string | undefined>>): number {
  return depths.getStore() ?? hookDepth(environment);
}

/** Valid options of a callback, with every default. */
export type CheckedOptions = Pick<
  Manifest,
  | 'name'
  | 'events'
  | 'timeoutMs'
  | 'matcher'
  | 'condition'
  | 'modify'
  | 'merge'
  | 'preApprove'
  | 'observe'
  | 'recheck'
  | 'priority'
  | 'onFailure'
  | 'contexts'
> & { readonly once: boolean };

const texts = either([text, listOf(text)], 'a string, or a list of strings');

const shape: ShapeOf<CallbackOptions> = {
  name: must(
    'letters, digits, `.`, `_` and `-`',
    (value) => typeof value === 'string' && isPackageName(value),
  ),
  matcher: text,
  if: text,
  priority: must('a whole number', Number.isSafeInteger),
  timeout: must(
    'a number of seconds above zero, or a string with a unit',
    (value) => (typeof value === 'string' || typeof value === 'number') && parseDurationMs(value) !== null,
  ),
  onFailure: oneOf('continue', 'block'),
  modify: mapOf(texts),
  merge: oneOf('replace', 'shallow'),
  once: flag,
  observe: must('`true`, `false` or `raw`', (value) => typeof value === 'boolean' || value === 'raw'),
  preApprove: flag,
  recheck: flag,
  contexts: texts,
};
const schema = optionsOf(shape);

/** Validates the options of a callback by the rules of a manifest. Throws CALLBACK_INVALID with every problem at once. */
function checkCallbackOptions(
  names: readonly string[],
  options: CallbackOptions,
  defaultName: string,
): CheckedOptions {
  const problems = [...eventProblems(names), ...problemsOf(schema, options, '')];
  if (problems.length > 0) throw invalid(problems);
  const { observe = false } = options;
  const issues = createIssueList('', null);
  const events: readonly ManifestEvent[] = names
    .filter(isEventName)
    .map((name) => ({ name, events: [name] }));
  const checked = {
    name: options.name ?? defaultName,
    events,
    timeoutMs: options.timeout === undefined ? null : parseDurationMs(options.timeout),
    ...readConditions(
      { matcher: options.matcher ?? null, ...(options.if === undefined ? {} : { if: options.if }) },
      { protocol: 'hookmd', events },
      issues,
    ),
    modify: readModify({ modify: lists(options.modify ?? {}) }, events, issues),
    merge: options.merge ?? 'replace',
    preApprove: options.preApprove ?? false,
    observe: observe === 'raw' ? 'raw' : observe ? 'redacted' : 'no',
    recheck: options.recheck ?? true,
    priority: options.priority ?? 100,
    onFailure: options.onFailure ?? 'continue',
    once: options.once ?? false,
    contexts: [options.contexts ?? []].flat(),
  } satisfies CheckedOptions;
  const found = issues.sorted();
  if (found.length > 0) throw invalid(found.map(({ message, remedy }) => `${message} ${remedy}`));
  return checked;
}

function eventProblems(names: readonly string[]): readonly string[] {
  return names.length === 0
    ? ['It is registered for no event.']
    : names.flatMap((name) => problemsOf(eventName, name, 'event'));
}

function lists(modify: NonNullable<CallbackOptions['modify']>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(modify).map(([event, fields]) => [event, [fields].flat()]));
}

function invalid(problems: readonly string[]): HookError {
  return new HookError('CALLBACK_INVALID', { detail: problems.join(' ') });
}

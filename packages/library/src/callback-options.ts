import { HookError } from '@hookmd/core/errors';
import { isEventName } from '@hookmd/core/events';
import {
  createIssueList,
  isPackageName,
  type Manifest,
  type ManifestEvent,
  parseDurationMs,
  readConditions,
  readModify,
} from '@hookmd/core/manifest';
import type { CallbackOptions } from './hooks.ts';
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

const texts = either([text, listOf(text)], 'text, or a list of text');

const shape: ShapeOf<CallbackOptions> = {
  name: must(
    'letters, digits, `.`, `_` and `-`',
    (value) => typeof value === 'string' && isPackageName(value),
  ),
  matcher: text,
  if: text,
  priority: must('a whole number', Number.isSafeInteger),
  timeout: must(
    'a number of seconds above zero, or text with a unit',
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
export function checkCallbackOptions(
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
      events,
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

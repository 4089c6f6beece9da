import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { readConditions } from '@hookmd/core/internal/manifest/conditions';
import { parseDurationMs } from '@hookmd/core/internal/manifest/duration';
import { createIssueList } from '@hookmd/core/internal/manifest/issue-list';
import type { Manifest, ManifestEvent } from '@hookmd/core/internal/manifest/manifest';
import { readModify } from '@hookmd/core/internal/manifest/modify';
import { isPackageName } from '@hookmd/core/internal/manifest/name';
import { isEventName } from '@hookmd/core/internal/protocol/events';
import type { OnFailure } from '@hookmd/core/internal/protocol/outcome';
import { eventName } from './event-shape.ts';
import { flag, mapOf, must, oneOf, optionsOf, problemsOf, type Shape, text } from './shape.ts';

/** What a callback says of itself: the words of a manifest, with their meaning there. */
export interface CallbackOptions {
  /** Stands in decisions, in `hooks log` and in `hooks trace`. Default: `callback-1`, `callback-2` and so on. */
  readonly name?: string;
  readonly matcher?: string;
  readonly if?: string;
  /** Low first; default 100. */
  readonly priority?: number;
  /** Seconds, or text with a unit such as `500ms`. Default 30 s; never more than `hooks.maxTimeout`. */
  readonly timeout?: number | string;
  /** `block`: where it throws, hangs or answers nonsense, the event does not go on. Default `continue`. */
  readonly onFailure?: OnFailure;
  /** What it may change, by event. Default: nothing. */
  readonly modify?: Readonly<Record<string, string | readonly string[]>>;
  readonly merge?: 'replace' | 'shallow';
  /** Asked about one event, and never again. */
  readonly once?: boolean;
  /** Asked after the decision, and decides nothing; `raw` = with what others redacted. */
  readonly observe?: boolean | 'raw';
  /** May approve in advance. */
  readonly preApprove?: boolean;
  readonly recheck?: boolean;
  /** Operations of `quiet` in which it is asked too; `*` = all. Default: none. */
  readonly contexts?: string | readonly string[];
}

/** The same, checked and with every default. */
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

const texts = must(
  'text, or a list of text',
  (value) => text.holds(value) || (Array.isArray(value) && value.every(text.holds)),
);

const rows = {
  name: must(
    'letters, digits, `.`, `_` and `-`',
    (value) => text.holds(value) && isPackageName(value as string),
  ),
  matcher: text,
  if: text,
  priority: must('a whole number', Number.isSafeInteger),
  timeout: must(
    'a number of seconds above zero, or text with a unit',
    (value) => (text.holds(value) || typeof value === 'number') && parseDurationMs(value as string) !== null,
  ),
  onFailure: oneOf('continue', 'block'),
  modify: mapOf(texts),
  merge: oneOf('replace', 'shallow'),
  once: flag,
  observe: must('`true`, `false` or `raw`', (value) => flag.holds(value) || value === 'raw'),
  preApprove: flag,
  recheck: flag,
  contexts: texts,
} satisfies Readonly<Record<keyof CallbackOptions, Shape>>;
const shape = optionsOf(rows);

/**
 * Checks what a callback is registered with, by the rules of a manifest. Throws CALLBACK_INVALID with every problem
 * at once.
 */
export function checkCallbackOptions(
  names: readonly string[],
  options: CallbackOptions,
  defaultName: string,
): CheckedOptions {
  const problems = [...eventProblems(names), ...problemsOf(shape, options, '')];
  if (problems.length > 0) throw refuse(problems);
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
  if (found.length > 0) throw refuse(found.map(({ message, remedy }) => `${message} ${remedy}`));
  return checked;
}

function eventProblems(names: readonly string[]): readonly string[] {
  return names.length === 0
    ? ['It is registered for no event.']
    : names.flatMap((name) => problemsOf(eventName, name, 'event'));
}

function lists(modify: NonNullable<CallbackOptions['modify']>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(modify).map(([event, what]) => [event, [what].flat()]));
}

function refuse(problems: readonly string[]): HookError {
  return new HookError('CALLBACK_INVALID', { detail: problems.join(' ') });
}

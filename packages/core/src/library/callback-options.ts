import { HookError } from '../errors/hook-error.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { readConditions } from '../manifest/conditions.ts';
import { describeFound, describeWords } from '../manifest/describe-value.ts';
import { parseDurationMs } from '../manifest/duration.ts';
import { createIssueList } from '../manifest/issue-list.ts';
import type { Manifest, ManifestEvent } from '../manifest/manifest.ts';
import { readModify } from '../manifest/modify.ts';
import { isPackageName } from '../manifest/name.ts';
import { eventNames, isEventName } from '../protocol/events.ts';
import type { OnFailure } from '../protocol/outcome.ts';

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

const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const oneOf = (...words: readonly string[]) => ({
  expected: describeWords(words),
  holds: (value: unknown) => typeof value === 'string' && words.includes(value),
});
const flag = { expected: '`true` or `false`', holds: isFlag };

/** Every option: what it must be. For whoever writes JavaScript; TypeScript says it earlier. */
const rows: Readonly<
  Record<keyof CallbackOptions, { readonly expected: string; readonly holds: (value: unknown) => boolean }>
> = {
  name: {
    expected: 'letters, digits, `.`, `_` and `-`',
    holds: (value) => isText(value) && isPackageName(value as string),
  },
  matcher: { expected: 'text', holds: isText },
  if: { expected: 'text', holds: isText },
  priority: { expected: 'a whole number', holds: Number.isSafeInteger },
  timeout: {
    expected: 'a number of seconds above zero, or text with a unit',
    holds: (value) =>
      (isText(value) || typeof value === 'number') && parseDurationMs(value as string) !== null,
  },
  onFailure: oneOf('continue', 'block'),
  modify: {
    expected: 'an object of events and what may change',
    holds: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isTexts),
  },
  merge: oneOf('replace', 'shallow'),
  once: flag,
  observe: { expected: '`true`, `false` or `raw`', holds: (value) => isFlag(value) || value === 'raw' },
  preApprove: flag,
  recheck: flag,
  contexts: { expected: 'names of operations', holds: isTexts },
};

function isTexts(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.every(isText));
}

/**
 * Checks what a callback is registered with, by the rules of a manifest. Throws CALLBACK_INVALID with every problem
 * at once.
 */
export function checkCallbackOptions(
  names: readonly string[],
  options: CallbackOptions,
  defaultName: string,
): CheckedOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const problems = [...eventProblems(names), ...given.flatMap(([key, value]) => problemOf(key, value))];
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
  if (names.length === 0) return ['It is registered for no event.'];
  return names
    .filter((name) => typeof name !== 'string' || !isEventName(name))
    .map((name) => `${describeFound(name)} is no event. ${didYouMean(String(name), eventNames)}`.trim());
}

function problemOf(key: string, value: unknown): readonly string[] {
  if (!Object.hasOwn(rows, key))
    return [`\`${key}\` is no option. ${didYouMean(key, Object.keys(rows))}`.trim()];
  const row = rows[key as keyof CallbackOptions];
  return row.holds(value) ? [] : [`\`${key}\` must be ${row.expected}; found ${describeFound(value)}.`];
}

function lists(modify: NonNullable<CallbackOptions['modify']>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(modify).map(([event, what]) => [event, [what].flat()]));
}

function refuse(problems: readonly string[]): HookError {
  return new HookError('CALLBACK_INVALID', { detail: problems.join(' ') });
}

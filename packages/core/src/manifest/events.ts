import { didYouMean } from '../errors/nearest-name.ts';
import {
  type EventName,
  eventNames,
  eventRow,
  isEventName,
  isToolEvent,
  type Permit,
} from '../events/events.ts';
import { parseClaudeRule } from '../matching/claude-rule.ts';
import { type CompiledCondition, type ConditionError, parseCondition } from '../matching/condition.ts';
import { type CompiledMatcher, checkPattern, type MatcherError, parseMatcher } from '../matching/matcher.ts';
import { findForeignName, foreignNames, foreignRows, type Vocabulary } from '../protocols/foreign-names.ts';
import { protocols } from '../protocols/index.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import { type IssueList, quote, showText } from '../yaml/issue-list.ts';
import type { RawManifest } from './keys.ts';
import type { Manifest, ManifestEvent } from './manifest.ts';

/** `vocabulary` is null when no event is known, or several vocabularies are mixed. */
export interface EventsReading {
  readonly events: readonly ManifestEvent[];
  readonly vocabulary: Vocabulary | null;
}

const NOTHING: EventsReading = { events: [], vocabulary: null };
const allNames: readonly string[] = [...eventNames, ...foreignNames.map((row) => row.name)];

/**
 * Reads the names under `events`: one vocabulary, at least one known name.
 *
 * An unknown name beside known ones is dropped with a warning; alone it is an error.
 */
export function readEvents(names: readonly string[], issues: IssueList): EventsReading {
  const firstOf = new Map<Vocabulary, string>();
  const events: ManifestEvent[] = [];
  const unknown: number[] = [];
  for (const [index, name] of names.entries()) {
    const vocabulary = vocabularyOf(name);
    if (vocabulary === null) unknown.push(index);
    else {
      if (!firstOf.has(vocabulary)) firstOf.set(vocabulary, name);
      if (!events.some((event) => event.name === name)) events.push({ name, events: canonicalEvents(name) });
    }
  }
  const code = events.length === 0 ? 'MANIFEST_UNKNOWN_EVENT' : 'MANIFEST_EVENT_SKIPPED';
  for (const index of unknown) {
    const name = names[index] ?? '';
    issues.add(code, () => ({ event: showText(name), suggestion: didYouMean(name, allNames) }), [
      'events',
      index,
    ]);
  }
  if (names.length === 0) issues.add('MANIFEST_NO_EVENT', {}, ['events']);
  if (firstOf.size > 1) {
    const vocabularies = [...firstOf].map(([vocabulary, name]) => `${vocabulary} (${name})`).join(' and ');
    issues.add('MANIFEST_MIXED_VOCABULARY', { vocabularies }, ['events']);
    return NOTHING;
  }
  const [vocabulary] = firstOf.keys();
  return vocabulary === undefined ? NOTHING : { events, vocabulary };
}

function vocabularyOf(name: string): Vocabulary | null {
  return isEventName(name) ? 'canonical' : (findForeignName(name)?.vocabulary ?? null);
}

function canonicalEvents(name: string): readonly EventName[] {
  return isEventName(name) ? [name] : (findForeignName(name)?.events ?? []);
}

/** The RFC knows no settings of these names, so a manifest with one was written for what was shipped. */
const SHIPPED_MICROCLAW_KEYS = ['timeout_ms', 'priority'] as const;
/** Not in the RFC either. */
const SHIPPED_MICROCLAW_EVENTS = ['AfterTurn'];

const protocolOf: Readonly<Record<Vocabulary, ProtocolId>> = {
  canonical: 'hookmd',
  kodelet: 'kodelet',
  microclaw: 'microclaw-rfc',
  openclaw: 'openclaw',
  gemini: 'gemini',
  cursor: 'cursor',
  copilot: 'copilot',
  qwen: 'qwen',
  opencode: 'opencode',
};

/** How the hook runs unless `protocol` is set. */
export function inferProtocol({ events, vocabulary }: EventsReading, raw: Partial<RawManifest>): ProtocolId {
  const isShipped =
    SHIPPED_MICROCLAW_KEYS.some((key) => raw[key] !== undefined) ||
    events.some(({ name }) => SHIPPED_MICROCLAW_EVENTS.includes(name));
  const protocol = protocolOf[vocabulary ?? 'canonical'];
  return protocol === 'microclaw-rfc' && isShipped ? 'microclaw' : protocol;
}

/** What the names of a manifest permit on one canonical event: all of it, or what its own name narrows it to. */
export function permitsOn(event: EventName, events: readonly ManifestEvent[]): readonly Permit[] {
  return eventRow(event).permits.filter((permit) =>
    events.some((named) => {
      if (!named.events.includes(event)) return false;
      const rows = foreignRows(named.name).filter((row) => row.events.includes(event));
      return rows.length === 0 || rows.some(({ permits }) => permits === 'event' || permits.includes(permit));
    }),
  );
}

/** Whether every name for this event belongs to a system that runs such hooks asynchronously. */
export function isAsyncByName(event: EventName, events: readonly ManifestEvent[]): boolean {
  const naming = events.filter((named) => named.events.includes(event));
  return naming.every((named) => findForeignName(named.name)?.isAsync === true);
}

/** Every canonical event of a manifest, once. */
export function canonicalEventsOf(events: readonly ManifestEvent[]): readonly EventName[] {
  return [...new Set(events.flatMap((named) => named.events))];
}

export interface ConditionsReading {
  readonly matcher: string | null;
  readonly condition: string | null;
}

/**
 * Parses `matcher` and `if`: their syntax, and that every event has something to compare them with (I2, I12).
 *
 * A missing, empty or `*` matcher matches everything, also without a subject. Claude Code ignores a matcher without a subject.
 */
export function readConditions(
  raw: Partial<RawManifest>,
  { protocol, events }: Pick<Manifest, 'protocol' | 'events'>,
  issues: IssueList,
): ConditionsReading {
  const matcher = (raw.matcher ?? '').trim();
  const condition = raw.if?.trim() ?? null;
  const hasMatcher = matcher !== '' && matcher !== '*';
  if (hasMatcher) {
    const reading = matcherOf({ matcher, protocol, events });
    if ('error' in reading)
      issues.add('MANIFEST_MATCHER', { found: quote(matcher), detail: reading.error }, ['matcher']);
    const without = withoutSubject(events, (event) => eventRow(event).subject !== null);
    const [first] = without;
    if (protocols[protocol].conditions === 'hookmd')
      for (const event of without)
        issues.add('MANIFEST_NO_SUBJECT', { key: 'matcher', event }, ['matcher'], 'key');
    else if (first !== undefined) {
      const detail = `${first} has nothing to compare it with, so the hook runs on every ${first}`;
      issues.add('MANIFEST_NO_EFFECT', { key: 'matcher', detail }, ['matcher'], 'key');
    }
  }
  if (condition !== null) {
    const reading = conditionOf({ condition, protocol });
    if ('error' in reading)
      issues.add('MANIFEST_CONDITION', { found: quote(condition), detail: reading.error }, ['if']);
    for (const event of withoutSubject(events, isToolEvent))
      issues.add('MANIFEST_NO_SUBJECT', { key: 'if', event }, ['if'], 'key');
  }
  return { matcher: hasMatcher ? matcher : null, condition };
}

/** The matcher of a manifest, read as its protocol writes it. */
export function matcherOf({
  matcher,
  protocol,
  events,
}: Pick<Manifest, 'matcher' | 'protocol' | 'events'>): CompiledMatcher | MatcherError {
  const { conditions, wordMatchersOn } = protocols[protocol];
  const hasWords = canonicalEventsOf(events).some((event) => wordMatchersOn.includes(event));
  return parseMatcher(matcher ?? '', conditions === 'claude' && hasWords ? 'claude-words' : conditions);
}

/** The condition of a manifest, read as its protocol writes it. */
export function conditionOf({
  condition,
  protocol,
}: { readonly condition: string } & Pick<Manifest, 'protocol'>): CompiledCondition | ConditionError {
  return protocols[protocol].conditions === 'claude' ? parseClaudeRule(condition) : parseCondition(condition);
}

/** Why the pattern of a matcher that `readConditions` accepted does not compile, or null. Loads the engine. */
export async function checkMatcherPattern(
  manifest: Pick<Manifest, 'matcher' | 'protocol' | 'events'> | null,
): Promise<{ readonly found: string; readonly detail: string } | null> {
  if (manifest === null) return null;
  const parsed = matcherOf(manifest);
  const problem = 'error' in parsed ? null : await checkPattern(parsed);
  return problem === null ? null : { found: quote(manifest.matcher ?? ''), detail: showText(problem.error) };
}

/** The names of events, as the manifest has them, that have nothing to compare with. */
function withoutSubject(
  events: readonly ManifestEvent[],
  hasSubject: (event: EventName) => boolean,
): readonly string[] {
  return events.filter(({ events: canonical }) => !canonical.every(hasSubject)).map(({ name }) => name);
}

import { eventRow, isToolEvent } from '../events/events.ts';
import { parseCondition } from '../matching/condition.ts';
import { checkPattern, parseMatcher } from '../matching/matcher.ts';
import { type IssueList, quote, showText } from './issue-list.ts';
import type { RawManifest } from './keys.ts';
import type { ManifestEvent } from './manifest.ts';

export interface ConditionsReading {
  readonly matcher: string | null;
  readonly condition: string | null;
}

/**
 * Parses `matcher` and `if`: their syntax, and that every event has something to compare them with (I2, I12).
 *
 * A missing, empty or `*` matcher matches everything, also without a subject.
 */
export function readConditions(
  raw: Partial<RawManifest>,
  events: readonly ManifestEvent[],
  issues: IssueList,
): ConditionsReading {
  const matcher = (raw.matcher ?? '').trim();
  const condition = raw.if?.trim() ?? null;
  const hasMatcher = matcher !== '' && matcher !== '*';
  if (hasMatcher) {
    const reading = parseMatcher(matcher);
    if ('error' in reading)
      issues.add('MANIFEST_MATCHER', { found: quote(matcher), detail: reading.error }, ['matcher']);
    requireSubject('matcher', events, (event) => eventRow(event).subject !== null, issues);
  }
  if (condition !== null) {
    const reading = parseCondition(condition);
    if ('error' in reading)
      issues.add('MANIFEST_CONDITION', { found: quote(condition), detail: reading.error }, ['if']);
    requireSubject('if', events, isToolEvent, issues);
  }
  return { matcher: hasMatcher ? matcher : null, condition };
}

/** Why the pattern of a matcher that `readConditions` accepted does not compile, or null. Loads the engine. */
export async function checkMatcherPattern(
  matcher: string | null,
): Promise<{ readonly found: string; readonly detail: string } | null> {
  const parsed = parseMatcher(matcher ?? '');
  const problem = 'error' in parsed ? null : await checkPattern(parsed);
  return problem === null ? null : { found: quote(matcher ?? ''), detail: showText(problem.error) };
}

function requireSubject(
  key: 'matcher' | 'if',
  events: readonly ManifestEvent[],
  hasSubject: (event: ManifestEvent['events'][number]) => boolean,
  issues: IssueList,
): void {
  for (const { name, events: canonical } of events) {
    if (!canonical.every(hasSubject)) issues.add('MANIFEST_NO_SUBJECT', { key, event: name }, [key], 'key');
  }
}

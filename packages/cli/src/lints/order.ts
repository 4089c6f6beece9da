import { type Issue, issue } from '@hookmd/core/errors';
import type { ModifySpec } from '@hookmd/core/manifest';
import { parseMatcher } from '@hookmd/core/matching';
import type { HookStatus } from '@hookmd/core/registry';
import { type Linted, placeOfKey } from './lint.ts';

interface Change extends Linted {
  readonly event: string;
  readonly what: string;
}

/**
 * Enabled hooks that may change the same thing on the same event at the same priority: which change stands in
 * the end hangs on their sources and names. One hint for each that comes later.
 */
export function orderLint(statuses: readonly HookStatus[]): readonly Issue[] {
  const seen = new Map<string, Change[]>();
  return statuses.flatMap((status) => {
    const { record, isEnabled } = status;
    const { manifest } = record;
    if (manifest === null || !isEnabled || record.displacedBy !== null) return [];
    // A person wrote settings entries down in their order, and nowhere what they may change.
    if (record.entry !== undefined) return [];
    const found: Issue[] = [];
    for (const change of changesOf({ record, manifest })) {
      const key = JSON.stringify([change.event, change.what, manifest.priority]);
      const rivals = seen.get(key) ?? [];
      const rival = rivals.find((one) => mayMeet(one, change));
      seen.set(key, [...rivals.slice(0, 20), change]);
      if (rival !== undefined && found.length === 0) found.push(orderIssue(change, rival));
    }
    return found;
  });
}

function changesOf(linted: Linted): readonly Change[] {
  return Object.entries(linted.manifest.modify).flatMap(([event, spec]) =>
    wholeNames(spec).map((what) => ({ ...linted, event, what })),
  );
}

function wholeNames({ input = [], ...rest }: ModifySpec): readonly string[] {
  const keys = input === 'policy' ? [] : input;
  return [...keys.map((key) => `\`${key}\``), ...Object.keys(rest).filter((key) => key !== 'redact')];
}

/** Names that have none in common, and conditions, keep two hooks apart; a pattern may be anything. */
function mayMeet(one: Change, other: Change): boolean {
  if (one.manifest.condition !== null || other.manifest.condition !== null) return false;
  const [first, second] = [one, other].map(({ manifest }) => parseMatcher(manifest.matcher ?? ''));
  if (first === undefined || second === undefined || 'error' in first || 'error' in second) return false;
  if (first.kind !== 'names' || second.kind !== 'names') return true;
  return first.names.some((name) => second.names.includes(name));
}

function orderIssue({ record, manifest, event, what }: Change, rival: Change): Issue {
  const parameters = {
    name: record.qualifiedName,
    other: rival.record.qualifiedName,
    what: what.startsWith('`') ? what : `the ${what}`,
    event,
    priority: manifest.priority,
  };
  return issue('ORDER_BY_NAME', parameters, placeOfKey({ record, manifest }, 'modify'));
}

import { didYouMean } from '../errors/nearest-name.ts';
import { showText } from './describe-value.ts';
import type { IssueList } from './issue-list.ts';
import { formatKeyPath, type KeyPath } from './text-place.ts';

/** Warns of a key that is none, with the nearest of those that are known there. */
export function addUnknownKey(path: KeyPath, known: readonly string[], issues: IssueList): void {
  const last = String(path.at(-1) ?? '');
  issues.add(
    'MANIFEST_UNKNOWN_KEY',
    () => ({ key: showText(formatKeyPath(path)), suggestion: didYouMean(last, known) }),
    path,
    'key',
  );
}

import { didYouMean } from '../errors/nearest-name.ts';
import { isEventName } from '../events/events.ts';
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

/** A key of another system that has another name in a manifest. */
interface ForeignKey {
  readonly system: string;
  readonly instead: string;
}

const SETTINGS = "an agent's settings file";

const foreignKeys: Readonly<Record<string, ForeignKey>> = {
  hooks: { system: SETTINGS, instead: '`events: [PreToolUse]` and `command: ./handler.sh`' },
  disableAllHooks: { system: SETTINGS, instead: '`enabled: false`' },
  'allowed-tools': { system: 'a skill', instead: '`matcher: Bash|Write`' },
  tools: { system: 'a sub-agent', instead: '`matcher: Bash|Write`' },
};

/** Reports a key of another system with its name here; false = it is not in the table. */
export function addForeignKey(key: string, issues: IssueList): boolean {
  const row = isEventName(key)
    ? { system: SETTINGS, instead: `\`events: [${key}]\`` }
    : Object.hasOwn(foreignKeys, key)
      ? foreignKeys[key]
      : undefined;
  if (row === undefined) return false;
  issues.add('MANIFEST_FOREIGN_KEY', { key, ...row }, [key], 'key');
  return true;
}

import { isEventName } from '../protocol/events.ts';
import type { IssueList } from './issue-list.ts';

/** A key that people bring from elsewhere, where it means what a manifest says in another way. */
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

/** Says what a key of another system is called here; false = it is none that we know. */
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

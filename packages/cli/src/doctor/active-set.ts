import { existsSync } from 'node:fs';
import { type Issue, issue } from '@hookmd/core/errors';
import { isSameJson } from '@hookmd/core/events';
import { type ActiveHook, type ActivePart, partPaths } from '@hookmd/core/hook-index';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import { counted } from '../ui/counted.ts';
import type { Section } from './section.ts';

const MAX_NAMES = 5;

/** Would an event reach the hooks that `list` calls ready? What events read is compared with what the packages come to. */
export const activeSet: Section = ({ seen, expected, compiled }) => {
  const paths = partPaths(seen.places.stateDir, seen.places.projectDir);
  const findings = [
    ...judge(paths.user, compiled.user, expected.user),
    ...judge(paths.project, compiled.project, expected.project),
  ];
  const reached = [...expected.user.hooks, ...expected.project.hooks].filter(isOfPackage).length;
  const isFresh = findings.length === 0;
  return {
    summary: `${counted(reached, 'hook')} for events here${isFresh ? ', compiled files fresh' : ''}`,
    findings,
  };
};

function isOfPackage({ source }: ActiveHook): boolean {
  return source !== 'builtin';
}

function judge(path: string, found: ActivePart | null, wanted: ActivePart): readonly Issue[] {
  // The next event compiles it for itself.
  if (found === null && !existsSync(path)) return [];
  if (found === null) {
    const cause = `by another version than ${HOOKMD_VERSION}, or is damaged; the next event compiles it anew`;
    return [issue('ACTIVE_SET_OUTDATED', { cause }, { path })];
  }
  if (found.inputs !== wanted.inputs) {
    const cause = 'before something changed: packages, records, settings or the machine';
    return [issue('ACTIVE_SET_OUTDATED', { cause }, { path })];
  }
  const different = differingNames(found, wanted);
  if (different.length === 0) return [];
  const more = different.length > MAX_NAMES ? ` and ${different.length - MAX_NAMES} more` : '';
  const hooks = different.slice(0, MAX_NAMES).join(', ') + more;
  return [issue('ACTIVE_SET_DIFFERS', { hooks, path: quoteWord(path) }, { path })];
}

function differingNames(found: ActivePart, wanted: ActivePart): readonly string[] {
  const entries = ({ hooks, inactive }: ActivePart): ReadonlyMap<string, unknown> =>
    new Map([...hooks, ...inactive].map((one) => [one.qualifiedName, one]));
  const [before, now] = [entries(found), entries(wanted)];
  const names = new Set([...before.keys(), ...now.keys()]);
  // As JSON has it: a key that is undefined is none.
  const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
  const hooks = [...names].filter((name) => !isSameJson(plain(before.get(name)), plain(now.get(name))));
  const settings = isSameJson(plain(found.settings), plain(wanted.settings)) ? [] : ['the settings'];
  return [...hooks, ...settings];
}

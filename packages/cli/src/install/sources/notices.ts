import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { isOneEditApart } from '@hookmd/core/internal/errors/nearest-name';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { Chosen } from './choose-version.ts';

/** What a person should hear of a release before they agree. */
export function findNotices(name: string, chosen: Chosen, knownNames: readonly string[]): readonly Issue[] {
  const notices: Issue[] = [];
  if (chosen.deprecated !== null) {
    const detail = cleanLine(chosen.deprecated.slice(0, 300));
    notices.push(issue('RELEASE_DEPRECATED', { spec: `npm:${name}@${chosen.version}`, detail }));
  }
  const known = findConfusing(name, knownNames);
  if (known !== null) notices.push(issue('NAME_CONFUSING', { name, known }));
  return notices;
}

/** A name that differs by one sign, by two that changed places, or by its `-`, `_` and `.` only; also without its scope. */
export function findConfusing(name: string, knownNames: readonly string[]): string | null {
  if (knownNames.includes(name)) return null;
  const last = (one: string): string => one.split('/').at(-1) ?? one;
  const isNear = (a: string, b: string): boolean =>
    a !== b && (isOneEditApart(a, b) || a.replace(/[-_.]/g, '') === b.replace(/[-_.]/g, ''));
  return knownNames.find((known) => isNear(name, known) || isNear(last(name), last(known))) ?? null;
}

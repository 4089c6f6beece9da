import type { Places } from '../discovery/places.ts';
import type { Approval } from '../trust/approval.ts';

/**
 * The places in which a program that ships no packages finds those that came with HookMD: where they stood when a person
 * last approved one. It would take them for gone otherwise, and what it compiles is kept for all programs.
 */
export function withBundledRoot(places: Places, approvals: readonly Approval[]): Places {
  if (places.bundledDir !== null) return places;
  const last = approvals
    .filter(({ source }) => source === 'bundled')
    .sort((a, b) => (a.approvedAt < b.approvedAt ? -1 : 1))
    .at(-1);
  return last === undefined ? places : { ...places, bundledDir: last.root };
}

import type { SwitchedOff } from '../../discovery/scan.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import { sourceOrder } from '../../events/source.ts';
import { quoteWord } from '../../events/text.ts';
import type { Approval } from '../../trust/approval.ts';
import { definitionKinds } from './definition-kinds.ts';
import type { PackageRecord } from './inventory.ts';

/** `approved`: only approved copies run. `all`: the working copies run (tests, hosts that own them). */
export type Trust = 'approved' | 'all';

/** A record with the decisions of the user about it. */
export interface Standing {
  readonly record: PackageRecord;
  readonly approval: Approval | null;
  readonly isEnabled: boolean;
}

/**
 * Resolves name conflicts in the order of `standings`; the losers get `displacedBy` and an issue. Pure.
 *
 * A package wins its name in its hooks directory and in its source. A bare executable wins it in all directories once the user
 * approved it: before that, a repository could disable what runs already (decision 0018).
 */
export function settleNames<T extends Standing>(
  standings: readonly T[],
  switchedOff: readonly SwitchedOff[],
  trust: Trust,
): readonly T[] {
  const owners = new Map<string, string>();
  return standings.map((standing) => {
    const { record } = standing;
    const ownKeys = ownNames(record);
    const taken = ownKeys.map((key) => owners.get(key)).find((path) => path !== undefined);
    if (taken !== undefined) return markConflict(standing, taken, 'NAME_CONFLICT');
    for (const key of ownKeys) owners.set(key, record.path);
    if (definitionKinds[record.root.kind].oneOfAName !== 'in all hooks directories') return standing;
    const key = `executable\0${record.name}`;
    const first = owners.get(key);
    if (first !== undefined) return markConflict(standing, first, 'EXECUTABLE_NAME_CONFLICT');
    if (mayClaim(standing, trust)) owners.set(key, record.path);
    return noteSwitchedOff(standing, switchedOff);
  });
}

/** The names that only one package may have. A removed package frees its name. */
function ownNames({ root, name, qualifiedName, isVanished }: PackageRecord): readonly string[] {
  if (isVanished || definitionKinds[root.kind].oneOfAName === 'none') return [];
  const inRoot = `root\0${root.kind}\0${root.realDir}\0${name}`;
  // In several `--root` directories all packages of one name run.
  return root.source === 'session' ? [inRoot] : [inRoot, `source\0${qualifiedName}`];
}

/** A disabled or removed executable lets the next one run, like a file that ends in `.disable`. */
function mayClaim({ record, approval, isEnabled }: Standing, trust: Trust): boolean {
  return isEnabled && !record.isVanished && (trust === 'all' || approval !== null);
}

function markConflict<T extends Standing>(
  standing: T,
  winner: string,
  code: 'NAME_CONFLICT' | 'EXECUTABLE_NAME_CONFLICT',
): T {
  const { record } = standing;
  const issues = [
    ...record.issues,
    issue(code, { name: record.name, winner }, { path: record.manifestPath }),
  ];
  return { ...standing, record: { ...record, displacedBy: winner, issues } };
}

function noteSwitchedOff<T extends Standing>(standing: T, switchedOff: readonly SwitchedOff[]): T {
  const { record } = standing;
  const off = switchedOff.find(({ name, root }) => name === record.name && isBefore(root, record.root));
  if (off === undefined) return standing;
  const parameters = { path: off.path, name: quoteWord(record.qualifiedName) };
  const note = issue('EXECUTABLE_DISABLED_HERE', parameters, { path: record.manifestPath });
  return { ...standing, record: { ...record, issues: [...record.issues, note] } };
}

/** Broken executables that would win the name of another once they are repaired and approved. */
export function brokenClaims(
  settled: readonly { readonly record: PackageRecord; readonly isBroken: boolean }[],
): readonly Issue[] {
  const executables = settled.filter(
    ({ record }) =>
      definitionKinds[record.root.kind].oneOfAName === 'in all hooks directories' && !record.isVanished,
  );
  return executables
    .filter(({ isBroken }) => isBroken)
    .flatMap(({ record }) => {
      const behind = executables.find(
        (executable) =>
          executable.record.name === record.name && isBefore(record.root, executable.record.root),
      );
      if (behind === undefined) return [];
      const { path } = record;
      return [issue('EXECUTABLE_BEHIND_BROKEN', { path, rival: behind.record.path }, { path })];
    });
}

function isBefore(a: PackageRecord['root'], b: PackageRecord['root']): boolean {
  return sourceOrder.indexOf(a.source) < sourceOrder.indexOf(b.source);
}

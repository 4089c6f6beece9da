import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import type { Source } from '@hookmd/core/internal/protocol/source';
import type { HookStatus } from '@hookmd/core/internal/registry/status';

/** Where a plain name is looked up, in this order (architecture.md §8). */
const LOOKUP: readonly Source[] = ['managed', 'project', 'user', 'bundled', 'session'];

/**
 * The hook a person means by a plain or qualified name; a shadowed package never is, whatever is done to it.
 * Throws HOOK_NOT_FOUND with the nearest name.
 */
export function findHook(statuses: readonly HookStatus[], name: string, scope?: Source): HookStatus {
  const usable = statuses.filter(
    ({ record }) => record.shadowedBy === null && (scope === undefined || record.root.source === scope),
  );
  const found =
    usable.find(({ record }) => record.qualifiedName === name) ??
    LOOKUP.map((source) =>
      usable.find(({ record }) => record.root.source === source && record.name === name),
    ).find((one) => one !== undefined);
  if (found !== undefined) return found;
  const suggestion = didYouMean(
    name,
    usable.map(({ record }) => record.name),
  );
  throw new HookError('HOOK_NOT_FOUND', { name, suggestion }, { exitCode: 1 });
}

/** As `findHook`, and a shadowed package by its folder: for whoever only looks. */
export function findPackage(statuses: readonly HookStatus[], name: string): HookStatus {
  const isTaken = statuses.some(({ record }) => record.shadowedBy === null && isCalled(record, name));
  const shadowed = statuses.find(({ record }) => record.shadowedBy !== null && record.folder === name);
  return shadowed === undefined || isTaken ? findHook(statuses, name) : shadowed;
}

function isCalled({ name, qualifiedName }: HookStatus['record'], text: string): boolean {
  return name === text || qualifiedName === text;
}

/** Hooks of the same name in other sources: they run too. */
export function namesakes(statuses: readonly HookStatus[], status: HookStatus): readonly HookStatus[] {
  return statuses.filter((one) => one !== status && one.record.name === status.record.name);
}

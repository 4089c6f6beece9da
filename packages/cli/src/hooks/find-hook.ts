import { didYouMean, HookError } from '@hookmd/core/errors';
import { sourceOrder } from '@hookmd/core/events';
import { builtins } from '@hookmd/core/hook-types';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';

/** Packages and what is part of HookMD: whatever can be switched on and off. */
export function everyHook({ statuses, builtins }: Inventory): readonly HookStatus[] {
  return [...statuses, ...builtins];
}

/**
 * The hook with a plain or qualified name. A plain name of two packages is rejected: a repository must not choose what `hooks
 * disable guard` means (decision 0013).
 *
 * Throws HOOK_AMBIGUOUS with the names to choose from, HOOK_NOT_FOUND with the nearest name, HOOK_BUILTIN where only packages
 * are meant.
 */
export function findHook(statuses: readonly HookStatus[], name: string): HookStatus {
  const [found, ...rest] = findHooks(statuses, name);
  if (rest.length === 0) return found;
  const candidates = [found, ...rest].map(({ record }) => record.qualifiedName).join(' or ');
  throw new HookError('HOOK_AMBIGUOUS', { name, candidates });
}

/**
 * The hooks that names mean, each once: the name of a plugin means all of its hooks. Throws as `findHook`.
 */
export function findTargets(
  statuses: readonly HookStatus[],
  names: readonly string[],
): readonly [HookStatus, ...HookStatus[]] {
  const found = names.flatMap((name) => {
    const hooks = findHooks(statuses, name);
    const isOfPlugin = (record: HookStatus['record']): boolean => record.name !== name;
    const subjects = new Set(
      hooks.map(({ record }) => (isOfPlugin(record) ? ownerName(record) : record.qualifiedName)),
    );
    if (subjects.size === 1) return hooks;
    throw new HookError('HOOK_AMBIGUOUS', { name, candidates: [...subjects].join(' or ') });
  });
  return [...new Set(found)] as [HookStatus, ...HookStatus[]];
}

/** The qualified name of a package, or of the plugin that a hook is part of. */
export function ownerName({ root, plugin, qualifiedName }: HookStatus['record']): string {
  return plugin === undefined ? qualifiedName : `${root.source}/${plugin.name}`;
}

/**
 * Every hook of a plain or qualified name, in the order in which they are looked up. A package with a name conflict never is one.
 * Throws HOOK_NOT_FOUND with the nearest name.
 */
function findHooks(statuses: readonly HookStatus[], name: string): readonly [HookStatus, ...HookStatus[]] {
  const usable = statuses.filter(({ record }) => record.displacedBy === null);
  const qualified = usable.find(({ record }) => record.qualifiedName === name);
  if (qualified !== undefined) return [qualified];
  const isMeant = ({ record }: HookStatus): boolean =>
    record.name === name || record.plugin?.name === name || ownerName(record) === name;
  const [first, ...rest] = sourceOrder.flatMap((source) =>
    usable.filter((status) => status.record.root.source === source && isMeant(status)),
  );
  if (first !== undefined) return [first, ...rest];
  if (builtins.some((builtin) => name === builtin.name || name === `builtin:${builtin.name}`))
    throw new HookError('HOOK_BUILTIN', { name }, { exitCode: 1 });
  const suggestion = didYouMean(
    name,
    usable.flatMap(({ record: { name: hook, plugin } }) => [
      hook,
      ...(plugin === undefined ? [] : [plugin.name]),
    ]),
  );
  throw new HookError('HOOK_NOT_FOUND', { name, suggestion });
}

/** As `findHooks`, and one with a name conflict by its directory or its qualified name; for commands that only read. */
export function findPackages(
  statuses: readonly HookStatus[],
  name: string,
): readonly [HookStatus, ...HookStatus[]] {
  const isTaken = statuses.some(({ record }) => record.displacedBy === null && isCalled(record, name));
  const conflicting = statuses.find(
    ({ record }) =>
      record.displacedBy !== null && (record.directory === name || record.qualifiedName === name),
  );
  return conflicting === undefined || isTaken ? findHooks(statuses, name) : [conflicting];
}

function isCalled({ name, qualifiedName }: HookStatus['record'], text: string): boolean {
  return name === text || qualifiedName === text;
}

/** How a command names the hook, as a word of a shell: its whole name only where another has the same. */
export function nameFor(statuses: readonly HookStatus[], status: HookStatus): string {
  const { name, qualifiedName } = status.record;
  return quoteWord(namesakes(statuses, status).length === 0 ? name : qualifiedName);
}

/** Hooks of the same name in other sources: they run too. */
export function namesakes(statuses: readonly HookStatus[], status: HookStatus): readonly HookStatus[] {
  return statuses.filter((each) => each !== status && each.record.name === status.record.name);
}

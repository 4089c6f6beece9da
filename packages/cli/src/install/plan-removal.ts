import { readdirSync, rmdirSync } from 'node:fs';
import { HookError } from '@hookmd/core/errors';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { dataDirOf } from '@hookmd/core/runtime';
import { formatSettingKey } from '@hookmd/core/settings';
import { quoteWord } from '@hookmd/core/text';
import type { ApprovalKey } from '@hookmd/core/trust';
import { rejectRequired } from '../approval/rejections.ts';
import type { InstallScope } from './install-scope.ts';
import {
  directoryOf,
  findLocked,
  isIn,
  isLocked,
  keyOf,
  type LockedEntry,
  type LockedPackage,
  listLocked,
} from './lockfile.ts';

/** What is removed in one scope. */
export interface Removal {
  readonly scope: InstallScope;
  /** As hooks.lock names them. */
  readonly packages: readonly string[];
  readonly locked: readonly LockedPackage[];
  readonly directories: readonly string[];
  readonly forgotten: readonly ApprovalKey[];
  /** Qualified names. */
  readonly hooks: readonly string[];
}

/**
 * What the names of packages and hooks remove. A name may be of a hook whose directory is gone, and whose approved copy still
 * runs.
 *
 * Throws NOT_INSTALLED, REMOVE_OWN for a package that no lockfile lists, INSTALLED_TWICE, REMOVE_PART for one hook of a package with several, and HOOK_REQUIRED if
 * the policy of the machine requires a hook.
 */
export function planRemoval(
  seen: Inventory,
  scopes: readonly InstallScope[],
  names: readonly string[],
): readonly Removal[] {
  const all = listLocked(scopes);
  const vanished = new Map(names.map((name) => [name, findVanished(seen, scopes, all, name)]));
  const installed = names.filter((name) => vanished.get(name)?.length === 0);
  for (const name of installed) rejectUnlocked(seen, all, name);
  const targets = new Set(installed.map((name) => findPackage(all, name)));
  const gone = [...vanished.values()].flat();
  return scopes.flatMap((scope) => {
    const entries = [...targets].filter((entry) => entry.scope === scope);
    const directories = entries.flatMap(({ locked }) => Object.keys(locked.hooks));
    const statuses = seen.statuses.filter(
      (status) =>
        (isIn(status.record, scope) && directories.includes(directoryOf(status.record))) ||
        (gone.includes(status) && isOfScope(status.record, scope)),
    );
    if (entries.length + statuses.length === 0) return [];
    for (const status of statuses) rejectRequired(status);
    const unknown = directories.filter(
      (directory) => !statuses.some(({ record }) => directoryOf(record) === directory),
    );
    const hooks = new Set([
      ...statuses.map(({ record }) => record.qualifiedName),
      ...unknown.map((dir) => `${scope.source}/${dir}`),
    ]);
    const packages = entries.map(({ name }) => name);
    return {
      scope,
      packages,
      locked: entries.map(({ locked }) => locked),
      directories,
      forgotten: statuses.map(keyOf),
      hooks: [...hooks].sort(),
    };
  });
}

/** Hooks of this name that no lockfile and no directory has any more: only the user's decisions about them are left. */
function findVanished(
  { statuses }: Inventory,
  scopes: readonly InstallScope[],
  all: readonly LockedEntry[],
  name: string,
): Inventory['statuses'] {
  if (all.some(({ locked }) => Object.hasOwn(locked.hooks, name.replace(/^(user|project)\//, '')))) return [];
  return statuses.filter(
    ({ record }) =>
      record.isVanished &&
      [record.name, record.qualifiedName].includes(name) &&
      scopes.some((scope) => isOfScope(record, scope)),
  );
}

function rejectUnlocked({ statuses }: Inventory, all: readonly LockedEntry[], name: string): void {
  if (isLocked(all, name)) return;
  const found = statuses.find(
    ({ record: { root, ...record } }) =>
      ['packages', 'plugins'].includes(root.kind) &&
      ['user', 'project'].includes(root.source) &&
      [record.name, record.qualifiedName, record.plugin?.name].includes(name),
  );
  if (found === undefined) return;
  const { qualifiedName, dir } = found.record;
  const then =
    found.approval === null ? '' : `, then \`hooks remove ${quoteWord(qualifiedName)}\` to forget it`;
  throw new HookError('REMOVE_OWN', { name: qualifiedName, path: quoteWord(dir), then }, { exitCode: 1 });
}

/** Decisions are recorded for the project or for the user, from whichever directory the hook was. */
function isOfScope({ root }: HookStatus['record'], { source }: InstallScope): boolean {
  return (root.source === 'project') === (source === 'project');
}

function findPackage(all: readonly LockedEntry[], name: string): LockedEntry {
  const found = findLocked(all, name);
  const hooks = Object.keys(found.locked.hooks);
  if (hooks.length > 1 && name !== found.name && name !== found.locked.spec) {
    const parameters = { name, package: found.name, hooks: hooks.join(', ') };
    throw new HookError('REMOVE_PART', parameters, { exitCode: 1 });
  }
  return found;
}

/** Something of the user's that a removal leaves. */
export interface Remainder {
  readonly subject: string;
  readonly remedy: string;
}

/** The user's settings of removed hooks, and what these hooks wrote. An empty data directory is removed. */
export function listRemaining(
  { config, places }: Inventory,
  removals: readonly Removal[],
): readonly Remainder[] {
  return removals
    .flatMap(({ hooks, directories, scope }) => [
      // The hooks of a plugin share a directory for their data.
      ...new Set([...hooks, ...directories.map((directory) => `${scope.source}/${directory}`)]),
    ])
    .flatMap((qualifiedName) => {
      const [source, name = ''] = qualifiedName.split('/', 2);
      const dir = dataDirOf(places, { source: source === 'project' ? 'project' : 'user', name });
      const settings = {
        subject: `what you set for ${name} in your config.yaml`,
        remedy: `\`hooks config set ${formatSettingKey(['package', name])} --unset\` removes it.`,
      };
      const data = {
        subject: `what ${name} wrote in ${dir}`,
        remedy: `\`rm -r ${quoteWord(dir)}\` removes it.`,
      };
      return [
        ...(Object.hasOwn(config.userPackages, name) ? [settings] : []),
        ...(removeIfEmpty(dir) ? [] : [data]),
      ];
    });
}

/** Whether there is no such directory, or no longer. */
function removeIfEmpty(dir: string): boolean {
  try {
    if (readdirSync(dir).length > 0) return false;
    rmdirSync(dir);
  } catch {
    // There is none, or it cannot be removed.
  }
  return true;
}

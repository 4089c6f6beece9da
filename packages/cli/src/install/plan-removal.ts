import { readdirSync, rmdirSync } from 'node:fs';
import { HookError } from '@hookmd/core/errors';
import type { HookStatus, Survey } from '@hookmd/core/registry';
import { dataDirOf } from '@hookmd/core/runtime';
import { formatSettingKey } from '@hookmd/core/settings';
import { quoteWord } from '@hookmd/core/text';
import type { ApprovalKey } from '@hookmd/core/trust';
import { rejectRequired } from '../approval/rejections.ts';
import type { InstallScope } from './install-scope.ts';
import { findLocked, isIn, keyOf, type LockedEntry, listLocked } from './lockfile.ts';

/** What goes away in one scope. */
export interface Removal {
  readonly scope: InstallScope;
  /** Of the lock. */
  readonly packages: readonly string[];
  readonly folders: readonly string[];
  readonly forgotten: readonly ApprovalKey[];
  /** Qualified names. */
  readonly hooks: readonly string[];
}

/**
 * What is to be removed by names of packages and hooks; also a hook whose folder is gone, and whose approved bytes
 * go on running.
 *
 * Throws NOT_INSTALLED, INSTALLED_TWICE, and REMOVE_PART for one hook of a package with several,
 * HOOK_REQUIRED where the policy of the machine wants one.
 */
export function planRemoval(
  seen: Survey,
  scopes: readonly InstallScope[],
  words: readonly string[],
): readonly Removal[] {
  const all = listLocked(scopes);
  const vanished = words.flatMap((word) => vanishedOf(seen, scopes, all, word));
  const rest = words.filter((word) => vanishedOf(seen, scopes, all, word).length === 0);
  const targets = new Set(rest.map((word) => wholePackage(all, word)));
  return scopes.flatMap((scope) => {
    const mine = [...targets].filter((one) => one.scope === scope);
    const folders = mine.flatMap(({ locked }) => Object.keys(locked.hooks));
    const records = seen.statuses.filter(
      (status) =>
        (isIn(status.record, scope) && folders.includes(status.record.folder)) ||
        (vanished.includes(status) && isForgottenIn(status.record, scope)),
    );
    if (mine.length + records.length === 0) return [];
    for (const record of records) rejectRequired(record);
    const names = new Set(records.map(({ record }) => record.qualifiedName));
    for (const folder of folders)
      if (!records.some(({ record }) => record.folder === folder)) names.add(`${scope.source}/${folder}`);
    return {
      scope,
      packages: mine.map(({ name }) => name),
      folders,
      forgotten: records.map(keyOf),
      hooks: [...names].sort(),
    };
  });
}

/** A hook that no lock names any more, if there ever was one: only what a person decided about it is left. */
function vanishedOf(
  { statuses }: Survey,
  scopes: readonly InstallScope[],
  all: readonly LockedEntry[],
  word: string,
): Survey['statuses'] {
  if (all.some(({ locked }) => Object.keys(locked.hooks).includes(word.replace(/^(user|project)\//, ''))))
    return [];
  return statuses.filter(
    ({ record }) =>
      record.isVanished &&
      [record.name, record.qualifiedName].includes(word) &&
      scopes.some((scope) => isForgottenIn(record, scope)),
  );
}

/** Wherever it was: what was decided about it is kept for the project, or for the person. */
function isForgottenIn({ root }: HookStatus['record'], { source }: InstallScope): boolean {
  return (root.source === 'project') === (source === 'project');
}

function wholePackage(all: readonly LockedEntry[], word: string): LockedEntry {
  const found = findLocked(all, word);
  const hooks = Object.keys(found.locked.hooks);
  if (hooks.length > 1 && word !== found.name && word !== found.locked.spec)
    throw new HookError(
      'REMOVE_PART',
      { name: word, package: found.name, hooks: hooks.join(', ') },
      { exitCode: 1 },
    );
  return found;
}

/** Something that a removal leaves, because it is the person's own. */
export interface Kept {
  readonly what: string;
  readonly remedy: string;
}

/** What a person set for removed hooks, and what these wrote for themselves. A folder in which nothing is goes. */
export function listKept({ config, places }: Survey, removals: readonly Removal[]): readonly Kept[] {
  const kept: Kept[] = [];
  for (const qualifiedName of removals.flatMap(({ hooks }) => hooks)) {
    const [source, name = ''] = qualifiedName.split('/', 2);
    if (Object.hasOwn(config.userPackages, name)) {
      const key = formatSettingKey(['package', name]);
      kept.push({
        what: `what you set for ${name} in your config.yaml`,
        remedy: `\`hooks config set ${key} --unset\` takes it away.`,
      });
    }
    const dir = dataDirOf(places, { source: source === 'project' ? 'project' : 'user', name });
    if (!isEmptied(dir))
      kept.push({ what: `what ${name} wrote in ${dir}`, remedy: `\`rm -r ${quoteWord(dir)}\` removes it.` });
  }
  return kept;
}

/** There is no such folder, or not any more. */
function isEmptied(dir: string): boolean {
  try {
    if (readdirSync(dir).length > 0) return false;
    rmdirSync(dir);
  } catch {
    // It was never made, or is not ours to remove.
  }
  return true;
}

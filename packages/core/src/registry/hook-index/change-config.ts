import { readdirSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { ConfigScope } from '../../config/config.ts';
import { followLinks, readConfigFile, writeConfigFile } from '../../config/config-file.ts';
import { type ConfigEdit, editConfig } from '../../config/edit.ts';
import type { Places } from '../../discovery/places.ts';
import { configPath } from '../../discovery/read-configs.ts';
import { describeError, HookError, isErrno } from '../../errors/hook-error.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import type { Inventory } from '../inventory/survey.ts';
import { partPaths } from './index-file.ts';
import { changeState } from './refresh.ts';

export interface ConfigChange {
  /** The file itself, behind any links. */
  readonly file: string;
  readonly isChanged: boolean;
  /** Why nothing was written. */
  readonly issues: readonly Issue[];
  /** The issues are about the file as it was before the change. */
  readonly areOld: boolean;
}

/**
 * Sets one setting of the user or the project under the lock, and compiles the index: it applies from the next event
 * on, in every project. Nothing is written unless the whole file is valid before and afterwards.
 *
 * Throws CONFIG_NOT_WRITABLE, CONFIG_LINK_LEAVES_PROJECT, STATE_NOT_WRITABLE, STATE_LOCKED.
 */
export async function changeConfig(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
  scope: Exclude<ConfigScope, 'managed'>,
  edit: ConfigEdit,
): Promise<ConfigChange & { readonly after: Inventory }> {
  const done: ConfigChange[] = [];
  const after = await changeState(places, environment, async () => {
    done.push(writeSetting(places, scope, edit));
  });
  return { ...(done[0] as ConfigChange), after };
}

/** Like `changeConfig`; the caller holds the lock and compiles. */
export function writeSetting(
  places: Places,
  scope: Exclude<ConfigScope, 'managed'>,
  edit: ConfigEdit,
): ConfigChange {
  const path = configPath(places, scope);
  const file = targetOf(places, scope, path);
  let bytes: Buffer | null;
  try {
    bytes = readConfigFile(file);
  } catch (error) {
    const issues = [issue('CONFIG_UNREADABLE', { detail: describeError(error) }, { path })];
    return { file, isChanged: false, issues, areOld: true };
  }
  const old = bytes ?? Buffer.alloc(0);
  const edited = editConfig(old, { path, scope }, edit);
  if ('issues' in edited) return { file, isChanged: false, issues: edited.issues, areOld: edited.isOld };
  const isChanged = !old.equals(Buffer.from(edited.text));
  if (isChanged) writeConfigFile(file, edited.text);
  // The part of every project contains `allow.modify` of the user and the timeouts of its hooks.
  if (isChanged && scope === 'user') forgetOtherParts(places);
  return { file, isChanged, issues: [], areOld: false };
}

/** Follows a link, so that it stays a link; the link of a repository must not lead to a file of the user. */
function targetOf({ projectDir }: Places, scope: 'user' | 'project', path: string): string {
  let target: string;
  try {
    target = followLinks(path);
  } catch (cause) {
    const parameters = { path, detail: describeError(cause) };
    throw new HookError('CONFIG_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
  if (scope === 'project' && !target.startsWith(followLinks(projectDir) + sep)) {
    throw new HookError('CONFIG_LINK_LEAVES_PROJECT', { path, target }, { exitCode: 1 });
  }
  return target;
}

/** Removes the index files of all other projects: each is compiled at its next event. The caller holds the lock. */
function forgetOtherParts({ stateDir, projectDir }: Places): void {
  const { user, project } = partPaths(stateDir, projectDir);
  const directory = dirname(user);
  let names: readonly string[];
  try {
    names = readdirSync(directory);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  for (const path of names.map((name) => join(directory, name))) {
    if (path.endsWith('.json') && path !== user && path !== project) rmSync(path, { force: true });
  }
}

import { readdirSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { ConfigScope } from '../../config/config.ts';
import { followLinks, readConfigFile, writeConfigFile } from '../../config/config-file.ts';
import { type ConfigEdit, editConfig } from '../../config/edit.ts';
import type { Places } from '../../discovery/places.ts';
import { configPath } from '../../discovery/read-configs.ts';
import { describeError, HookError, isErrno } from '../../errors/hook-error.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import type { Survey } from '../inventory/survey.ts';
import { partPaths } from './index-file.ts';
import { changeState } from './refresh.ts';

export interface ConfigChange {
  /** The file itself, behind any links. */
  readonly file: string;
  readonly isChanged: boolean;
  /** Why nothing was written. */
  readonly issues: readonly Issue[];
  /** They stood in the file before, and are about it. */
  readonly areOld: boolean;
}

/**
 * Sets one setting in the file of a person or a project, alone, and compiles what follows from it: it holds from the
 * next event on, in every project. Nothing is written unless the whole file is right before and afterwards.
 *
 * Throws CONFIG_NOT_WRITABLE, CONFIG_LINK_LEAVES_PROJECT, STATE_NOT_WRITABLE, STATE_LOCKED.
 */
export async function changeConfig(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
  scope: Exclude<ConfigScope, 'managed'>,
  edit: ConfigEdit,
): Promise<ConfigChange & { readonly after: Survey }> {
  const done: ConfigChange[] = [];
  const after = await changeState(places, environment, async () => {
    done.push(writeSetting(places, scope, edit));
  });
  return { ...(done[0] as ConfigChange), after };
}

/** As `changeConfig`, below a lock that the caller holds; what follows from it the caller compiles. */
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
  // `allow.modify` of the user, and what a time limit makes of a hook, stand in the part of every project.
  if (isChanged && scope === 'user') forgetOtherParts(places);
  return { file, isChanged, issues: [], areOld: false };
}

/** A link is followed, so that it stays one; a repository's must not lead to a file of the person. */
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

/**
 * Removes the compiled files of all other projects: each is compiled anew at its next event, with the settings as
 * they are then. The caller holds the lock.
 */
function forgetOtherParts({ stateDir, projectDir }: Places): void {
  const { user, project } = partPaths(stateDir, projectDir);
  const folder = dirname(user);
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return; // Nothing was ever compiled.
    throw error;
  }
  for (const path of names.map((name) => join(folder, name))) {
    if (path.endsWith('.json') && path !== user && path !== project) rmSync(path, { force: true });
  }
}

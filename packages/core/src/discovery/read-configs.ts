import { join } from 'node:path';
import { type Config, type ConfigScope, NO_CONFIG } from '../config/config.ts';
import {
  followLinks,
  forgetLastGood,
  lastGoodPath,
  readConfigFile,
  readLastGood,
} from '../config/config-file.ts';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { Places } from './places.ts';
import { whyNotManaged } from './roots.ts';

/** The settings files, from the strongest to the weakest. */
export const configScopes: readonly ConfigScope[] = ['managed', 'user', 'project'];

/** The path of the `config.yaml` of a scope. */
export function configPath(places: Places, scope: ConfigScope): string {
  const directories = {
    managed: places.managedDir,
    user: places.userDir,
    project: join(places.projectDir, '.hookmd'),
  };
  return join(directories[scope], 'config.yaml');
}

/** Whether the project's file is the user's, as in the home directory; it then counts as the user's. */
export function isUsersOwn(places: Places): boolean {
  try {
    return followLinks(places.userDir) === followLinks(join(places.projectDir, '.hookmd'));
  } catch {
    return false;
  }
}

/** Reads all settings files; `issues` gets their problems. `keeps` = the stored content of a removed file is removed. */
export async function readConfigs(
  places: Places,
  issues: Issue[],
  keeps = false,
): Promise<Readonly<Record<ConfigScope, Config>>> {
  const [managed, user, project] = await Promise.all([
    readConfig(places, 'managed', issues, keeps),
    readConfig(places, 'user', issues, keeps),
    isUsersOwn(places) ? NO_CONFIG : readConfig(places, 'project', issues, keeps),
  ]);
  return { managed, user, project };
}

async function readConfig(
  places: Places,
  scope: ConfigScope,
  issues: Issue[],
  keeps: boolean,
): Promise<Config> {
  const path = configPath(places, scope);
  let bytes: Buffer | null;
  try {
    const distrust = scope === 'managed' ? whyNotManaged(places.managedDir, path) : null;
    if (distrust !== null) {
      issues.push(distrust);
      return NO_CONFIG;
    }
    bytes = readConfigFile(path);
  } catch (error) {
    issues.push(issue('CONFIG_UNREADABLE', { detail: describeError(error) }, { path }));
    return heldConfig(places, { path, scope }, issues);
  }
  if (bytes === null) {
    if (keeps) forgetLastGood(lastGoodPath(places.stateDir, path));
    return NO_CONFIG;
  }
  const { parseConfig } = await import('../config/parse.ts');
  const reading = parseConfig(bytes, { path, scope });
  issues.push(...reading.issues);
  return reading.issues.some(isUnread) ? heldConfig(places, { path, scope }, issues) : reading.config;
}

/** The last readable content of the file. */
async function heldConfig(
  places: Places,
  location: { readonly path: string; readonly scope: ConfigScope },
  issues: Issue[],
): Promise<Config> {
  const bytes = readLastGood(lastGoodPath(places.stateDir, location.path));
  if (bytes === null) return NO_CONFIG;
  issues.push(issue('SETTINGS_UNCHANGED', {}, { path: location.path }));
  const { parseConfig } = await import('../config/parse.ts');
  return parseConfig(bytes, location).config;
}

function isUnread({ code }: Issue): boolean {
  return code === 'CONFIG_YAML' || code === 'CONFIG_UNREADABLE';
}

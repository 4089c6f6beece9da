import { join } from 'node:path';
import { type Config, type ConfigScope, NO_CONFIG } from '../config/config.ts';
import { followLinks, readConfigFile } from '../config/config-file.ts';
import type { Places } from '../discovery/places.ts';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';

/** The settings files, by what they may decide. */
export const configScopes: readonly ConfigScope[] = ['managed', 'user', 'project'];

export function configPath(places: Places, scope: ConfigScope): string {
  const folders = {
    managed: places.managedDir,
    user: places.userDir,
    project: join(places.projectDir, '.hookmd'),
  };
  return join(folders[scope], 'config.yaml');
}

/** In the home folder the project's file and the user's are one; it counts as the user's. */
export function isUsersOwn(places: Places): boolean {
  try {
    return followLinks(places.userDir) === followLinks(join(places.projectDir, '.hookmd'));
  } catch {
    return false;
  }
}

/** What each file says; `issues` gets what is wrong with them. */
export async function readConfigs(
  places: Places,
  issues: Issue[],
): Promise<Readonly<Record<ConfigScope, Config>>> {
  const [managed, user, project] = await Promise.all([
    readConfig(places, 'managed', issues),
    readConfig(places, 'user', issues),
    isUsersOwn(places) ? NO_CONFIG : readConfig(places, 'project', issues),
  ]);
  return { managed, user, project };
}

async function readConfig(places: Places, scope: ConfigScope, issues: Issue[]): Promise<Config> {
  const path = configPath(places, scope);
  let bytes: Buffer | null;
  try {
    bytes = readConfigFile(path);
  } catch (error) {
    issues.push(issue('CONFIG_UNREADABLE', { detail: describeError(error) }, { path }));
    return NO_CONFIG;
  }
  if (bytes === null) return NO_CONFIG;
  const { parseConfig } = await import('../config/parse.ts');
  const reading = parseConfig(bytes, { path, scope });
  issues.push(...reading.issues);
  return reading.config;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFileName } from '../state/file-name.ts';
import { HOOKMD_VERSION } from '../version.ts';
import { ACTIVE_SET_SCHEMA, type ActivePart } from './active-set.ts';

/** The two compiled files: the user's part holds in every project. */
export function partPaths(
  stateDir: string,
  projectDir: string,
): { readonly user: string; readonly project: string } {
  const folder = join(stateDir, 'active');
  return { user: join(folder, '_.json'), project: join(folder, `${encodeFileName(projectDir)}.json`) };
}

interface CompiledParts {
  readonly user: ActivePart;
  readonly project: ActivePart;
}

/** Both parts, or null where one has to be compiled anew: because of itself, or because the policy is another by now. */
export function readFreshParts(
  paths: ReturnType<typeof partPaths>,
  policyStamp: string,
): CompiledParts | null {
  const user = readPart(paths.user);
  const project = readPart(paths.project);
  if (user?.policyStamp !== policyStamp || project?.policyStamp !== policyStamp) return null;
  return { user, project };
}

/** A compiled part, or null where it is missing, damaged or of another version: then it is compiled anew. */
export function readPart(path: string): ActivePart | null {
  try {
    const part = JSON.parse(readFileSync(path, 'utf8')) as ActivePart;
    const isOurs = part.schema === ACTIVE_SET_SCHEMA && part.version === HOOKMD_VERSION;
    return isOurs && Array.isArray(part.hooks) && Array.isArray(part.inactive) ? part : null;
  } catch {
    return null;
  }
}

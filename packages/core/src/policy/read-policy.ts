import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readConfigFile } from '../config/config-file.ts';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { NO_POLICY, POLICY_FILE, type Policy } from './policy.ts';
import { NO_STAMP, policyStamp } from './stamp.ts';

/** The policy of the machine as it is now. */
export interface PolicyReading {
  readonly policy: Policy;
  readonly path: string;
  /** Taken before anything was read; empty where there is none. */
  readonly stamp: string;
  /** Any of them: nobody knows what was meant, so nothing of others runs and what could be blocked is, until it is mended. */
  readonly issues: readonly Issue[];
}

/** Until it is mended only the administrator's own hooks run. */
const BROKEN_POLICY: Policy = { ...NO_POLICY, managedOnly: true };

export async function readPolicy(managedDir: string): Promise<PolicyReading> {
  const path = join(managedDir, POLICY_FILE);
  const stamp = policyStamp(managedDir);
  const none = { policy: NO_POLICY, path, stamp, issues: [] };
  if (stamp === NO_STAMP) return none;
  const broken = (issues: readonly Issue[]): PolicyReading => ({
    policy: BROKEN_POLICY,
    path,
    stamp,
    issues,
  });
  try {
    const distrust = whyNotRoots(managedDir, path);
    if (distrust !== null) return broken([issue('POLICY_NOT_TRUSTED', { detail: distrust }, { path })]);
    const bytes = readConfigFile(path);
    // Removed since; the stamp of the next look says so.
    if (bytes === null) return none;
    const { parsePolicy } = await import('./parse.ts');
    const { policy, issues } = parsePolicy(bytes, path);
    return issues.length > 0 ? broken(issues) : { policy, path, stamp, issues };
  } catch (error) {
    return broken([issue('POLICY_UNREADABLE', { detail: describeError(error) }, { path })]);
  }
}

/** Whoever else can write the file or a folder above it would decide for everybody. Null = only root can. */
function whyNotRoots(managedDir: string, path: string): string | null {
  const own = [managedDir, path].map((one) => realpathSync.native(one));
  for (const one of new Set([...own, ...[...own, managedDir].flatMap(foldersAbove)])) {
    const { uid, mode } = statSync(one);
    if (uid !== 0) return `${one} does not belong to root`;
    // In a folder with the sticky bit others cannot replace what is root's; the two themselves are held to more.
    const isSticky = !own.includes(one) && (mode & 0o1000) !== 0;
    if ((mode & 0o022) !== 0 && !isSticky) return `${one} can be written by others`;
  }
  return null;
}

/** Up to the root, links followed. */
function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  const real = realpathSync.native(above);
  return real === '/' ? [real] : [real, ...foldersAbove(real)];
}

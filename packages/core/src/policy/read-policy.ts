import { join } from 'node:path';
import { readConfigFile } from '../config/config-file.ts';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { whyNotRoots } from '../state/whose.ts';
import { NO_POLICY, NO_STAMP, POLICY_FILE, type Policy, policyStamp } from './policy.ts';
import { readRelease } from './release.ts';

/** The policy of the machine as it is now. */
export interface PolicyReading {
  readonly policy: Policy;
  readonly path: string;
  /** Taken before anything was read; empty where there is none. */
  readonly stamp: string;
  /**
   * Any error: the intention is unknown, so only the administrator's hooks run and everything that can be blocked is, until it
   * is fixed.
   */
  readonly issues: readonly Issue[];
  /** Null = no organization publishes releases for this machine. */
  readonly release: ReturnType<typeof readRelease> | null;
}

/** Until it is fixed only the administrator's own hooks run. */
const BROKEN_POLICY: Policy = { ...NO_POLICY, managedOnly: true };

/**
 * Reads `policy.yaml` of the managed directory, and the release of the organization if the policy names one. Never rejects: what
 * is wrong is in `issues`, and then only managed hooks run.
 */
export async function readPolicy(managedDir: string): Promise<PolicyReading> {
  const path = join(managedDir, POLICY_FILE);
  const stamp = policyStamp(managedDir);
  const none = { policy: NO_POLICY, path, stamp, issues: [], release: null };
  if (stamp === NO_STAMP) return none;
  const broken = (issues: readonly Issue[]): PolicyReading => ({
    policy: BROKEN_POLICY,
    path,
    stamp,
    issues,
    release: null,
  });
  try {
    // Any other user who can write it would decide for everyone.
    const distrust = whyNotRoots([managedDir, path]);
    if (distrust !== null) return broken([issue('POLICY_NOT_TRUSTED', { detail: distrust }, { path })]);
    const bytes = readConfigFile(path);
    // Removed since; the next stamp shows it.
    if (bytes === null) return none;
    const { parsePolicy } = await import('./parse.ts');
    const { policy, issues } = parsePolicy(bytes, path);
    if (issues.length > 0) return broken(issues);
    const isReleased = policy.fleet !== null && policy.fleet.releases !== null;
    return { policy, path, stamp, issues, release: isReleased ? readRelease(managedDir) : null };
  } catch (error) {
    return broken([issue('POLICY_UNREADABLE', { detail: describeError(error) }, { path })]);
  }
}

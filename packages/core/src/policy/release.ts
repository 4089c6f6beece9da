import { join } from 'node:path';
import { describeError, isErrno } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { isJsonObject, parseJson } from '../events/json.ts';
import { readPlainFile } from '../state/files.ts';
import { whyNotRoots } from '../state/whose.ts';
import type { Policy } from './policy.ts';

/** Written by `hooks fleet pull`, in the managed directory. */
const RELEASE_FILE = 'release.json';
/** Written by a pull that failed, and removed by the next one. */
const PROBLEM_FILE = join('fleet', 'problem.json');
const RELEASE_SCHEMA = 'hookmd.release/1';
const MAX_RELEASE_BYTES = 16 * 1024;

/** The release of the organization that this machine has. */
interface Release {
  readonly release: number;
  readonly ring: string;
  /** ISO time in UTC. */
  readonly expires: string;
}

/** A release that is or will be stale. */
export interface StaleRelease {
  /** In ms since 1970; 0 = there is no release that can be read. */
  readonly from: number;
  /** Everything that can be blocked is; otherwise users get a message. */
  readonly blocks: boolean;
}

/** The release, or why there is none. Never throws. */
export function readRelease(managedDir: string): Release | { readonly problem: string } {
  const path = join(managedDir, RELEASE_FILE);
  try {
    // Any other user who can write it could make an old release look new.
    const distrust = whyNotRoots([path]);
    if (distrust !== null) return { problem: distrust };
    const value = parseJson(readPlainFile(path, MAX_RELEASE_BYTES).toString('utf8'));
    if (!isRelease(value)) return { problem: `${path} is damaged` };
    const { release, ring, expires } = value;
    return { release, ring, expires };
  } catch (error) {
    return { problem: isErrno(error, 'ENOENT') ? 'none was pulled yet' : describeError(error) };
  }
}

/** That the last `hooks fleet pull` failed; null = it did not, or there was none. Never throws. */
export function findPullProblem(managedDir: string): Issue | null {
  try {
    const text = readPlainFile(join(managedDir, PROBLEM_FILE), MAX_RELEASE_BYTES).toString('utf8');
    const value = parseJson(text);
    if (!isJsonObject(value)) return null;
    const { code, since: time } = value;
    return issue('RELEASE_NOT_PULLED', { code: String(code), time: String(time) });
  } catch {
    return null;
  }
}

function isRelease(value: unknown): value is Release {
  return (
    isJsonObject(value) &&
    value['schema'] === RELEASE_SCHEMA &&
    Number.isSafeInteger(value['release']) &&
    typeof value['ring'] === 'string' &&
    typeof value['expires'] === 'string' &&
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value['expires']) &&
    Number.isFinite(Date.parse(value['expires']))
  );
}

/** From when on a release is stale, and what it then causes; null = no organization publishes releases for this machine. */
export function findStaleRelease({
  policy: { fleet },
  release,
}: {
  readonly policy: Policy;
  readonly release: ReturnType<typeof readRelease> | null;
}): (StaleRelease & { readonly issue: Issue }) | null {
  if (fleet === null || release === null) return null;
  const isRead = 'expires' in release;
  const problem = isRead
    ? `The release of your organization expired on ${release.expires.slice(0, 10)}`
    : `HookMD cannot read the release of your organization: ${release.problem}`;
  const blocks = fleet.onStale === 'block';
  return {
    from: isRead ? Date.parse(release.expires) : 0,
    blocks,
    issue: issue(blocks ? 'POLICY_RELEASE_BLOCKS' : 'POLICY_RELEASE_STALE', { problem }),
  };
}

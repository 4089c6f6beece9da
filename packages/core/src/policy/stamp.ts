import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import { POLICY_FILE } from './policy.ts';

/** There is no policy. */
export const NO_STAMP = '';

/**
 * What tells one state of the policy from another: the event path compares it with that of what was compiled, so that
 * an edit holds from the next event on. One look where there is no policy, two where there is one.
 */
export function policyStamp(managedDir: string): string {
  try {
    const file = statSync(join(managedDir, POLICY_FILE), { throwIfNoEntry: false });
    if (file === undefined) return NO_STAMP;
    return `${factsOf(file)} ${factsOf(statSync(managedDir))}`;
  } catch (error) {
    return `? ${describeError(error)}`;
  }
}

function factsOf({ dev, ino, size, mtimeMs, ctimeMs, uid, mode }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs, uid, mode].join(':');
}

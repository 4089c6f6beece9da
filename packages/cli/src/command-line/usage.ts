import { HookError } from '@hookmd/core/errors';

/** A call that is written wrongly: what is wrong, without a full stop, and how to write it. */
export function usage(detail: string, fix: string): HookError {
  return new HookError('USAGE', { detail: `${detail}.`, fix });
}

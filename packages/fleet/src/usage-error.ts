import { HookError } from '@hookmd/core/errors';

/** A wrong call of an action. */
export function usageError(detail: string, fix: string): HookError {
  return new HookError('USAGE', { detail, fix });
}

import type { HookError } from '@hookmd/core/internal/errors/hook-error';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { Context } from '../context.ts';
import { wrapUnder } from './wrap.ts';

/** What happened, and the one thing to do about it. */
export function showError(
  { isJson, err, print }: Pick<Context, 'isJson' | 'err' | 'print'>,
  error: HookError,
): void {
  if (isJson) {
    print({ schema: 'hookmd.error/1', code: error.code, message: error.message, remedy: error.remedy });
    return;
  }
  const code = err.paint('red', err.paint('bold', error.code));
  err.line(wrapUnder(`${code}  ${cleanLine(error.message)}`, err.width, '  '));
  err.line(wrapUnder(`  ${cleanLine(error.remedy)}`, err.width));
}

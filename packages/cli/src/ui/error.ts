import type { HookError, Issue } from '@hookmd/core/errors';
import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import { issueLines } from './issue.ts';
import { wrapUnder } from './output.ts';
import { fromHome } from './short-path.ts';

/** What happened, and the one thing to do about it; of an error that has several reasons, all of them before it. */
export function showError(
  context: Pick<Context, 'isJson' | 'err' | 'print' | 'cwd' | 'environment'>,
  error: HookError & { readonly issues?: readonly Issue[] },
): void {
  const { isJson, err, print, environment } = context;
  const { code: name, message, remedy, issues = [] } = error;
  if (isJson) {
    const reasons = issues.length === 0 ? {} : { issues };
    print({ schema: 'hookmd.error/1', code: name, message, remedy, ...reasons });
    return;
  }
  for (const issue of issues.filter((reason) => reason.message !== message)) {
    for (const line of issueLines(err, issue, context)) err.line(line);
    err.line();
  }
  const code = err.paint('red', err.paint('bold', error.code));
  err.line(wrapUnder(`${code}  ${fromHome(cleanLine(error.message), environment)}`, err.width, '  '));
  err.line(wrapUnder(`  ${fromHome(cleanLine(error.remedy), environment)}`, err.width));
}

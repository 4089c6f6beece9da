import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { wrapUnder } from '../../ui/output.ts';
import type { Recovery } from '../recover.ts';

/** On standard error: nobody asked for it, and it changed what is installed. */
export function showRecovery({ err }: Context, { finished, problems }: Recovery): void {
  const line = (text: string): void => err.line(wrapUnder(text, err.width, '  '));
  for (const title of finished) line(`Finished \`hooks ${cleanLine(title)}\`, which was interrupted.`);
  for (const problem of problems) line(`${err.paint('yellow', 'INSTALL_UNFINISHED')}  ${cleanLine(problem)}`);
}

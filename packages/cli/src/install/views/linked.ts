import { cleanLine, quoteWord } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { type Output, wrapUnder } from '../../ui/output.ts';
import type { LinkedPackage } from '../link.ts';

/** What a link means, before it is made. */
export function showLinkPlan(to: Output, { qualifiedName, target }: LinkedPackage): void {
  to.line(`${to.paint('bold', cleanLine(qualifiedName))}  is to run from ${cleanLine(target)}`);
  to.line(
    wrapUnder(
      '  What stands in that folder runs as you, as it is at each event, without being approved.',
      to.width,
      '  ',
    ),
  );
}

/** How it stands now. */
export function showLinked({ out, err }: Context, { name, qualifiedName }: LinkedPackage): void {
  out.line(`${cleanLine(qualifiedName)}  ${out.paint('green', 'linked')}`);
  const call = err.paint('cyan', `hooks remove ${quoteWord(name)}`);
  err.line(wrapUnder(`It runs from the next event on. To take the link away:  ${call}`, err.width, '  '));
}

import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import type { Remainder } from '../../install/plan-removal.ts';
import { wrapUnder } from '../../ui/output.ts';

/** The removed packages; and the data that remains, because the user wrote it or may want it. */
export function showRemoved(
  { out, err }: Context,
  {
    packages,
    hooks,
    unlinked,
    remaining: retained,
    undo,
  }: {
    readonly packages: readonly string[];
    readonly hooks: readonly string[];
    /** They ran from a directory of their author, which stays unchanged. */
    readonly unlinked: readonly string[];
    readonly remaining: readonly Remainder[];
    readonly undo: readonly string[];
  },
): void {
  for (const name of packages) out.line(`${cleanLine(name)}  removed`);
  for (const name of hooks) out.line(`  ${cleanLine(name)}  removed, with its approval`);
  for (const name of unlinked)
    out.line(`${cleanLine(name)}  is no longer linked; its directory is unchanged`);
  for (const { subject, remedy } of retained)
    err.line(wrapUnder(`Not removed: ${cleanLine(subject)}. ${cleanLine(remedy)}`, err.width, '  '));
  for (const call of undo) err.line(wrapUnder(`To undo:  ${err.paint('cyan', call)}`, err.width, '  '));
}

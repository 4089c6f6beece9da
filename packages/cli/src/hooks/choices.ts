import type { Choices } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { readSummary, type SummaryRow } from './overview.ts';

/** The hooks that the user may choose: each with what it does, or why it does not run. */
export async function hookChoices(
  context: Context,
  question: string,
  isOffered: (row: SummaryRow) => boolean,
): Promise<Choices> {
  const { rows } = await readSummary(context);
  const options = rows
    .filter((row) => row.source !== 'builtin' && row.state !== 'conflict' && isOffered(row))
    .map(({ qualifiedName, why }) => ({ value: qualifiedName, label: `${qualifiedName}  ${why}`.trim() }));
  return { question, isSeveral: true, options };
}

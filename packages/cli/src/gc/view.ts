import { cleanLine, counted } from '@hookmd/core/text';

import type { Context } from '../command-line/context.ts';
import { describeSize } from '../ui/describe-size.ts';
import { alignColumns, wrapUnder } from '../ui/output.ts';
import type { Cleared, Collection } from './collect-garbage.ts';

const nouns: Readonly<Record<Cleared['kind'], string>> = {
  copy: 'a copy that no approval names',
  leftover: 'left by a process that was killed',
  record: 'a damaged record, set aside long ago',
};

interface CollectionFacts extends Collection {
  readonly dryRun: boolean;
  readonly freedBytes: number;
  readonly forgotten: readonly {
    readonly projectDir: string;
    readonly approvals: number;
    readonly enablements: number;
  }[];
}

/** Prints what was removed, or would be, with its size; and why the store was skipped. */
export function showCollection(
  { out, err }: Context,
  { dryRun, freedBytes, cleared, forgotten, issues }: CollectionFacts,
): void {
  const rows = cleared.map(({ path, kind, bytes }) => [describeSize(bytes), nouns[kind], cleanLine(path)]);
  for (const line of alignColumns(rows, { width: out.width })) out.line(line);
  for (const { projectDir, approvals, enablements } of forgotten) {
    const method = dryRun ? 'It would forget' : 'Forgot';
    const counts = decided(approvals, enablements);
    out.line(wrapUnder(`${method} ${counts} of ${cleanLine(projectDir)}, which is gone.`, out.width, '  '));
  }
  const total = `${counted(cleared.length, 'thing')}, ${describeSize(freedBytes)}`;
  if (cleared.length === 0 && forgotten.length === 0) out.line('Nothing to clear.');

  if (cleared.length > 0) out.line(dryRun ? `It would clear ${total}.` : `Cleared ${total}.`);
  for (const { message, remedy } of issues) {
    err.line(wrapUnder(`The store was left alone: ${cleanLine(message)}`, err.width, '  '));
    err.line(wrapUnder(`  ${cleanLine(remedy)}`, err.width, '  '));
  }
}

/** `1 approval and 2 enablements`, without zeros. */
export function decided(approvals: number, enablements: number): string {
  const parts = [
    approvals === 0 ? '' : counted(approvals, 'approval'),
    enablements === 0 ? '' : counted(enablements, 'enablement'),
  ];
  return parts.filter(Boolean).join(' and ');
}

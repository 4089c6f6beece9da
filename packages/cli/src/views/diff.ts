import { cleanLine, exactText } from '@hookmd/core/internal/protocol/clean-text';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import type { Context } from '../context.ts';
import type { FileChange } from '../package-diff.ts';
import type { Output, Paint } from '../terminal.ts';

export interface DiffFacts {
  readonly name: string;
  readonly approved: string;
  readonly now: string | null;
  readonly isVanished: boolean;
}

const lineStyle: Readonly<Record<string, Paint>> = { '+': 'green', '-': 'red', '@': 'cyan' };

export function showDiff(
  context: Context,
  { name, approved, now, isVanished }: DiffFacts,
  changes: readonly FileChange[],
): void {
  const { out, err } = context;
  if (changes.length === 0) {
    out.line(`${cleanLine(name)} is what was approved:`);
    out.line(`  ${approved}`);
    return;
  }
  out.line(`${cleanLine(name)} was changed since it was approved:`);
  out.line(`  was ${approved}`);
  out.line(`  now ${isVanished ? 'gone' : (now ?? 'in a state that cannot be approved')}`);
  for (const change of changes) {
    out.line();
    for (const line of changeLines(out, change)) out.line(line);
  }
  err.line();
  const next = `hooks ${isVanished ? 'disable' : 'trust'} ${cleanLine(quoteWord(name))}`;
  err.line('The approved bytes go on running.');
  err.line(`To ${isVanished ? 'stop them' : 'run these'}:  ${err.paint('cyan', next)}`);
}

/** What became of one file, and the lines that differ. */
export function changeLines(output: Output, { path, change, patch }: FileChange): readonly string[] {
  const what = change === 'mode' ? 'executable bit changed' : change;
  const lines = patchLines(patch).map((line) => paintLine(output, line));
  return [`${output.paint('bold', cleanLine(path))}  ${what}`, ...lines];
}

/** Without the lines that repeat the file name; each line whole, and as safe as any text of a hook. */
export function patchLines(patch: string | null): readonly string[] {
  if (patch === null) return [];
  const lines = patch.split('\n');
  return lines
    .slice(lines.findIndex((line) => line.startsWith('@@')))
    .filter((line) => line !== '')
    .map((line) => (line[0] + exactText(line.slice(1))).trimEnd());
}

function paintLine(output: Output, line: string): string {
  const style = lineStyle[line[0] ?? ''];
  return `  ${style === undefined ? line : output.paint(style, line)}`;
}

import { cleanText } from '@hookmd/core/internal/protocol/clean-text';
import type { Context } from '../context.ts';
import type { FileChange } from '../package-diff.ts';
import type { Paint } from '../terminal.ts';

export interface DiffFacts {
  readonly name: string;
  readonly approved: string;
  readonly now: string | null;
}

const lineStyle: Readonly<Record<string, Paint>> = { '+': 'green', '-': 'red', '@': 'cyan' };

export function showDiff(
  context: Context,
  { name, approved, now }: DiffFacts,
  changes: readonly FileChange[],
): void {
  const { out, err } = context;
  if (changes.length === 0) {
    out.line(`${name} is what was approved: ${approved}`);
    return;
  }
  out.line(`${name}  approved ${approved}`);
  out.line(`${' '.repeat(name.length)}  now      ${now ?? 'cannot be approved'}`);
  for (const { path, change, patch } of changes) {
    out.line();
    out.line(
      `${out.paint('bold', cleanText(path))}  ${change === 'mode' ? 'executable bit changed' : change}`,
    );
    for (const line of patchLines(patch)) out.line(paintLine(context, line));
  }
  err.line();
  err.line(`The approved bytes go on running. To run these:  ${err.paint('cyan', `hooks trust ${name}`)}`);
}

/** Without the two lines that repeat the file name; each line as safe as any text of a hook. */
export function patchLines(patch: string | null): readonly string[] {
  if (patch === null) return [];
  return patch
    .split('\n')
    .slice(3)
    .filter((line) => line !== '')
    .map((line) => line[0] + untrimmed(line.slice(1)));
}

function untrimmed(text: string): string {
  const blanks = /^\s*/.exec(text)?.[0].replace(/[^\t ]/g, '') ?? '';
  return blanks + cleanText(text);
}

function paintLine({ out }: Context, line: string): string {
  const style = lineStyle[line[0] ?? ''];
  return `  ${style === undefined ? line : out.paint(style, line)}`;
}

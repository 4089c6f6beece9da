import type { HookStatus } from '@hookmd/core/registry';
import { cleanLine, counted, exactLine, exactText, quoteWord } from '@hookmd/core/text';

import type { Context } from '../command-line/context.ts';
import { alignColumns, type Output, type Paint, wrapUnder } from '../ui/output.ts';
import type { FileChange, FileFacts } from './compare-files.ts';
import type { FactChange } from './compare-manifests.ts';
import type { PackageDifference } from './compare-package.ts';

const lineStyle: Readonly<Record<string, Paint>> = { '+': 'green', '-': 'red', '@': 'cyan' };

export function showDiff(
  context: Context,
  { record: { qualifiedName: name, isVanished }, approvedRuns }: Pick<HookStatus, 'record' | 'approvedRuns'>,
  difference: PackageDifference,
): void {
  const { out, err } = context;
  const { approved, now, files, problems } = difference;
  if (files.length === 0 && problems.length === 0) {
    out.line(`${cleanLine(name)} is what was approved:`);
    out.line(`  ${approved}`);
    return;
  }
  out.line(`${cleanLine(name)} was changed since it was approved:`);
  out.line(`  was ${approved}`);
  out.line(`  now ${isVanished ? 'gone' : (now ?? 'in a state that cannot be approved')}`);
  showDifference(out, difference);
  err.line();
  const next = `hooks ${isVanished ? 'remove' : 'approve'} ${cleanLine(quoteWord(name))}`;
  err.line(`The approved version ${approvedRuns ? 'still runs' : 'does not run'}.`);
  const aim = isVanished
    ? approvedRuns
      ? 'stop and forget them'
      : 'forget them'
    : approvedRuns
      ? 'run these'
      : 'approve these';
  err.line(`To ${aim}:  ${err.paint('cyan', next)}`);
}

/** The same before a prompt, on standard error; of what was never approved, all of it. */
export function showTrustDiff({ err }: Context, name: string, difference: PackageDifference): void {
  const { approved, files } = difference;
  if (files.length === 0) return;
  const since =
    approved === null ? 'has no approved version: everything is new' : 'was changed since it was approved';
  err.line(`${cleanLine(name)} ${since}:`);
  showDifference(err, difference);
  err.line();
}

/** What a package does otherwise, then its files; whole, and nothing in it can write to the terminal. */
function showDifference(output: Output, { manifest, files, problems }: PackageDifference): void {
  for (const problem of problems) output.line(wrapUnder(`  ${cleanLine(problem)}`, output.width, '    '));
  if (manifest.length > 0) {
    output.line();
    output.line(output.paint('bold', 'What it does'));
    for (const line of alignColumns(factRows(manifest), { indent: '  ', width: output.width }))
      output.line(line);
  }
  for (const file of files) {
    output.line();
    for (const line of changeLines(output, file)) output.line(line);
  }
}

/** What became of one file, and the lines that differ. */
export function changeLines(output: Output, file: FileChange): readonly string[] {
  const heading = `${output.paint('bold', exactLine(file.path))}  ${whatHappened(file)}`;
  const lines = patchLines(file.patch).map((line) => paintLine(output, line));
  return [wrapUnder(heading, output.width, '  '), ...lines];
}

/** What a hook does otherwise, a row for each key of its manifest. */
export function factRows(manifest: readonly FactChange[]): readonly (readonly string[])[] {
  const print = (text: string | null): string => (text === null ? '–' : exactLine(text));
  return manifest.map(({ key, was, now }) => [key, `${print(was)} → ${print(now)}`]);
}

/** Beside the lines that changed: what no line shows. */
function whatHappened({ change, from, was, now, patch }: FileChange): string {
  const subject =
    change === 'renamed'
      ? `renamed, was ${exactLine(from ?? '')}`
      : change === 'mode'
        ? `now ${now?.isExecutable ? '' : 'not '}executable`
        : change;
  const isMode = change !== 'mode' && was?.type === 'file' && was.isExecutable !== now?.isExecutable;
  const mode = isMode && now?.type === 'file' ? `, now ${now.isExecutable ? '' : 'not '}executable` : '';
  const isNew = was === null && now?.isExecutable ? ', executable' : '';
  const isShown = patch !== null || change === 'mode' || change === 'renamed';
  const facts = isShown
    ? ''
    : `  ${[was, now]
        .filter((item) => item !== null)
        .map(describeFile)
        .join(' → ')}`;
  return `${subject}${mode}${isNew}${facts}`;
}

function describeFile({ target, size, sha256 }: FileFacts): string {
  return target === null
    ? `${counted(size, 'byte')}, sha256 ${sha256.slice(0, 16)}`
    : `link to ${exactLine(target)}`;
}

/** Without the lines that repeat the file name; each line whole, and as safe as any text of a hook. */
export function patchLines(patch: string | null): readonly string[] {
  if (patch === null) return [];
  const lines = patch.split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return lines
    .slice(first < 0 ? lines.length : first)
    .filter((line) => line !== '')
    .map((line) => (line[0] + exactText(line.slice(1))).trimEnd());
}

export function paintLine(output: Output, line: string): string {
  const style = lineStyle[line[0] ?? ''];
  return `  ${style === undefined ? line : output.paint(style, line)}`;
}

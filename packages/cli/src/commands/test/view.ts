import type { Issue } from '@hookmd/core/errors';
import { cleanLine, counted } from '@hookmd/core/text';

import type { Context } from '../../command-line/context.ts';
import { patchText } from '../../diff/text-patch.ts';
import { patchLines } from '../../diff/view.ts';
import { tick } from '../../hooks/state.ts';
import { issueLines } from '../../ui/issue.ts';
import { cut, type Output, type Paint, printErr, wrap, wrapUnder } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';
import { type Difference, patternIn } from './cases.ts';
import type { CaseResult } from './run-cases.ts';

/** Notes beside the cases, on standard error. */
export interface TestNotes {
  /** Named packages, which run without an approval. */
  readonly unapproved: readonly string[];
  readonly leftOut: readonly string[];
  readonly invalid: readonly string[];
  readonly withoutCases: readonly string[];
  readonly issues: readonly Issue[];
}

export function showTestNotes(context: Context, notes: TestNotes): void {
  const { err } = context;
  const print = (text: string, style?: Paint): void => {
    for (const line of wrap(text, err.width)) err.line(style === undefined ? line : err.paint(style, line));
  };
  for (const name of notes.unapproved)
    print(`${cleanLine(name)} is not approved in this version; its test cases run it anyway`, 'yellow');
  for (const name of notes.leftOut) {
    const shown = cleanLine(name);
    print(`${shown} is skipped: this version is not approved. \`hooks test ${shown}\` runs them.`);
  }
  for (const name of notes.invalid)
    print(`${cleanLine(name)} has errors and is not tested: see \`hooks check\``, 'red');
  if (notes.withoutCases.length > 0) print(`without cases: ${notes.withoutCases.map(cleanLine).join(', ')}`);
  for (const issue of notes.issues) for (const line of issueLines(err, issue, context)) err.line(line);
}

/** Progress on one line that is overwritten; only on a terminal. */
export function showProgress({ err, isJson }: Context, done: number, all: number): void {
  if (err.isTerminal && !isJson) printErr(done < all ? `\r\x1b[2K${done} of ${all} cases` : '\r\x1b[2K');
}

export function showPackageHead({ out }: Context, name: string): void {
  out.line(out.paint('bold', cleanLine(name)));
}

/** The indentation of the details of a failed case. */
const BELOW = '      ';

/** One line; below it, where it failed, each difference and what the hook did. */
export function showCase(context: Context, result: CaseResult, isOk: boolean): void {
  const { out } = context;
  const { name, location } = result.case;
  const time = out.paint('dim', `${Math.round(result.durationMs)} ms`);
  const where = [cleanLine(shortPath(location.path, context)), location.line].join(':');
  out.line(wrapUnder(`  ${tick(out, isOk)} ${cleanLine(name)}  ${isOk ? time : where}`, out.width, '  '));
  if (isOk) return;
  const print = (text: string, style?: Paint): void => {
    for (const line of wrap(text, out.width - BELOW.length))
      out.line(BELOW + (style === undefined ? line : out.paint(style, line)));
  };
  if (result.problem !== null) print(`could not be run: ${cleanLine(result.problem)}`);
  for (const difference of result.differences)
    for (const line of differenceLines(out, difference)) print(line);
  if (result.problem === null) for (const line of whatHappened(result)) print(cleanLine(line), 'dim');
  for (const remark of result.remarks) print(cleanLine(remark), 'dim');
}

export function showTestSummary(
  { out }: Context,
  { packages, cases, passed, failed }: Readonly<Record<'packages' | 'cases' | 'passed' | 'failed', number>>,
  ok: boolean,
): void {
  if (cases === 0) {
    out.line(`${tick(out, ok)} no case was run`);
    return;
  }
  const decision = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`;
  out.line(`${tick(out, ok)} ${counted(cases, 'case')} of ${counted(packages, 'package')}: ${decision}`);
}

function differenceLines(out: Output, { key, expected, found }: Difference): readonly string[] {
  const isLong = [expected, found].every((item) => typeof item === 'string' && patternIn(item) === null);
  const lines = isLong ? `${expected}${found}`.includes('\n') : false;
  const patch = lines ? patchText(key, String(expected), String(found), ['expected', 'found']) : null;
  if (patch !== null) {
    const painted = patchLines(patch).map((line) => {
      const style = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
      return `  ${out.paint(style, line)}`;
    });
    return [`${cleanLine(key)}: expected (-), found (+)`, ...painted];
  }
  return [`${cleanLine(key)}: expected ${describeExpected(expected)}, found ${describe(found)}`];
}

function describeExpected(value: Difference['expected']): string {
  const isPattern = typeof value === 'string' && patternIn(value) !== null;
  return isPattern ? `a match for ${cleanLine(value)}` : describe(value);
}

function describe(value: Difference['found']): string {
  return value === undefined ? 'nothing' : cut(cleanLine(JSON.stringify(value)), 400);
}

/** Line by line: a reason and standard error may be stack traces. */
function whatHappened({ run, case: { event } }: CaseResult): readonly string[] {
  if (run === null) return [`the hook does not listen to ${event}`];
  const { outcome, cause, reason, stderrTail } = run;
  const why = reason === null ? '' : `: ${reason}`;
  const output =
    stderrTail === null || reason?.includes(stderrTail) ? '' : `\nstandard error: ${stderrTail.trimEnd()}`;
  return `the hook: ${outcome}${cause === null ? '' : ` ${cause}`}${why}${output}`.split('\n');
}

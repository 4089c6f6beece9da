import { cleanLine, counted } from '@hookmd/core/text';
import { durationText, runText } from '@hookmd/ui/words';
import type { Context } from '../../command-line/context.ts';
import { severityMark } from '../../hooks/state.ts';
import { showIssues } from '../../ui/issue.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';
import { fromHome } from '../../ui/short-path.ts';
import type { Examined, Finding } from './check.ts';
import { type Applied, countFixable } from './fixes.ts';
import type { TestEvent } from './run-hook.ts';

interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
}

const DURATION_WIDTH = 7;

/** What `--fix` did, a line each. */
export function showFixes({ out, environment }: Context, applied: readonly Applied[]): void {
  if (applied.length === 0) out.line('There is nothing that `--fix` repairs.');
  for (const { code, message, isFixed } of applied) {
    const text = isFixed ? message : `${code} is not fixed: ${message}`;
    const mark = severityMark(out, isFixed ? 'ok' : 'error');
    out.line(wrapUnder(`${mark} ${fromHome(cleanLine(text), environment)}`, out.width, '  '));
  }
  out.line();
}

/** Every finding with its fix, the runs of `--fire`, the checks without findings, and the result on the last line. */
export function showDoctor(
  context: Context,
  { sections, findings }: Examined,
  testEvents: readonly TestEvent[],
  counts: Counts,
): void {
  const { out, environment, options } = context;
  showIssues(context, findings);
  if (testEvents.length > 0) {
    const lines = testEvents.map(({ event, run }) => [
      event,
      run.durationMs === null ? '' : durationText(run.durationMs).padStart(DURATION_WIDTH),
      runText(run, { isEnded: false }),
    ]);
    out.line(`Test events of ${cleanLine(testEvents[0]?.run.qualifiedName ?? '')}`);
    for (const line of alignColumns(lines, { indent: '  ', width: out.width })) out.line(line);
    out.line();
  }
  showQuietChecks(context, sections);
  const fixable = options.has('fix') ? 0 : countFixable(findings);
  if (fixable > 0)
    out.line(wrapUnder(`\`--fix\` repairs ${fixable} of ${counted(findings.length, 'finding')}.`, out.width));
  out.line(wrapUnder(fromHome(decisionOf(counts, findings), environment), out.width));
}

/** The checks that have nothing among the findings. Those of one agent are the steps to the hooks, in full. */
function showQuietChecks(
  { out, environment, options, words }: Context,
  sections: Examined['sections'],
): void {
  const quiet = sections.filter(({ state }) => state === 'ok' || state === 'skipped');
  if (options.has('verbose') || words.length > 0) {
    const rows = quiet.map(({ section, state, summary }) => [
      `${severityMark(out, state)} ${section}`,
      fromHome(cleanLine(summary), environment),
    ]);
    for (const line of alignColumns(rows, { width: out.width })) out.line(line);
    if (rows.length > 0) out.line();
    return;
  }
  const skipped = quiet.filter(({ state }) => state === 'skipped').length;
  const passed = `${counted(quiet.length - skipped, 'check')} passed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  out.line(wrapUnder(`${passed}. \`--verbose\` lists them.`, out.width));
}

/** One line: fine, or the number of findings and the first one. */
export function decisionOf({ errors, warnings, hints }: Counts, findings: readonly Finding[]): string {
  const hinted = hints === 0 ? [] : [counted(hints, 'hint')];
  if (errors + warnings === 0) return `Everything is fine${hinted.map((text) => ` (${text})`).join('')}.`;
  const parts = [
    ...(errors === 0 ? [] : [counted(errors, 'problem')]),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
    ...hinted,
  ];
  const isOne = errors + warnings + hints === 1;
  const first = findings[0];
  const message = cleanLine(first?.message ?? '').replace(/\.?$/, '.');
  const hook = cleanLine(first?.hook ?? '');
  const prefix = hook === '' || message.includes(hook) ? '' : `${hook}: `;
  return `${parts.join(', ')}${isOne ? ': ' : '. Start with this: '}${prefix}${message}`;
}

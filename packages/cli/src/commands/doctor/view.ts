import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import type { Examined } from '../../doctor/examine.ts';
import type { Finding } from '../../doctor/section.ts';
import type { TestEvent } from '../../doctor/send-test-event.ts';
import { durationText } from '../../event-log/event-text.ts';
import { severityMark } from '../../hooks/state.ts';
import { counted } from '../../ui/counted.ts';
import { showIssues } from '../../ui/issue.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';
import { fromHome } from '../../ui/short-path.ts';

type Section = Examined['sections'][number];

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
}

const DURATION_WIDTH = 7;

interface Diagnosis {
  readonly sections: readonly Section[];
  readonly findings: readonly Finding[];
  readonly drills: readonly TestEvent[];
  readonly counts: Counts;
}

/** A line for each section, every finding with its remedy, the drill, and the verdict on the last line. */
export function showDoctor(context: Context, { sections, findings, drills, counts }: Diagnosis): void {
  const { out, environment } = context;
  const rows = sections.map(({ section, state, summary }) => [
    `${severityMark(out, state)} ${section}`,
    fromHome(cleanLine(summary), environment),
  ]);
  for (const line of alignColumns(rows, { width: out.width })) out.line(line);
  out.line();
  if (drills.length > 0) {
    const lines = drills.map(({ event, run }) => [event, durationOf(run), describeRun(run)]);
    out.line(`Fire drill of ${cleanLine(drills[0]?.run.qualifiedName ?? '')}`);
    for (const line of alignColumns(lines, { indent: '  ', width: out.width })) out.line(line);
    out.line();
  }
  showIssues(context, findings);
  out.line(wrapUnder(fromHome(verdictOf(counts, findings), environment), out.width));
}

/** One line: fine, or how many of what and which first. */
export function verdictOf({ errors, warnings, hints }: Counts, findings: readonly Finding[]): string {
  const said = hints === 0 ? '' : ` (${counted(hints, 'hint')})`;
  if (errors + warnings === 0) return `Everything is fine${said}.`;
  const parts = [
    ...(errors === 0 ? [] : [counted(errors, 'problem')]),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ];
  const first = findings[0];
  const what = cleanLine(first?.message ?? '').replace(/\.?$/, '.');
  const hook = cleanLine(first?.hook ?? '');
  const whose = hook === '' || what.includes(hook) ? '' : `${hook}: `;
  return `${parts.join(', ')}${said}: ${whose}${what}`;
}

function durationOf({ durationMs }: TestEvent['run']): string {
  return durationMs === null ? '' : durationText(durationMs).padStart(DURATION_WIDTH);
}

function describeRun({ outcome, reason }: TestEvent['run']): string {
  const words = { success: 'no objection', blocking: 'blocked', skipped: 'not asked' } as const;
  const word = outcome in words ? words[outcome as keyof typeof words] : 'failed';
  const why = reason === null ? '' : `: ${cleanLine(reason)}`;
  return word + why;
}

import { cleanLine, counted } from '@hookmd/core/text';
import {
  effects,
  explanationOf,
  headline,
  number,
  type Pattern,
  type ScanDocument,
  showCommand,
} from '@hookmd/ui/scan';
import { durationText } from '@hookmd/ui/words';
import type { Context } from '../../command-line/context.ts';
import { describeAgo } from '../../ui/ago.ts';
import { describeSize } from '../../ui/describe-size.ts';
import { alignColumns, type Paint, wrap } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';
import type { SessionFile } from './histories.ts';
import type { ScanResult } from './scan.ts';
import type { HookTally } from './tally.ts';

/** The result of a scan, and what it is about. */
export interface ScanReport extends ScanResult {
  readonly since: number;
  readonly files: readonly SessionFile[];
  /** Of `--show`. */
  readonly shown: string | undefined;
  readonly isInterrupted: boolean;
  readonly durationMs: number;
}

/** Of each hook. */
const SHOWN_PATTERNS = 10;
const SHOWN_ISSUES = 5;

const paints: Readonly<Record<Pattern['effect'], Paint>> = {
  blocked: 'red',
  prompted: 'yellow',
  changed: 'cyan',
  failed: 'red',
  proceeded: 'dim',
};

export function progressText(doneBytes: number, bytes: number, elapsedMs: number): string {
  const part = bytes === 0 ? 1 : doneBytes / bytes;
  const leftMs = part === 0 ? null : (elapsedMs / part) * (1 - part);
  const left = leftMs === null ? '' : `, about ${durationText(Math.max(1000, leftMs))} left`;
  return `reading histories: ${Math.floor(part * 100)} % of ${describeSize(bytes)}${left}`;
}

export function showScan(context: Context, report: ScanReport): void {
  const { out, err } = context;
  for (const line of wrap(headline(scanDocument(report), Date.now()), out.width))
    out.line(out.paint('bold', line));
  out.line();
  const head = ['', 'ran', ...effects];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...report.tallies.map((tally) => (countsOf(tally)[column - 1] ?? '').length)),
  );
  const rows = report.tallies.map((tally) => [tally.name, ...countsOf(tally)]);
  const padded = [head, ...rows].map(([name = '', ...cells]) => [
    name,
    ...cells.map((cell, index) => cell.padStart(widths[index + 1] ?? 0)),
  ]);
  for (const line of alignColumns(padded, { indent: '  ', width: out.width })) out.line(line);
  for (const tally of report.tallies) showPatterns(context, tally, report.shown);
  showDifferences(context, report);
  showIssues(context, report);
  const sizes = describeSize(report.files.reduce((sum, { bytes }) => sum + bytes, 0));
  const agents = [...new Set(report.files.map(({ agent }) => agent))].join(', ');
  const state = report.isInterrupted ? 'Interrupted: this is what was read until then. ' : '';
  const source = `${counted(report.files.length, 'session')} of ${agents} (${sizes})`;
  err.line();
  for (const text of [
    `${state}Read ${source} in ${durationText(report.durationMs)}.`,
    'Files and branches count as they are now, not as they were then.',
  ])
    for (const line of wrap(text, err.width)) err.line(err.paint('dim', line));
  for (const line of wrap(nextSteps(report), err.width)) if (line !== '') err.line(line);
}

/** What one can do about the findings; '' = there are none. */
function nextSteps({ tallies, shown }: ScanReport): string {
  const found = tallies.find((tally) => tally.patterns().length > 0);
  const [pattern] = found?.patterns() ?? [];
  if (found === undefined || pattern === undefined)
    return shown === undefined
      ? ''
      : `No finding of this kind: run \`hooks scan\` without \`--show\` to see the kinds.`;
  const all =
    shown === undefined ? `To see all calls of a kind: \`${showCommand(found.name, pattern)}\`. ` : '';
  return `${all}To make a test case of a wrong block: \`hooks scan ${found.name} --case ID\`.`;
}

function countsOf({ ran, counts }: HookTally): readonly string[] {
  return [ran, ...effects.map((effect) => counts[effect])].map(number);
}

function showPatterns({ out }: Context, tally: HookTally, kind: string | undefined): void {
  const patterns = tally.patterns();
  if (patterns.length === 0) return;
  const shown = kind === undefined ? patterns.slice(0, SHOWN_PATTERNS) : patterns;
  const width = Math.max(...shown.map(({ count }) => number(count).length));
  const indent = ' '.repeat(width + 5);
  out.line();
  out.line(out.paint('bold', tally.name));
  for (const { effect, title, count, example } of shown) {
    const { agent, at, call, id, reason } = example;
    const when = at === null ? '' : `, ${describeAgo(at, Date.now())}`;
    out.line(
      `  ${number(count).padStart(width)} × ${out.paint(paints[effect], effect)}  ${cleanLine(title)}`,
    );
    for (const line of wrap(cleanLine(call), out.width - indent.length)) out.line(`${indent}${line}`);
    for (const line of wrap(explanationOf(reason), out.width - indent.length))
      if (line !== '') out.line(indent + out.paint('dim', line));
    out.line(indent + out.paint('dim', `${agent}${when}  ${id}`));
  }
  const more = patterns.length - shown.length;
  if (more > 0) out.line(out.paint('dim', `  and ${more} more kinds: \`--json\` has all`));
}

function showDifferences({ out }: Context, { differences }: ScanReport): void {
  if (differences.count === 0) return;
  out.line();
  out.line(out.paint('bold', `${counted(differences.count, 'call')} decided differently`));
  const rows = differences.first
    .slice(0, SHOWN_PATTERNS)
    .map(({ now, against }) => [
      `${against?.effect ?? 'proceeds'} → ${now?.effect ?? 'proceeds'}`,
      cleanLine((now ?? against)?.call ?? ''),
    ]);
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
}

function showIssues(context: Context, { issues }: ScanReport): void {
  const { err } = context;
  if (issues.count === 0) return;
  err.line();
  for (const { path, line, message } of issues.first.slice(0, SHOWN_ISSUES)) {
    const where = [cleanLine(shortPath(path, context)), ...(line === null ? [] : [line])].join(':');
    for (const part of wrap(`${where}  ${cleanLine(message)}`, err.width))
      err.line(err.paint('yellow', part));
  }
  if (issues.count > SHOWN_ISSUES)
    err.line(`and ${issues.count - SHOWN_ISSUES} more problems: \`--json\` lists them`);
}

/** What `--json` prints and a page shows. */
export function scanDocument(report: ScanReport): ScanDocument {
  const { calls, oldest, tallies, differences, issues, files, since, durationMs, isInterrupted } = report;
  return {
    schema: 'hookmd.scan/1',
    since: new Date(since).toISOString(),
    oldest: oldest === null ? null : new Date(oldest).toISOString(),
    calls,
    sessions: files.length,
    durationMs: Math.round(durationMs),
    isInterrupted,
    hooks: tallies.map((tally) => ({
      name: tally.name,
      ran: tally.ran,
      ...tally.counts,
      patterns: tally.patterns(),
    })),
    differences,
    issues,
  };
}

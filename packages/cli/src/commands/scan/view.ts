import type { JsonObject, JsonValue } from '@hookmd/core/events';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import { counted, durationText } from '@hookmd/ui/words';
import type { Context } from '../../command-line/context.ts';
import { describeAgo } from '../../ui/ago.ts';
import { describeSize } from '../../ui/describe-size.ts';
import { alignColumns, type Paint, wrap } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';
import type { SessionFile } from './histories.ts';
import type { Difference, ScanResult } from './scan.ts';
import { effects, type HookTally, type Pattern } from './tally.ts';

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
const DAY_MS = 24 * 3_600_000;

const paints: Readonly<Record<Pattern['effect'], Paint>> = {
  blocked: 'red',
  prompted: 'yellow',
  changed: 'cyan',
  failed: 'red',
  proceeded: 'dim',
};

export function number(count: number): string {
  return count.toLocaleString('en-US');
}

/** `Of 8,114 calls in 30 days, block-dangerous would have blocked 15 (0.2 %) and no-force-push blocked none.` */
export function headline({ oldest, calls, tallies }: ScanReport, now: number): string {
  const days =
    oldest === null ? '' : ` in ${counted(Math.max(1, Math.ceil((now - oldest) / DAY_MS)), 'day')}`;
  const clauses = tallies.map(
    (tally, index) => `${tally.name} ${index === 0 ? 'would have ' : ''}${deeds(tally, calls)}`,
  );
  const last = clauses.pop() ?? '';
  const all = clauses.length === 0 ? last : `${clauses.join(', ')} and ${last}`;
  return `Of ${number(calls)} ${calls === 1 ? 'call' : 'calls'}${days}, ${all}.`;
}

/** `blocked 15 (0.2 %), failed on 2 (0.1 %)` */
function deeds({ counts }: HookTally, calls: number): string {
  const deedWords = {
    blocked: 'blocked',
    prompted: 'prompted you about',
    changed: 'changed',
    failed: 'failed on',
  } as const;
  const done = effects.filter((effect) => counts[effect] > 0 || effect === 'blocked');
  return done
    .map(
      (effect) => `${deedWords[effect]} ${counts[effect] === 0 ? 'none' : shareText(counts[effect], calls)}`,
    )
    .join(', ');
}

function shareText(count: number, calls: number): string {
  const share = (100 * count) / calls;
  return `${number(count)} (${share < 0.1 ? 'under 0.1' : Number(share.toFixed(share < 10 ? 1 : 0))} %)`;
}

export function progressText(doneBytes: number, bytes: number, elapsedMs: number): string {
  const part = bytes === 0 ? 1 : doneBytes / bytes;
  const leftMs = part === 0 ? null : (elapsedMs / part) * (1 - part);
  const left = leftMs === null ? '' : `, about ${durationText(Math.max(1000, leftMs))} left`;
  return `reading histories: ${Math.floor(part * 100)} % of ${describeSize(bytes)}${left}`;
}

export function showScan(context: Context, report: ScanReport): void {
  const { out, err } = context;
  for (const line of wrap(headline(report, Date.now()), out.width)) out.line(out.paint('bold', line));
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
    shown === undefined
      ? `To see all calls of a kind: \`hooks scan ${found.name} --show ${quoteWord(cleanLine(pattern.title))}\`. `
      : '';
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

/** The first sentence of a reason, without the title: '' = the title is all. */
export function explanationOf(reason: string): string {
  const [, text = ''] = /^[^`"]*?: (.*)$/.exec(reason) ?? [];
  return cleanLine(text.split(/(?<=[^.]\.) (?=[A-Z])/)[0] ?? '');
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

export function scanJson(report: ScanReport): JsonObject {
  const { calls, tallies, differences, issues, files, since, durationMs, isInterrupted } = report;
  return {
    schema: 'hookmd.scan/1',
    since: new Date(since).toISOString(),
    calls,
    sessions: files.length,
    durationMs: Math.round(durationMs),
    isInterrupted,
    hooks: tallies.map((tally) => ({
      name: tally.name,
      ran: tally.ran,
      ...tally.counts,
      patterns: tally.patterns().map(patternJson),
    })),
    differences: { count: differences.count, first: differences.first.map(differenceJson) },
    issues: { count: issues.count, first: issues.first.map((issue) => ({ ...issue })) },
  };
}

function patternJson({ example, ...pattern }: Pattern): JsonObject {
  return { ...pattern, example: { ...example } };
}

function differenceJson({ now, against }: Difference): JsonValue {
  return { now: now === null ? null : { ...now }, against: against === null ? null : { ...against } };
}

import type { Issue } from '@hookmd/core/errors';
import type { LastRun } from '@hookmd/core/event-log';
import type { Places } from '@hookmd/core/system';
import { cleanLine, counted, quoteWord } from '@hookmd/core/text';

import type { Context } from '../../command-line/context.ts';
import { lastRunTexts } from '../../event-log/last-run.ts';
import type { SummaryRow } from '../../hooks/overview.ts';
import { stateText } from '../../hooks/state.ts';
import { issueLines } from '../../ui/issue.ts';
import { alignColumns, cut, type Output, wrapUnder } from '../../ui/output.ts';
import { fromHome } from '../../ui/short-path.ts';

interface List {
  readonly shown: readonly SummaryRow[];
  /** One for each of `shown`; null = it never ran. */
  readonly lastRuns: readonly (LastRun | null)[];
  /** Of packages, shown or not. */
  readonly total: number;
  readonly issues: readonly Issue[];
}

const HEAD_GAP = '    ';

export function showList(context: Context, places: Places, { shown, lastRuns, total, issues }: List): void {
  const { out, err } = context;
  if (shown.length === 0) {
    out.line(total === 0 ? 'No hooks found.' : 'No hook matches.');
    const where = `Packages live in ${places.userDir}/hooks and in .hookmd/hooks of a project.`;
    if (total === 0) err.line(err.paint('dim', wrapUnder(where, err.width)));
  } else {
    const project = `project: ${cleanLine(fromHome(places.projectDir, context.environment))}`;
    const counts = summary(shown);
    const isBeside = counts.length + HEAD_GAP.length + project.length <= out.width;
    const head = `${wrapUnder(counts, out.width)}${isBeside ? HEAD_GAP : '\n'}${out.paint('dim', project)}`;
    // One write: a thousand lines would take as many.
    out.line([head, '', ...listTable(out, shown, lastRuns)].join('\n'));
  }
  for (const issue of issues) {
    err.line();
    for (const line of issueLines(err, issue, context)) err.line(line);
  }
  const stuck = shown.findIndex(isStuck);
  if (stuck < 0) return;
  const command = `hooks info ${quoteWord(uniqueNames(shown)[stuck] ?? '')}`;
  const question = shown[stuck]?.state === 'failing' ? 'Why does it fail?' : 'Why is it not running?';
  err.line(`\n${question}  ${err.paint('cyan', command)}`);
  if (shown.filter(isStuck).length > 1)
    err.line(`What to fix, hook by hook:  ${err.paint('cyan', 'hooks doctor')}`);
}

/** It is not ready, and the user once approved it, wrote it or installed it. */
function isStuck({ state, status: { approval, record } }: SummaryRow): boolean {
  const isWanted = approval !== null || ['user', 'project'].includes(record.root.source);
  return isWanted && !['ready', 'disabled', 'linked', 'unpinned'].includes(state);
}

/** The number of packages and of each state, then of built-in hooks. */
function summary(shown: readonly SummaryRow[]): string {
  const packages = shown.filter(({ source }) => source !== 'builtin');
  if (packages.length === 0) return counted(shown.length, 'built-in hook');
  const counts = new Map<string, number>();
  for (const { state } of packages) counts.set(state, (counts.get(state) ?? 0) + 1);
  const builtins = shown.length - packages.length;
  return [
    counted(packages.length, 'hook'),
    ...[...counts].map(([state, count]) => `${count} ${state}`),
    ...(builtins === 0 ? [] : [`${builtins} built-in`]),
  ].join(' · ');
}

/** The qualified name where two hooks have the plain name. */
function uniqueNames(shown: readonly SummaryRow[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { name } of shown) times.set(name, (times.get(name) ?? 0) + 1);
  return shown.map(({ name, qualifiedName }) => (times.get(name) === 1 ? name : qualifiedName));
}

/** The columns of each layout; on a narrow terminal the first layout that fits. */
const layouts = [
  { events: 32, hasSource: true, hasLastRun: true },
  { events: 16, hasSource: true, hasLastRun: true },
  { events: 16, hasSource: false, hasLastRun: true },
  { events: 0, hasSource: false, hasLastRun: true },
  { events: 0, hasSource: false, hasLastRun: false },
] as const;

const GAP = 2;
const NARROW = 80;
const LONGEST_NARROW_NAME = 24;
/** A shorter part of a reason is useless. */
const SHORTEST_WHY = 8;

/** A line for each package below the headings, as wide as the terminal at most. */
export function listTable(
  out: Output,
  shown: readonly SummaryRow[],
  lastRuns: readonly (LastRun | null)[],
): readonly string[] {
  const unique = uniqueNames(shown);
  const names = out.width < NARROW ? unique.map((name) => cut(name, LONGEST_NARROW_NAME)) : unique;
  const runs = lastRunTexts(out, lastRuns);
  const longest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));
  const nameWidth = longest([...names, 'NAME']);
  const stateWidth = longest(shown.map(({ state }) => state)) + GAP;
  const sourceWidth = longest([...shown.map(({ source }) => source), 'SOURCE']);
  const widthOf = ({ events, hasSource, hasLastRun }: (typeof layouts)[number]): number =>
    [nameWidth, stateWidth, events, hasSource ? sourceWidth : 0, hasLastRun ? runs.width : 0]
      .filter((width) => width > 0)
      .reduce((sum, width) => sum + GAP + width, 0);
  const layout = layouts.find((each) => !out.isTerminal || widthOf(each) <= out.width) ?? layouts[4];
  const whyWidth = out.isTerminal ? out.width - widthOf(layout) - GAP : Number.POSITIVE_INFINITY;
  const rows = shown.map(({ events, source, state, why }, index) => [
    names[index] ?? '',
    cut(events || '–', layout.events),
    source,
    runs.texts[index] ?? '',
    stateText(out, state) +
      (why === '' || whyWidth < SHORTEST_WHY ? '' : `  ${out.paint('dim', cut(why, whyWidth))}`),
  ]);
  rows.unshift(['NAME', 'EVENTS', 'SOURCE', 'LAST RUN', 'STATE']);
  const isShown = [true, layout.events > 0, layout.hasSource, layout.hasLastRun, true];
  return alignColumns(
    rows.map((cells) => cells.filter((_, column) => isShown[column])),
    { indent: ' '.repeat(GAP), width: out.width, tooWide: 'cut' },
  );
}

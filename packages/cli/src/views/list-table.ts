import type { LastRun } from '@hookmd/core/internal/journal/last-run';
import type { OverviewRow } from '../overview-file.ts';
import type { Output } from '../terminal.ts';
import { alignColumns, cut } from './columns.ts';
import { lastRunTexts } from './last-run.ts';
import { stateText } from './state.ts';

/** Of the columns between name and state. */
interface Layout {
  /** Width; 0 = none. */
  readonly events: number;
  readonly hasSource: boolean;
  readonly hasLastRun: boolean;
}

/** On a narrow terminal the first that fits: what is missed least goes first. */
const layouts: readonly Layout[] = [
  { events: 32, hasSource: true, hasLastRun: true },
  { events: 16, hasSource: true, hasLastRun: true },
  { events: 16, hasSource: false, hasLastRun: true },
  { events: 0, hasSource: false, hasLastRun: true },
];
const narrowest: Layout = { events: 0, hasSource: false, hasLastRun: false };

const GAP = 2;
const NARROW = 80;
const LONGEST_NARROW_NAME = 24;
/** A shorter rest of a reason says nothing. */
const SHORTEST_WHY = 8;

/** A line for each package below the headings, as wide as the terminal at most. */
export function listTable(
  out: Output,
  shown: readonly OverviewRow[],
  lastRuns: readonly (LastRun | null)[],
): readonly string[] {
  const names = uniqueNames(shown).map((name) =>
    out.width < NARROW ? cut(name, LONGEST_NARROW_NAME) : name,
  );
  const runs = lastRunTexts(out, lastRuns);
  const widths = {
    name: longest(['NAME', ...names]),
    source: longest(['SOURCE', ...shown.map(({ source }) => source)]),
    lastRun: runs.width,
    state: longest(shown.map(({ state }) => state)) + GAP,
  };
  const layout = layouts.find((one) => widthOf(one, widths) <= out.width) ?? narrowest;
  const whyWidth = out.width - widthOf(layout, widths) - GAP;
  const pick = (name: string, events: string, source: string, lastRun: string, state: string): string[] => [
    name,
    ...(layout.events > 0 ? [events] : []),
    ...(layout.hasSource ? [source] : []),
    ...(layout.hasLastRun ? [lastRun] : []),
    state,
  ];
  const rows = shown.map((row, index) => {
    const why = whyWidth < SHORTEST_WHY ? '' : cut(row.why, whyWidth);
    const state = stateText(out, row.state) + (why === '' ? '' : `  ${out.paint('dim', why)}`);
    const events = cut(row.events || '–', layout.events);
    return pick(names[index] ?? '', events, row.source, runs.texts[index] ?? '', state);
  });
  const head = pick('NAME', 'EVENTS', 'SOURCE', 'LAST RUN', 'STATE');
  return alignColumns([head, ...rows], { indent: ' '.repeat(GAP), width: out.width, tooWide: 'cut' });
}

/** Qualified where two have one name. */
function uniqueNames(shown: readonly OverviewRow[]): readonly string[] {
  const timesNamed = new Map<string, number>();
  for (const { name } of shown) timesNamed.set(name, (timesNamed.get(name) ?? 0) + 1);
  return shown.map(({ name, qualifiedName }) => (timesNamed.get(name) === 1 ? name : qualifiedName));
}

function widthOf(
  layout: Layout,
  widths: Readonly<Record<'name' | 'source' | 'lastRun' | 'state', number>>,
): number {
  let width = GAP + widths.name + GAP + widths.state;
  if (layout.events > 0) width += GAP + layout.events;
  if (layout.hasSource) width += GAP + widths.source;
  if (layout.hasLastRun) width += GAP + widths.lastRun;
  return width;
}

function longest(texts: readonly string[]): number {
  let longestSoFar = 0;
  for (const { length } of texts) if (length > longestSoFar) longestSoFar = length;
  return longestSoFar;
}

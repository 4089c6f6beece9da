import type { LastRun } from '@hookmd/core/event-log';
import { lastRunTexts } from '../../event-log/last-run.ts';
import type { OverviewRow } from '../../hooks/overview.ts';
import { stateText } from '../../hooks/state.ts';
import { alignColumns, cut, type Output } from '../../ui/output.ts';

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
  const unique = uniqueNames(shown);
  const names = out.width < NARROW ? unique.map((name) => cut(name, LONGEST_NARROW_NAME)) : unique;
  const runs = lastRunTexts(out, lastRuns);
  const { layout, whyWidth } = fit(out, shown, names, runs.width);
  const rows = shown.map(({ events, source, state, why }, index) => [
    names[index] ?? '',
    cut(events || '–', layout.events),
    source,
    runs.texts[index] ?? '',
    stateText(out, state) +
      (why === '' || whyWidth < SHORTEST_WHY ? '' : `  ${out.paint('dim', cut(why, whyWidth))}`),
  ]);
  rows.unshift(['NAME', 'EVENTS', 'SOURCE', 'LAST RUN', 'STATE']);
  const { hasSource, hasLastRun } = layout;
  const isPlain = out.paint('dim', '-') === '-';
  const screen = { indent: ' '.repeat(GAP), width: out.width, tooWide: 'cut', isPlain } as const;
  if (hasSource && hasLastRun) return alignColumns(rows, screen);
  const isShown = [true, layout.events > 0, hasSource, hasLastRun, true];
  return alignColumns(
    rows.map((cells) => cells.filter((_, column) => isShown[column])),
    screen,
  );
}

/** Qualified where two have one name. */
function uniqueNames(shown: readonly OverviewRow[]): readonly string[] {
  const timesNamed = new Map<string, number>();
  for (const { name } of shown) timesNamed.set(name, (timesNamed.get(name) ?? 0) + 1);
  return shown.map(({ name, qualifiedName }) => (timesNamed.get(name) === 1 ? name : qualifiedName));
}

interface Fit {
  readonly layout: Layout;
  /** What is left for the reason behind the state. */
  readonly whyWidth: number;
}

function fit(out: Output, shown: readonly OverviewRow[], names: readonly string[], lastRun: number): Fit {
  const [widest = narrowest] = layouts;
  if (!out.isTerminal) return { layout: widest, whyWidth: Number.POSITIVE_INFINITY };
  const widths = {
    name: longest(names, 'NAME'.length),
    source: longest(
      shown.map(({ source }) => source),
      'SOURCE'.length,
    ),
    lastRun,
    state:
      longest(
        shown.map(({ state }) => state),
        0,
      ) + GAP,
  };
  const layout = layouts.find((one) => widthOf(one, widths) <= out.width) ?? narrowest;
  return { layout, whyWidth: out.width - widthOf(layout, widths) - GAP };
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

function longest(texts: readonly string[], atLeast: number): number {
  let width = atLeast;
  for (const { length } of texts) if (length > width) width = length;
  return width;
}

import type { JournalRecord } from '@hookmd/core/internal/journal/record';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { Context } from '../context.ts';
import type { Output } from '../terminal.ts';
import { alignColumns } from './columns.ts';
import { runName, runText } from './run-text.ts';
import { widthOf, wrapUnder } from './wrap.ts';

type Row = JournalRecord['hooks'][number];

const BAR_WIDTH = 9;
const MS_WIDTH = 7;

/** Narrower, and there is no room for bars. */
const LEAST_WIDTH_FOR_BARS = 80;

/** One dispatch as a timeline: who was asked when, for how long, and what came of it. */
export function showTrace({ out }: Context, record: JournalRecord): void {
  out.line(headline(out, record));
  const slowest = Math.max(1, ...record.hooks.map((one) => one.durationMs ?? 0));
  const rows = record.hooks.map((one, index) => {
    const branch = index === record.hooks.length - 1 ? out.glyph('└─', '`-') : out.glyph('├─', '|-');
    const start = one.startMs === null ? '' : ms(one.startMs);
    const { text, style } = runText(one);
    return [
      `${start.padStart(MS_WIDTH)} ${branch} ${runName(one, record.hooks)}`,
      one.phase ?? '–',
      duration(out, one, slowest),
      style === null ? text : out.paint(style, text),
    ];
  });
  for (const line of alignColumns(rows, { width: out.width })) out.line(line);
  if (record.hooks.length === 0) out.line('  no hook listens to this event');
  const warnings = [
    ...record.dropped.map((one) => `  dropped: ${cleanLine(one)}`),
    ...record.failedOpen.map((name) => `  went on although ${cleanLine(name)} failed`),
  ];
  for (const one of warnings) out.line(out.paint('yellow', wrapUnder(one, out.width, '  ')));
}

/** Where it does not fit, what came of it stands in a line of its own. */
function headline(out: Output, record: JournalRecord): string {
  const tool = record.tool === null ? '' : ` ${record.tool.kind}`;
  const what = out.paint('bold', `${record.event}${tool}`);
  const session = cleanLine(record.sessionId).slice(0, 12);
  const head = `${record.traceId.slice(0, 8)}  ${what}  session ${session}  ${ms(record.durationMs)}`;
  const end = `${out.glyph('→', '->')} ${outcome(record)}`;
  return widthOf(`${head}  ${end}`) <= out.width
    ? `${head}  ${end}`
    : `${head}\n${wrapUnder(`  ${end}`, out.width, '  ')}`;
}

function outcome({ decision, hooks }: JournalRecord): string {
  const blockers = hooks.filter((one) => one.outcome === 'blocking').map((one) => runName(one, hooks));
  const by = blockers.length > 0 ? ` by ${[...new Set(blockers)].join(', ')}` : '';
  const changed = [...new Set(hooks.flatMap((one) => one.changed))];
  if (decision === 'none')
    return changed.length > 0 ? `changed: ${changed.join(', ')}` : `went on${by && `, feedback${by}`}`;
  const words = { block: 'blocked', ask: 'asks the user', allow: 'allowed' } as const;
  return `${words[decision]}${by}`;
}

/** As wide for every time, so that what stands behind it begins in one column. */
function duration(out: Output, { durationMs }: Row, slowest: number): string {
  if (durationMs === null) return '–';
  const time = ms(durationMs).padStart(MS_WIDTH);
  if (out.width < LEAST_WIDTH_FOR_BARS) return time;
  const length = Math.max(1, Math.round((durationMs / slowest) * BAR_WIDTH));
  return `${out.glyph('█', '#').repeat(length).padEnd(BAR_WIDTH)}${time}`;
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

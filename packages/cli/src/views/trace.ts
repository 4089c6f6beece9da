import type { JournalRecord } from '@hookmd/core/internal/journal/record';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { Context } from '../context.ts';
import type { Output } from '../terminal.ts';
import { alignColumns } from './columns.ts';

type Row = JournalRecord['hooks'][number];

const BAR_WIDTH = 9;

/** One dispatch as a timeline: who was asked when, for how long, and what came of it. */
export function showTrace({ out }: Context, record: JournalRecord): void {
  const tool = record.tool === null ? '' : ` ${record.tool.kind}`;
  out.line(
    `${record.traceId.slice(0, 8)}  ${out.paint('bold', `${record.event}${tool}`)}  session ${cleanLine(record.sessionId).slice(0, 12)}  ${ms(record.durationMs)}  ${out.glyph('→', '->')} ${outcome(record)}`,
  );
  const slowest = Math.max(1, ...record.hooks.map((one) => one.durationMs ?? 0));
  const rows = record.hooks.map((one, index) => {
    const branch = index === record.hooks.length - 1 ? out.glyph('└─', '`-') : out.glyph('├─', '|-');
    const start = one.startMs === null ? '' : ms(one.startMs);
    return [
      `${start.padStart(7)} ${branch} ${cleanLine(one.name)}`,
      one.phase ?? '–',
      duration(out, one, slowest),
      describe(out, one),
    ];
  });
  for (const line of alignColumns(rows)) out.line(line);
  if (record.hooks.length === 0) out.line('  no hook listens to this event');
  for (const one of record.dropped) out.line(out.paint('yellow', `  dropped: ${cleanLine(one)}`));
  for (const name of record.failedOpen) out.line(out.paint('yellow', `  went on although ${name} failed`));
}

function outcome({ decision, hooks }: JournalRecord): string {
  const blockers = hooks.filter((one) => one.outcome === 'blocking').map((one) => one.name);
  const by = blockers.length > 0 ? ` by ${[...new Set(blockers)].join(', ')}` : '';
  const changed = [...new Set(hooks.flatMap((one) => one.changed))];
  if (decision === 'none')
    return changed.length > 0 ? `changed: ${changed.join(', ')}` : `went on${by && `, feedback${by}`}`;
  const words = { block: 'blocked', ask: 'asks the user', allow: 'allowed' } as const;
  return `${words[decision]}${by}`;
}

function duration(out: Output, { durationMs }: Row, slowest: number): string {
  if (durationMs === null) return '–';
  const length = Math.max(1, Math.round((durationMs / slowest) * BAR_WIDTH));
  return `${out.glyph('█', '#').repeat(length)} ${ms(durationMs)}`;
}

function describe(out: Output, one: Row): string {
  const reason = cleanLine(one.reason ?? '').replaceAll('\n', ' ');
  if (one.outcome === 'skipped') return out.paint('dim', `not asked: ${reason}`);
  if (one.outcome === 'blocking') return out.paint('red', `blocked: ${reason}`);
  if (one.outcome !== 'success')
    return out.paint('yellow', `${one.cause?.toLowerCase() ?? one.outcome}: ${reason}`);
  return one.changed.length > 0 ? `changed ${one.changed.join(', ')}` : out.paint('dim', 'no objection');
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { type HookRun, isFailed } from '@hookmd/core/internal/protocol/outcome';
import type { Output } from '../terminal.ts';

/** What one run of one hook came to, in a line: `changed timeout`, `blocked: recursive delete`, `not asked: …`. */
export function runText(run: HookRun): string {
  const why = run.reason === null ? '' : `: ${cleanLine(run.reason)}`;
  if (run.outcome === 'skipped') return `not asked${why}`;
  if (run.outcome === 'blocking') return `blocked${why}`;
  if (isFailed(run)) return `failed${why || causeOf(run)}`;
  if (run.outcome === 'cancelled') return `cancelled${why || causeOf(run)}`;
  return run.changed.length > 0 ? `changed ${run.changed.map(cleanLine).join(', ')}` : 'no objection';
}

export function paintRun(out: Output, run: HookRun, text: string): string {
  if (run.outcome === 'blocking') return out.paint('red', text);
  if (isFailed(run)) return out.paint('yellow', text);
  return run.changed.length > 0 ? text : out.paint('dim', text);
}

function causeOf({ cause }: HookRun): string {
  return cause === null ? '' : `: ${cleanLine(cause)}`;
}

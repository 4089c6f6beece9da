import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { type HookRun, isFailed } from '@hookmd/core/internal/protocol/outcome';
import type { Paint } from '../terminal.ts';
import { cut } from './columns.ts';

/** A reason is no log: `--json` has all of it. */
const LONGEST_REASON = 400;

interface RunText {
  readonly text: string;
  readonly style: Paint | null;
}

/** What came of asking one hook, in words. */
export function runText(run: Pick<HookRun, 'outcome' | 'cause' | 'reason' | 'changed'>): RunText {
  const why = run.reason === null ? '' : `: ${shortReason(run.reason)}`;
  if (run.outcome === 'skipped') return { text: `not asked${why}`, style: 'dim' };
  if (run.outcome === 'blocking') return { text: `blocked${why}`, style: 'red' };
  if (isFailed(run)) return { text: `failed${why}`, style: 'yellow' };
  if (run.outcome === 'cancelled') return { text: `cancelled${why}`, style: 'dim' };
  if (run.changed.length > 0)
    return { text: `changed ${run.changed.map(cleanLine).join(', ')}`, style: null };
  return why === '' ? { text: 'no objection', style: 'dim' } : { text: `said${why}`, style: null };
}

export function shortReason(reason: string): string {
  return cut(cleanLine(reason), LONGEST_REASON);
}

/** By its plain name, or in full where two hooks of one event have it. */
export function runName(run: HookRun, all: readonly HookRun[]): string {
  const isAlone = !all.some((one) => one.name === run.name && one.qualifiedName !== run.qualifiedName);
  return cleanLine(isAlone ? run.name : run.qualifiedName);
}

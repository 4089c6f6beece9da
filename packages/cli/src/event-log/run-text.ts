import { type HookRun, isFailed } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import { cut } from '../ui/columns.ts';
import { counted } from '../ui/counted.ts';
import type { Output } from '../ui/output.ts';

/** A reason is no log: `--json` has all of it. */
const LONGEST_REASON = 400;

/** What a model hook cost; empty where no model was asked. */
export function costText({ cost }: Pick<HookRun, 'cost'>): string {
  // Records of older versions have none.
  if (cost === null || cost === undefined) return '';
  const { inputTokens, outputTokens, turns } = cost;
  const tokens = inputTokens + outputTokens === 0 ? '' : `, ${inputTokens} + ${outputTokens} tokens`;
  return `${counted(turns, 'turn')}${tokens}`;
}

/** What one run of one hook came to, in a line: `changed timeout`, `blocked: recursive delete`, `not asked: …`. */
export function runText(run: HookRun): string {
  const text = outcomeText(run);
  if (run.enforcement === undefined) return text;
  // Of one that said nothing there was nothing to apply.
  const isSilent = run.outcome === 'success' && run.reason === null && run.changed.length === 0;
  return `${text} (mode ${run.enforcement}${isSilent ? '' : ': not applied'})`;
}

function outcomeText(run: HookRun): string {
  const why = run.reason === null ? '' : `: ${shortReason(run.reason)}`;
  if (run.cause === 'ASYNC') return `in the background${why}`;
  if (run.outcome === 'skipped') return `not asked${why}`;
  if (run.outcome === 'blocking') return `${run.halts ? 'stops the agent' : 'blocked'}${why}`;
  if (isFailed(run)) return `failed${why || causeOf(run)}`;
  if (run.outcome === 'cancelled')
    return run.reason === 'cancelled' ? run.reason : `cancelled${why || causeOf(run)}`;
  if (run.sendsBack) return `sends back${why}`;
  if (run.changed.length > 0) return `changed ${run.changed.map(cleanLine).join(', ')}`;
  return why === '' ? 'no objection' : `said${why}`;
}

export function paintRun(out: Output, run: HookRun, text: string): string {
  if (run.outcome === 'blocking') return out.paint('red', text);
  if (isFailed(run) || run.sendsBack) return out.paint('yellow', text);
  return run.changed.length > 0 || run.reason !== null ? text : out.paint('dim', text);
}

export function shortReason(reason: string): string {
  return cut(cleanLine(reason), LONGEST_REASON);
}

/** By its plain name, or in full where two hooks of one event have it. */
export function runName(run: HookRun, all: readonly HookRun[]): string {
  const isAlone = !all.some((one) => one.name === run.name && one.qualifiedName !== run.qualifiedName);
  return cleanLine(isAlone ? run.name : run.qualifiedName);
}

function causeOf({ cause }: HookRun): string {
  return cause === null ? '' : `: ${cleanLine(cause)}`;
}

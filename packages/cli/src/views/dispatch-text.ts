import type { TraceIds } from '@hookmd/core/internal/journal/ids';
import type { JournalRecord } from '@hookmd/core/internal/journal/record';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { type HookRun, isFailed } from '@hookmd/core/internal/protocol/outcome';
import type { Output } from '../terminal.ts';

const SHOWN_DIGITS = 8;
const words = { block: 'blocked', ask: 'asks the user', allow: 'allowed' } as const;

/** What `hooks trace` takes: of a dispatch in the trace of an agent its span, because they share the trace. */
export function dispatchId({ traceId, spanId, parentSpanId }: TraceIds): string {
  return cleanLine(parentSpanId ? spanId : traceId).slice(0, SHOWN_DIGITS);
}

/** `PreToolUse shell` */
export function eventText({ event, tool }: JournalRecord): string {
  return cleanLine(tool === null ? event : `${event} ${tool.kind}`);
}

/** `sent back by lint-on-stop`, of the hooks whose word counted; a long record may have lost their rows. */
export function sentBackText(hooks: readonly HookRun[]): string {
  const names = namesOf(hooks.filter(countsAsSent));
  return names === '' ? 'sent back' : `sent back by ${names}`;
}

/** Why an event did not simply go on: of a verdict its reason, of an agent that was sent back what it is to do. */
export function dispatchReason({ decision, reason, sentBack, hooks }: JournalRecord): string | null {
  if (decision !== 'none') return reason;
  if (!sentBack) return null;
  const texts = hooks.filter(countsAsSent).flatMap((run) => run.reason ?? []);
  return texts.length === 0 ? null : texts.join('; ');
}

/** What a dispatch came to and who decided it, without the reason. */
export function dispatchText(record: JournalRecord): string {
  const { decision, hooks, failedOpen } = record;
  const changed = [...new Set(hooks.flatMap((run) => run.changed))].map(cleanLine);
  const blockers = namesOf(hooks.filter((run) => run.outcome === 'blocking'));
  if (decision !== 'none') return words[decision] + (decision === 'block' ? byWhom(record, blockers) : '');
  const parts = [
    ...(record.sentBack ? [sentBackText(hooks)] : []),
    ...(changed.length > 0 ? [`changed ${changed.join(', ')}`] : []),
    ...(blockers === '' ? [] : [`feedback by ${blockers}`]),
    ...(failedOpen.length > 0 ? [`went on although ${failedOpen.map(cleanLine).join(', ')} failed`] : []),
  ];
  return parts.join('; ') || 'went on';
}

export function paintDispatch(
  out: Output,
  { decision, failedOpen, hooks, sentBack }: JournalRecord,
  text: string,
): string {
  if (decision === 'block') return out.paint('red', text);
  if (decision === 'ask' || sentBack || failedOpen.length > 0) return out.paint('yellow', text);
  return hooks.every((run) => run.outcome === 'skipped') ? out.paint('dim', text) : text;
}

/** Milliseconds as a person reads them. */
export function durationText(durationMs: number): string {
  return `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
}

/** Nobody blocked where a hook that must be asked could not be. */
function byWhom({ hooks, failedOpen }: JournalRecord, blockers: string): string {
  if (blockers !== '') return ` by ${blockers}`;
  const failed = namesOf(hooks.filter((run) => isFailed(run) && !failedOpen.includes(run.qualifiedName)));
  return failed === '' ? '' : ` because ${failed} failed`;
}

function countsAsSent({ sendsBack, enforcement }: HookRun): boolean {
  return sendsBack === true && enforcement === undefined;
}

function namesOf(runs: readonly HookRun[]): string {
  return [...new Set(runs.map((run) => cleanLine(run.name)))].join(', ');
}

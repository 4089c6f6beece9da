import type { EventLogRecord, TraceIds } from '@hookmd/core/event-log';
import { type HookRun, isFailed } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { Output } from '../ui/output.ts';

const SHOWN_DIGITS = 8;
const words = { block: 'blocked', ask: 'asks the user', allow: 'allowed' } as const;

/** What `hooks trace` takes: of a dispatch in the trace of an agent its span, because they share the trace. */
export function dispatchId({ traceId, spanId, parentSpanId }: TraceIds): string {
  return cleanLine(parentSpanId ? spanId : traceId).slice(0, SHOWN_DIGITS);
}

/** `PreToolUse shell` */
export function eventText({ event, tool }: EventLogRecord): string {
  return cleanLine(tool === null ? event : `${event} ${tool.kind}`);
}

/** `sent back by lint-on-stop`, of the hooks whose word counted; a long record may have lost their rows. */
export function sentBackText(hooks: readonly HookRun[]): string {
  return byNames(
    'sent back',
    hooks.filter((run) => run.sendsBack && counts(run)),
  );
}

/** Why an event did not simply go on: of a verdict its reason, of an agent that was stopped or sent back what the hooks said. */
export function dispatchReason({ decision, reason, sentBack, halted, hooks }: EventLogRecord): string | null {
  if (decision !== 'none') return unlessOnlyWho(reason, hooks);
  const isMeant = (run: HookRun): boolean => (halted ? run.halts : sentBack && run.sendsBack) === true;
  const texts = hooks.filter((run) => isMeant(run) && counts(run)).flatMap((run) => run.reason ?? []);
  return texts.length === 0 ? null : texts.join('; ');
}

/** The reason of a verdict; null where it says nothing but who blocked, which stands beside it. */
export function unlessOnlyWho(reason: string | null, hooks: readonly HookRun[]): string | null {
  const silent = hooks.filter((run) => run.outcome === 'blocking' && run.reason === null);
  const isOnlyWho = (line: string): boolean => silent.some(({ name }) => line === `blocked by ${name}`);
  return reason?.split('\n').every(isOnlyWho) ? null : reason;
}

/** What a dispatch came to and who decided it, without the reason. */
export function dispatchText(record: EventLogRecord): string {
  const { decision, failedOpen, halted, sentBack } = record;
  const hooks = record.hooks.filter(counts);
  const blocking = hooks.filter((run) => run.outcome === 'blocking');
  if (halted && decision !== 'none') return stoppedText(blocking);
  if (decision !== 'none')
    return words[decision] + (decision === 'block' ? byWhom(record, namesOf(blocking)) : '');
  const changed = [...new Set(hooks.flatMap((run) => run.changed))].map(cleanLine);
  const telling = namesOf(blocking.filter((run) => !run.halts));
  const parts = [
    ...(halted ? [stoppedText(blocking)] : []),
    ...(sentBack ? [sentBackText(hooks)] : []),
    ...(changed.length > 0 ? [`changed ${changed.join(', ')}`] : []),
    ...(telling === '' ? [] : [`feedback by ${telling}`]),
    ...(failedOpen.length > 0 ? [`went on although ${failedOpen.map(cleanLine).join(', ')} failed`] : []),
  ];
  return parts.join('; ') || 'went on';
}

function stoppedText(blocking: readonly HookRun[]): string {
  return byNames(
    'stopped',
    blocking.filter((run) => run.halts),
  );
}

export function paintDispatch(
  out: Output,
  { decision, failedOpen, halted, hooks, sentBack }: EventLogRecord,
  text: string,
): string {
  if (decision === 'block' || halted) return out.paint('red', text);
  if (decision === 'ask' || sentBack || failedOpen.length > 0) return out.paint('yellow', text);
  return hooks.every((run) => run.outcome === 'skipped') ? out.paint('dim', text) : text;
}

/** Milliseconds as a person reads them. */
export function durationText(durationMs: number): string {
  return `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
}

/** Nobody blocked where a hook that must be asked could not be. */
function byWhom({ hooks, failedOpen }: EventLogRecord, blockers: string): string {
  if (blockers !== '') return ` by ${blockers}`;
  const failed = namesOf(hooks.filter((run) => isFailed(run) && !failedOpen.includes(run.qualifiedName)));
  return failed === '' ? '' : ` because ${failed} failed`;
}

/** Its word was applied, not only watched. */
function counts({ enforcement }: HookRun): boolean {
  return enforcement === undefined;
}

function byNames(word: string, runs: readonly HookRun[]): string {
  const names = namesOf(runs);
  return names === '' ? word : `${word} by ${names}`;
}

function namesOf(runs: readonly HookRun[]): string {
  return [...new Set(runs.map((run) => cleanLine(run.name)))].join(', ');
}

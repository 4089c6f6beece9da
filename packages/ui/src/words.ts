import type { AllowRecord, EventLogRecord, TraceIds } from '@hookmd/core/event-log';
import { type Decision, type HookRun, isFailed } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';

/*
 * What a record of the event log is in words: the same on a terminal and on a page.
 */

/** The JSON of a trace has the whole reason. */
const LONGEST_REASON = 400;
/** Of an id, enough for `hooks trace`. */
export const ID_DIGITS = 8;

/** Each decision in words. */
export const decisionWords: Readonly<Record<Exclude<Decision['decision'], 'none'>, string>> = {
  block: 'blocked',
  ask: 'asks the user',
  allow: 'allowed',
};

/** The cost of a model hook; empty for other hooks. */
export function costText({ cost }: Pick<HookRun, 'cost'>): string {
  // Records of older versions have none.
  if (cost === null || cost === undefined) return '';
  const { inputTokens, outputTokens, turns } = cost;
  const tokens = inputTokens + outputTokens === 0 ? '' : `, ${inputTokens} + ${outputTokens} tokens`;
  return `${counted(turns, 'turn')}${tokens}`;
}

/** The effects of a run in words: applied, and where its package is in the mode warn or audit. */
const effects = {
  stop: ['stops the agent', 'would stop the agent'],
  block: ['blocked', 'would block'],
  ask: ['asks', 'would ask'],
  allow: ['allows', 'would allow'],
  sendBack: ['sends back', 'would send back'],
  change: ['changed', 'would change'],
} as const;

function effectOf(run: HookRun): keyof typeof effects | null {
  if (run.outcome === 'blocking') return run.halts ? 'stop' : 'block';
  if (run.outcome !== 'success') return null;
  if (run.sendsBack) return 'sendBack';
  if (run.changed.length > 0) return 'change';
  return run.decides ?? null;
}

/** What the words for a run depend on besides. */
export interface RunContext {
  /** A hook blocked the event or stopped the agent, which cancels the other guards. */
  readonly isEnded: boolean;
  /** The reason is printed elsewhere. */
  readonly hidesReason?: boolean;
}

/** The result of one hook in a line: `changed timeout`, `blocked: recursive delete`, `src/a.ts: no decision`. */
export function runText(run: HookRun, context: RunContext): string {
  const file = run.file === undefined ? '' : `${cleanLine(run.file)}: `;
  const text = file + resultText(run, context);
  return run.enforcement === undefined ? text : `${text} (mode ${run.enforcement})`;
}

function resultText(run: HookRun, { isEnded, hidesReason }: RunContext): string {
  const { outcome, cause, changed } = run;
  const why = run.reason === null || hidesReason ? '' : `: ${shortReason(run.reason)}`;
  const whyOrCause = why || (cause === null ? '' : `: ${cleanLine(cause)}`);
  if (cause === 'ASYNC') return `in the background${why}`;
  if (outcome === 'skipped') return `skipped${why}`;
  if (isFailed(run)) return `failed${hidesReason ? '' : whyOrCause}`;
  if (outcome === 'canceled') {
    if (run.reason !== 'canceled') return `canceled${whyOrCause}`;
    return isEnded ? 'canceled: another hook blocked first' : 'canceled';
  }
  const effect = effectOf(run);
  if (effect === null) return why === '' ? 'no decision' : `note${why}`;
  const word = effects[effect][isApplied(run) ? 0 : 1];
  if (effect === 'change') return `${word} ${changed.map(cleanLine).join(', ')}`;
  return `${word}${run.allowed ? ', and you allowed this call' : ''}${why}`;
}

/** Whether its guards were canceled because one of them blocked. */
export function isEnded({ decision, hooks }: Pick<EventLogRecord, 'decision' | 'hooks'>): boolean {
  return decision === 'block' || hooks.some((run) => run.halts && isApplied(run));
}

/** A reason in one line, cut at 400 characters. */
export function shortReason(reason: string): string {
  const line = cleanLine(reason);
  return line.length <= LONGEST_REASON ? line : `${line.slice(0, LONGEST_REASON - 1)}…`;
}

/** The plain name, or the qualified name where two hooks of one event have the plain name. */
export function runName(run: HookRun, all: readonly HookRun[]): string {
  const isAlone = !all.some(
    (hookRun) => hookRun.name === run.name && hookRun.qualifiedName !== run.qualifiedName,
  );
  return cleanLine(isAlone ? run.name : run.qualifiedName);
}

/** `ada, once within 10m` */
export function allowText({ by, use, forMs }: AllowRecord): string {
  const minutes = Math.max(1, Math.round(forMs / 60_000));
  return `${cleanLine(by)}, ${use === 'once' ? 'once within' : 'for'} ${counted(minutes, 'minute')}`;
}

/** A duration as a user reads it: `1.4 ms`, `32 ms`, `1.2 s`. */
export function durationText(durationMs: number): string {
  if (durationMs >= 999.5) return `${(durationMs / 1000).toFixed(1)} s`;
  return `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
}

/** The id for `hooks trace`: the span where the trace is the agent's, because its events share the trace. */
export function dispatchId({ traceId, spanId, parentSpanId }: TraceIds): string {
  return cleanLine(parentSpanId ? spanId : traceId).slice(0, ID_DIGITS);
}

/** `PreToolUse shell` */
export function eventText({ event, tool }: EventLogRecord): string {
  return cleanLine(tool === null ? event : `${event} ${tool.kind}`);
}

/** The version that ran is not the one that the user sees. */
export function changedText(name: string): string {
  return `${name} ran as you approved it, and its directory has changed since. To run the new version:  hooks approve ${name}`;
}

/** `Bash: git push -f`; empty where the event log has nothing of the call. */
export function callText({ tool, call }: EventLogRecord): string {
  if (call === undefined) return '';
  return cleanLine(tool === null ? call : `${tool.name}: ${call}`);
}

/** The reason of a decision; for an agent that was stopped or sent back, the reasons of those hooks. */
export function dispatchReason({ decision, reason, sentBack, halted, hooks }: EventLogRecord): string | null {
  if (decision !== 'none') return unlessOnlyWho(reason, hooks);
  const isMeant = (run: HookRun): boolean => (halted ? run.halts : sentBack && run.sendsBack) === true;
  const texts = hooks.filter((run) => isMeant(run) && isApplied(run)).flatMap((run) => run.reason ?? []);
  return texts.length === 0 ? null : texts.join('; ');
}

/** The reason of a decision; null where it only repeats which hooks blocked. */
export function unlessOnlyWho(reason: string | null, hooks: readonly HookRun[]): string | null {
  const silent = hooks.filter((run) => run.outcome === 'blocking' && run.reason === null);
  const isOnlyWho = (line: string): boolean => silent.some(({ name }) => line === `blocked by ${name}`);
  return reason?.split('\n').every(isOnlyWho) ? null : reason;
}

/** The decision of a recorded event and who made it, without the reason. */
export function dispatchText({
  decision,
  decidedBy,
  failedOpen,
  halted,
  sentBack,
  hooks,
}: Pick<EventLogRecord, 'decision' | 'decidedBy' | 'failedOpen' | 'halted' | 'sentBack' | 'hooks'>): string {
  const applied = hooks.filter(isApplied);
  const blocking = applied.filter((run) => run.outcome === 'blocking');
  const stopping = blocking.filter((run) => run.halts);
  if (halted && decision !== 'none') return byNames('stopped', stopping);
  if (decision === 'block' && blocking.length === 0) {
    // A required hook could not run.
    const failed = hooks.filter(
      (run) =>
        isFailed(run) && (decidedBy?.includes(run.qualifiedName) ?? !failedOpen.includes(run.qualifiedName)),
    );
    return failed.length === 0 ? 'blocked' : `blocked because ${namesOf(failed)} failed`;
  }
  if (decision !== 'none')
    return decision === 'block' ? byNames('blocked', blocking) : decisionWords[decision];
  const changed = [...new Set(applied.flatMap((run) => run.changed))].map(cleanLine);
  const reporting = namesOf(blocking.filter((run) => !run.halts));
  const parts = [
    ...(halted ? [byNames('stopped', stopping)] : []),
    ...(sentBack ? [sentBackText(hooks)] : []),
    ...(changed.length > 0 ? [`changed ${changed.join(', ')}`] : []),
    ...(reporting === '' ? [] : [`feedback by ${reporting}`]),
    ...(failedOpen.length > 0 ? [`proceeded although ${failedOpen.map(cleanLine).join(', ')} failed`] : []),
  ];
  return parts.join('; ') || 'proceeded';
}

/** `sent back by lint-on-stop`; a shortened record may lack the rows. */
export function sentBackText(hooks: readonly HookRun[]): string {
  return byNames(
    'sent back',
    hooks.filter((run) => run.sendsBack && isApplied(run)),
  );
}

/** Its result is part of the decision: its package is not in the mode warn or audit, and you do not allow the call. */
export function isApplied({ enforcement, allowed }: HookRun): boolean {
  return enforcement === undefined && allowed !== true;
}

function byNames(word: string, runs: readonly HookRun[]): string {
  const names = namesOf(runs);
  return names === '' ? word : `${word} by ${names}`;
}

function namesOf(runs: readonly HookRun[]): string {
  return [...new Set(runs.map((run) => cleanLine(run.name)))].join(', ');
}

/** `1 error`, `3 errors`, `2 entries`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`.replace(/([^aeiou])ys$/, '$1ies')}`;
}

import type { AllowRecord, EventLogRecord, TraceIds } from '@hookmd/core/event-log';
import { type Decision, type HookRun, isFailed } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import { counted } from '../ui/counted.ts';
import { alignColumns, cut, type Output, type Paint, wrapUnder } from '../ui/output.ts';

/** `--json` has the whole reason. */
const LONGEST_REASON = 400;
const MAX_WARNINGS = 5;
const MAX_SKIPPED = 100;
const ID_DIGITS = 8;

const decisions: Readonly<
  Record<Exclude<Decision['decision'], 'none'>, { readonly style: Paint; readonly word: string }>
> = {
  block: { style: 'red', word: 'blocked' },
  ask: { style: 'yellow', word: 'asks the user' },
  allow: { style: 'green', word: 'allowed' },
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

interface RunContext {
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

export function paintRun(out: Output, run: HookRun, text: string): string {
  if (run.outcome === 'blocking' && isApplied(run)) return out.paint('red', text);
  if (isFailed(run) || run.sendsBack) return out.paint('yellow', text);
  return run.changed.length > 0 || run.reason !== null ? text : out.paint('dim', text);
}

function shortReason(reason: string): string {
  return cut(cleanLine(reason), LONGEST_REASON);
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
    return decision === 'block' ? byNames('blocked', blocking) : decisions[decision].word;
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

export function paintDispatch(
  out: Output,
  { decision, failedOpen, halted, hooks, sentBack }: Parameters<typeof dispatchText>[0],
  text: string,
): string {
  if (decision === 'block' || halted) return out.paint('red', text);
  if (decision === 'ask' || sentBack || failedOpen.length > 0) return out.paint('yellow', text);
  return hooks.every((run) => run.outcome === 'skipped') ? out.paint('dim', text) : text;
}

/** `sent back by lint-on-stop`; a shortened record may lack the rows. */
function sentBackText(hooks: readonly HookRun[]): string {
  return byNames(
    'sent back',
    hooks.filter((run) => run.sendsBack && isApplied(run)),
  );
}

/** Its result is part of the decision: its package is not in the mode warn or audit, and you do not allow the call. */
function isApplied({ enforcement, allowed }: HookRun): boolean {
  return enforcement === undefined && allowed !== true;
}

function byNames(word: string, runs: readonly HookRun[]): string {
  const names = namesOf(runs);
  return names === '' ? word : `${word} by ${names}`;
}

function namesOf(runs: readonly HookRun[]): string {
  return [...new Set(runs.map((run) => cleanLine(run.name)))].join(', ');
}

/** One decision for the user: the word, the reason, the changes, and a line for every hook. */
export function showDecision(
  { out, err }: Context,
  decision: Decision,
  advice: readonly string[] = [],
): void {
  const { hooks, dropped, failedOpen } = decision;
  const print = (text: string): void => out.line(wrapUnder(text, out.width, '  '));
  const printRows = (rows: readonly (readonly string[])[]): void => {
    for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
  };
  const { style, word: token, reason } = headline(decision);
  const why = reason === null ? '' : `: ${shortReason(reason)}`;
  print(`${out.paint('bold', decision.event)}  ${out.paint(style, token)}${why}`);
  printRows(changeRows(decision));
  const texts = {
    hint: decision.hints,
    context: decision.context,
    feedback: decision.feedback,
    'follow-up': decision.followUps.join('; ') === reason ? [] : decision.followUps,
    'to the user': decision.userMessages,
  };
  for (const [label, list] of Object.entries(texts))
    for (const text of list) print(`  ${label}: ${cleanLine(text)}`);
  const skipped = hooks.filter(({ outcome }) => outcome === 'skipped');
  const hidden = new Set(skipped.slice(MAX_SKIPPED));
  const shown = hooks.filter((run) => !hidden.has(run));
  const isTimed = hooks.some(({ durationMs }) => durationMs !== null);
  // Of several hooks, each has its reason in its own row too.
  const above = [reason ?? '', ...decision.feedback, ...decision.followUps];
  const printed = hooks.filter(
    (run) => run.reason !== null && isApplied(run) && above.some((text) => text.includes(run.reason ?? '')),
  );
  printRows(
    shown.map((run) => [
      runName(run, shown),
      run.phase ?? '–',
      ...(isTimed ? [timeCell(run)] : []),
      paintRun(
        out,
        run,
        runText(run, { isEnded: isEnded(decision), hidesReason: printed.length === 1 && printed[0] === run }),
      ),
    ]),
  );
  if (hidden.size > 0) out.line(`  and ${hidden.size} more that were skipped; \`--json\` has them all`);
  if (hooks.length === 0) out.line('  no hook listens to this event');
  const warnings = [
    ...hooks.flatMap((run) => warningLines(run, runName(run, hooks))),
    ...dropped.map((text) => `dropped: ${cleanLine(text)}`),
    ...failedOpen.map((name) => `proceeded although ${cleanLine(name)} failed`),
  ];
  for (const text of warnings) err.line(err.paint('yellow', wrapUnder(text, err.width, '  ')));
  for (const text of advice) err.line(wrapUnder(text, err.width, '  '));
  if (hooks.some(isFailed))
    err.line(`Details:  ${err.paint('cyan', `hooks trace ${decision.traceId.slice(0, ID_DIGITS)}`)}`);
}

export function warningLines({ warnings }: HookRun, name: string): readonly string[] {
  const rest = warnings.length - MAX_WARNINGS;
  const lines = warnings.slice(0, MAX_WARNINGS).map((text) => `warning about ${name}: ${cleanLine(text)}`);
  return rest > 0 ? [...lines, `${rest} more warnings about ${name}`] : lines;
}

/** What hooks changed of the event, and the host action they request. */
export function changeRows({
  changed,
  output,
  tools,
  messages,
  input,
  callback,
}: Decision): readonly (readonly string[])[] {
  const [part, value] = Object.entries({ output, tools, messages, input }).find(
    ([, item]) => item !== null,
  ) ?? ['', null];
  const isShown = value !== null && (changed.length > 0 || messages !== null);
  const args = Object.keys(callback?.args ?? {}).length === 0 ? '' : ` ${JSON.stringify(callback?.args)}`;
  return [
    ...(changed.length > 0 ? [['changed', changed.map(cleanLine).join(', ')]] : []),
    ...(isShown ? [[part, cleanLine(JSON.stringify(value))]] : []),
    ...(callback === null ? [] : [['host action', cleanLine(callback.name + args)]]),
  ];
}

function headline({ decision, reason, changed, halt, followUps, hooks }: Decision): {
  readonly style: Paint;
  readonly word: string;
  readonly reason: string | null;
} {
  const style = decision === 'none' ? 'green' : decisions[decision].style;
  if (halt !== null) return { style, word: 'stopped', reason };
  if (decision !== 'none') return { ...decisions[decision], reason: unlessOnlyWho(reason, hooks) };
  if (followUps.length > 0)
    return { style: 'yellow', word: sentBackText(hooks), reason: followUps.join('; ') };
  return { style, word: changed.length > 0 ? 'proceeds, changed' : 'proceeds', reason };
}

/** As wide for every time up to 10 s, so that the results begin in one column. */
function timeCell({ durationMs }: HookRun): string {
  return (durationMs === null ? '' : durationText(durationMs)).padStart(6);
}

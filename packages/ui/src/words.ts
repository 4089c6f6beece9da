import type { AllowRecord, EventLogRecord, TraceIds } from '@hookmd/core/event-log';
import {
  type Decision,
  type HookRun,
  isFailed,
  isJsonObject,
  isSameJson,
  type JsonValue,
} from '@hookmd/core/events';
import { cleanLine, counted } from '@hookmd/core/text';

/*
 * What a record of the event log, or a decision that was only tried, is in words: the same on a terminal and on a page.
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

/** The color of a run, by the name of its class. */
export function runTone(run: HookRun): string {
  if (isFailed(run)) return 'fail';
  if (!isApplied(run)) return 'none';
  if (run.outcome === 'blocking') return 'block';
  if (run.decides !== undefined) return run.decides;
  return run.changed.length > 0 || run.sendsBack ? 'change' : 'none';
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
  return `${durationMs < 9.95 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
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

/** What the words for a decision depend on, of one that is in no event log. */
export function dispatchOf(decision: Decision): Parameters<typeof dispatchText>[0] {
  const { followUps, halt } = decision;
  return {
    ...decision,
    ...(halt === null ? {} : { halted: true as const }),
    ...(decision.decision === 'none' && followUps.length > 0 ? { sentBack: true as const } : {}),
  };
}

/** A decision that was only tried: `blocked by no-force-push`, `proceeds`, `asks you`. */
export function trialText(decision: Decision): string {
  return dispatchText(dispatchOf(decision))
    .replace(/^proceeded/, 'proceeds')
    .replace('asks the user', 'asks you');
}

/** Who reads which texts of a decision. */
export function textsOf({
  decision,
  reason,
  hooks,
  context,
  hints,
  feedback,
  followUps,
  halt,
  userMessages,
}: Decision): {
  readonly model: readonly string[];
  readonly user: readonly string[];
} {
  const why = unlessOnlyWho(reason, hooks);
  const reasons = why === null || decision === 'none' ? [] : [why];
  const isForUser = decision === 'ask' || halt !== null;
  return {
    model: [
      ...(decision === 'block' && !isForUser ? reasons : []),
      ...context,
      ...hints,
      ...feedback,
      ...followUps,
    ],
    user: [...(isForUser ? reasons : []), ...userMessages],
  };
}

/** Each hook of a decision that was only tried, with its result; without the reason if that is read above. */
export function trialRows(
  decision: Decision,
): readonly { readonly run: HookRun; readonly name: string; readonly text: string }[] {
  const { hooks } = decision;
  const { model, user } = textsOf(decision);
  const read = hooks.filter(({ reason }) =>
    [...model, ...user].some((text) => text.includes(reason ?? '\0')),
  );
  return hooks.map((run) => ({
    run,
    name: runName(run, hooks),
    text:
      run.cause === 'ASYNC'
        ? 'would start in the background'
        : runText(run, { isEnded: isEnded(decision), hidesReason: read.length === 1 && read[0] === run }),
  }));
}

/** A condition, and the commands that it matches: none if it applies because the text cannot be parsed. */
export interface Match {
  readonly condition: string;
  readonly commands: readonly string[];
}

/** Which commands of several a condition matches: `git push -f` of `cd x && git push -f`; empty if it is the whole. */
export function matchText({ condition, commands }: Match, whole: string): string {
  if (commands.length === 0)
    return `${cleanLine(condition)} applies because the command cannot be fully parsed`;
  if (commands.length === 1 && commands[0] === whole.trim()) return '';
  return `${cleanLine(condition)} matches ${commands.map((text) => `\`${cleanLine(text)}\``).join(', ')}`;
}

/** The arguments that hooks changed of a tool call, before and after as JSON; null = it is not there. */
export function inputChanges(
  before: JsonValue | undefined,
  { input }: Decision,
): readonly { readonly key: string; readonly before: string | null; readonly after: string | null }[] {
  if (input === null || !isJsonObject(before)) return [];
  const shown = (value: JsonValue | undefined): string | null =>
    value === undefined ? null : cleanLine(JSON.stringify(value));
  return [...new Set([...Object.keys(before), ...Object.keys(input)])]
    .filter((key) => !isSameJson(before[key], input[key]))
    .map((key) => ({ key: cleanLine(key), before: shown(before[key]), after: shown(input[key]) }));
}

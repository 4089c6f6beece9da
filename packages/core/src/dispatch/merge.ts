import { withholdOutput } from '../contracts/contract.ts';
import { DECISION_SCHEMA, type Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import { type EventKind, eventRow } from '../events/events.ts';
import type { HookOutput } from '../events/hook-output.ts';
import type { JsonValue } from '../events/json.ts';
import { type HookRun, isFailed } from '../events/outcome.ts';
import { cleanText } from '../events/text.ts';
import type { PlannedHook } from './plan.ts';

interface MergeRequest {
  readonly original: HookEvent;
  /** The event after every accepted change. */
  readonly final: HookEvent;
  /** In plan order, which decides between equal results; the order in which hooks end does not matter. */
  readonly results: readonly HookResult[];
}

/** The part of a decision that results determine; the caller adds ids, runs and times. */
export type Merged = Omit<Decision, 'schema' | 'traceId' | 'hooks' | 'durationMs'>;

/**
 * Merges the results of hooks into one decision (H1 to H13, F16).
 *
 * Pure. A failed hook counts only if its `onFailure` is `block`. Before an action a block discards every change; after it,
 * changes of the output always apply.
 */
export function mergeResults({ original, final, results }: MergeRequest): Merged {
  const row = eventRow(original.hook_event_name);
  const isBefore = row.kind === 'before';
  const blocks = isBefore
    ? results.filter(({ output, failsClosed }) => output.decision === 'block' || failsClosed)
    : [];
  const prompts = isBefore ? results.filter(({ output }) => output.decision === 'ask') : [];
  const allows = isBefore ? results.filter(({ output }) => output.decision === 'allow') : [];
  const deciders = blocks.length > 0 ? blocks : prompts.length > 0 ? prompts : allows;
  const decision: Decision['decision'] =
    blocks.length > 0 ? 'block' : prompts.length > 0 ? 'ask' : allows.length > 0 ? 'allow' : 'none';
  const dropped = results.flatMap((result) => result.dropped);
  const keepsInput = decision !== 'block' && !(row.inputNeedsAllow && decision !== 'allow');
  const changers = results.filter((result) => counts(result) && result.run.changed.length > 0);
  if (!keepsInput && decision !== 'block') {
    dropped.push(
      ...changers.map(
        (changer) => `change by ${changer.run.qualifiedName}: it counts only beside an approval`,
      ),
    );
  }
  const effective = keepsInput ? final : original;
  const changedInput = (field: 'messages' | 'tools'): readonly JsonValue[] | null =>
    row.input === field && effective[field] !== original[field]
      ? (effective[field] as readonly JsonValue[])
      : null;
  const halting = results.filter((result) => result.output.halt !== undefined);
  const settled = settleEvent(results, halting.length > 0, dropped);
  return {
    event: original.hook_event_name,
    eventId: original.event_id,
    decision,
    reason: deciders.length > 0 ? joinReasons(deciders) : null,
    decidedBy: names(deciders.length > 0 ? deciders : halting),
    input: effective.tool_input ?? null,
    output: changedOutput(original, final),
    changed: keepsInput ? [...new Set(changers.flatMap((result) => result.run.changed))] : [],
    context: results.flatMap((result) => result.output.context ?? []).map(cleanText),
    feedback: feedbackOf(results, row.kind === 'after'),
    ...settled,
    messages: settled.messages ?? changedInput('messages'),
    hints: keepsInput ? results.flatMap((result) => result.output.hint ?? []).map(cleanText) : [],
    tools: changedInput('tools'),
    halt: halting[0]?.output.halt ?? null,
    userMessages: results.flatMap((result) => result.output.userMessages ?? []).map(cleanText),
    suppressOutput: results.some((result) => result.output.suppressOutput === true),
    dropped,
    failedOpen:
      decision === 'block'
        ? []
        : names(results.filter((result) => counts(result) && isFailed(result.run) && !takesEffect(result))),
  };
}

export function finishDecision(
  merged: Merged,
  rest: Pick<Decision, 'traceId' | 'hooks' | 'durationMs'>,
): Decision {
  const { traceId, hooks, durationMs } = rest;
  return { schema: DECISION_SCHEMA, traceId, ...merged, hooks, durationMs };
}

/** A hook with enforcement `warn` or `audit` has its row and no part in the decision. */
function counts({ run }: HookResult): boolean {
  return run.enforcement === undefined;
}

function joinReasons(deciders: readonly HookResult[]): string {
  return deciders.map(describe).join('\n');
}

function describe(result: HookResult): string {
  const { run, failsClosed } = result;
  if (!failsClosed) return run.reason ?? withoutReason(result);
  const { kind } = eventRow(result.event.hook_event_name);
  const effect = kind === 'before' ? 'failed, so HookMD blocks this' : 'failed';
  return `\`${run.name}\` ${effect}: ${withoutRemedy(run.reason ?? run.cause ?? '')}`;
}

/** The model reads this reason, and only the user runs the command that repairs the hook. */
function withoutRemedy(reason: string): string {
  const at = reason.search(/run `hooks /i);
  return at < 0 ? reason : reason.slice(0, at).trimEnd().replace(/[;.]$/, '');
}

function withoutReason({ run, output }: HookResult): string {
  if (output.decision === 'ask') return `${run.name} requires a confirmation by the user`;
  return `${output.decision === 'allow' ? 'approved' : 'blocked'} by ${run.name}`;
}

function names(results: readonly HookResult[]): readonly string[] {
  return [...new Set(results.map((result) => result.run.qualifiedName))];
}

function changedOutput(original: HookEvent, final: HookEvent): JsonValue | null {
  const field = eventRow(original.hook_event_name).output;
  if (field === null || original[field] === final[field]) return null;
  return final[field] as JsonValue;
}

function feedbackOf(results: readonly HookResult[], isResult: boolean): readonly string[] {
  if (!isResult) return [];
  return results.flatMap((result) => {
    const { output, failsClosed, planned } = result;
    if (output.feedback !== undefined) return [cleanText(output.feedback)];
    return failsClosed && planned.phase === 'guard' && takesEffect(result) ? [describe(result)] : [];
  });
}

/** A blocking failure takes effect only if the event and the host permit one. */
function takesEffect({ failsClosed, planned }: HookResult): boolean {
  return (
    failsClosed &&
    (planned.phase === 'modify' ||
      planned.permits.some((permit) => permit === 'block' || permit === 'feedback'))
  );
}

/** Whether an output replaces the conversation. */
export function replaces({ messages, callback }: HookOutput): boolean {
  return messages !== undefined || callback !== undefined;
}

/** Halt, then the first replacement or callback, then all follow-ups. */
function settleEvent(
  results: readonly HookResult[],
  isHalted: boolean,
  dropped: string[],
): Pick<Merged, 'followUps' | 'messages' | 'callback'> {
  const followUps = results.flatMap((result) => result.output.followUps ?? []);
  const replacers = results.filter((result) => replaces(result.output));
  const winner = isHalted ? undefined : replacers[0];
  for (const loser of isHalted ? replacers : replacers.slice(1)) {
    dropped.push(
      `replaced messages by ${loser.run.qualifiedName}: ${isHalted ? 'the agent is stopped' : 'an earlier hook replaced them'}`,
    );
  }
  const isDropped = isHalted || winner !== undefined;
  if (isDropped && followUps.length > 0) {
    dropped.push(
      `${followUps.length} follow-ups: ${isHalted ? 'the agent is stopped' : 'the messages were replaced'}`,
    );
  }
  return {
    followUps: isDropped ? [] : followUps.map(cleanText),
    messages: winner?.output.messages?.map(({ role, content }) => ({ role, content })) ?? null,
    callback: winner?.output.callback ?? null,
  };
}

/** The effect of a failed hook with `onFailure: block` on the event. */
type FailureEffect = 'block' | 'withhold' | 'feedback' | 'record';

/** How the phases of one kind of event combine. */
interface KindRules {
  /** The first block, halt or failure that blocks ends the event: later hooks are skipped. */
  readonly blockEnds: boolean;
  /** Modifying hooks run once more if the input changed after their turn. */
  readonly hasRecheck: boolean;
  readonly failedModification: FailureEffect;
  readonly failedGuard: FailureEffect;
}

export const kindRules: Readonly<Record<EventKind, KindRules>> = {
  before: { blockEnds: true, hasRecheck: true, failedModification: 'block', failedGuard: 'block' },
  after: { blockEnds: false, hasRecheck: false, failedModification: 'withhold', failedGuard: 'feedback' },
  stop: { blockEnds: false, hasRecheck: false, failedModification: 'record', failedGuard: 'record' },
  notification: { blockEnds: false, hasRecheck: false, failedModification: 'record', failedGuard: 'record' },
};

/** The result of one hook: its row for users, and its effect on the event. */
export interface HookResult {
  readonly planned: PlannedHook;
  readonly run: HookRun;
  /** After permits and contract; empty if the hook did not run or failed. */
  readonly output: HookOutput;
  /** The event after its change; the same object if it changed nothing. */
  readonly event: HookEvent;
  /** It failed, and its `onFailure` is `block`. */
  readonly failsClosed: boolean;
  /** Effects that were not permitted, and why. */
  readonly dropped: readonly string[];
  /** Values its redaction removed. */
  readonly removed: readonly string[];
}

/** What is known of a hook that did not run. */
export type SkippedHook = Omit<HookResult, 'run' | 'failsClosed'>;

/** The result of a hook that failed. */
export function failedResult(skipped: SkippedHook, run: HookRun): HookResult {
  return { ...skipped, run, failsClosed: isFailed(run) && blocksOnFailure(skipped.planned) };
}

/** An observer decides nothing, so its failure does not block. */
export function blocksOnFailure({ hook, phase }: PlannedHook): boolean {
  return hook.onFailure === 'block' && phase !== 'observe';
}

/** The effect of a failure, by the rules of its kind and phase. */
export function failureEffect(result: HookResult, event: HookEvent): FailureEffect {
  if (!result.failsClosed) return 'record';
  const rules = kindRules[eventRow(event.hook_event_name).kind];
  return result.planned.phase === 'modify' ? rules.failedModification : rules.failedGuard;
}

/** The event after a hook: with its change, or with its output withheld if the hook failed and must not. */
export function eventAfter(result: HookResult, current: HookEvent): HookEvent {
  if (failureEffect(result, current) !== 'withhold') return result.event;
  return withholdOutput(current, result.run.name, result.run.cause ?? 'failed');
}

import { withholdOutput } from '../contracts/contract.ts';
import type { Answer } from '../events/answer.ts';
import { DECISION_SCHEMA, type Decision, type Verdict } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import { type EventClass, eventRow } from '../events/events.ts';
import type { JsonValue } from '../events/json.ts';
import { type HookRun, isFailed } from '../events/outcome.ts';
import { cleanText } from '../events/text.ts';
import type { PlannedHook } from './plan.ts';

export interface MergeRequest {
  readonly original: HookEvent;
  /** The event after every accepted change. */
  readonly final: HookEvent;
  /** In plan order; that order decides between equal answers, never who finished first. */
  readonly asked: readonly HookResult[];
}

/** Everything of a decision that the answers determine; the caller adds ids, rows and times. */
export type Merged = Omit<Decision, 'schema' | 'traceId' | 'hooks' | 'durationMs'>;

/**
 * Merges what the hooks said into the decision for the host.
 *
 * Pure. A failed hook counts only where its `onFailure` is `block`. On a gate event a block discards
 * every rewrite; on a result event rewrites always hold.
 *
 * Source: architecture.md §4 and §5; features.md H1 to H13, F16.
 */
export function mergeResults({ original, final, asked }: MergeRequest): Merged {
  const row = eventRow(original.hook_event_name);
  const isGate = row.class === 'gate';
  const blocks = isGate ? asked.filter((one) => one.answer.verdict === 'block' || one.failsClosed) : [];
  const asks = isGate ? asked.filter((one) => one.answer.verdict === 'ask') : [];
  const allows = isGate ? asked.filter((one) => one.answer.verdict === 'allow') : [];
  const deciders = blocks.length > 0 ? blocks : asks.length > 0 ? asks : allows;
  const decision: Verdict =
    blocks.length > 0 ? 'block' : asks.length > 0 ? 'ask' : allows.length > 0 ? 'allow' : 'none';
  const dropped = asked.flatMap((one) => one.dropped);
  const keepsInput = decision !== 'block' && !(row.inputNeedsAllow && decision !== 'allow');
  const changers = asked.filter((one) => counts(one) && one.run.changed.length > 0);
  if (!keepsInput && decision !== 'block') {
    dropped.push(
      ...changers.map((one) => `change by ${one.run.qualifiedName}: it counts only beside an approval`),
    );
  }
  const effective = keepsInput ? final : original;
  const changedInput = (field: 'messages' | 'tools'): readonly JsonValue[] | null =>
    row.input === field && effective[field] !== original[field]
      ? (effective[field] as readonly JsonValue[])
      : null;
  const halting = asked.filter((one) => one.answer.halt !== undefined);
  const settled = settleEvent(asked, halting.length > 0, dropped);
  return {
    event: original.hook_event_name,
    eventId: original.event_id,
    decision,
    reason: deciders.length > 0 ? joinReasons(deciders) : null,
    decidedBy: names(deciders.length > 0 ? deciders : halting),
    input: effective.tool_input ?? null,
    output: changedOutput(original, final),
    changed: keepsInput ? [...new Set(changers.flatMap((one) => one.run.changed))] : [],
    context: asked.flatMap((one) => one.answer.context ?? []).map(cleanText),
    feedback: feedbackOf(asked, row.class === 'result'),
    ...settled,
    messages: settled.messages ?? changedInput('messages'),
    hints: keepsInput ? asked.flatMap((one) => one.answer.hint ?? []).map(cleanText) : [],
    tools: changedInput('tools'),
    halt: halting[0]?.answer.halt ?? null,
    userMessages: asked.flatMap((one) => one.answer.userMessages ?? []).map(cleanText),
    suppressOutput: asked.some((one) => one.answer.suppressOutput === true),
    dropped,
    failedOpen:
      decision === 'block'
        ? []
        : names(asked.filter((one) => counts(one) && isFailed(one.run) && !takesEffect(one))),
  };
}

export function finishDecision(
  merged: Merged,
  rest: Pick<Decision, 'traceId' | 'hooks' | 'durationMs'>,
): Decision {
  const { traceId, hooks, durationMs } = rest;
  return { schema: DECISION_SCHEMA, traceId, ...merged, hooks, durationMs };
}

/** A hook in mode `warn` or `shadow` has its row, and no part in what is decided. */
function counts({ run }: HookResult): boolean {
  return run.enforcement === undefined;
}

function joinReasons(deciders: readonly HookResult[]): string {
  return deciders.map(describe).join('\n');
}

function describe(one: HookResult): string {
  if (!one.failsClosed) return one.run.reason ?? withoutReason(one);
  return `${one.run.name} must agree and could not be asked: ${one.run.reason ?? one.run.cause ?? 'it failed'}`;
}

function withoutReason({ run, answer }: HookResult): string {
  if (answer.verdict === 'ask') return `${run.name} wants somebody to be asked`;
  return `${answer.verdict === 'allow' ? 'approved' : 'blocked'} by ${run.name}`;
}

function names(asked: readonly HookResult[]): readonly string[] {
  return [...new Set(asked.map((one) => one.run.qualifiedName))];
}

function changedOutput(original: HookEvent, final: HookEvent): JsonValue | null {
  const field = eventRow(original.hook_event_name).output;
  if (field === null || original[field] === final[field]) return null;
  return final[field] as JsonValue;
}

function feedbackOf(asked: readonly HookResult[], isResult: boolean): readonly string[] {
  if (!isResult) return [];
  return asked.flatMap((one) => {
    if (one.answer.feedback !== undefined) return [cleanText(one.answer.feedback)];
    return one.failsClosed && one.planned.phase === 'guard' && takesEffect(one) ? [describe(one)] : [];
  });
}

/** A failure that must not let the event go on does something only where event and host have a place for it. */
function takesEffect({ failsClosed, planned }: HookResult): boolean {
  return (
    failsClosed &&
    (planned.phase === 'transform' || planned.permits.some((one) => one === 'block' || one === 'feedback'))
  );
}

/** Whether an answer puts something in the place of the conversation. */
export function replaces({ messages, callback }: Answer): boolean {
  return messages !== undefined || callback !== undefined;
}

/** Halt, then the first replacement or callback, then all follow-ups. */
function settleEvent(
  asked: readonly HookResult[],
  isHalted: boolean,
  dropped: string[],
): Pick<Merged, 'followUps' | 'messages' | 'callback'> {
  const followUps = asked.flatMap((one) => one.answer.followUps ?? []);
  const replacers = asked.filter((one) => replaces(one.answer));
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
    messages: winner?.answer.messages?.map(({ role, content }) => ({ role, content })) ?? null,
    callback: winner?.answer.callback ?? null,
  };
}

/** What a failed hook with `onFailure: block` does to the event. */
export type FailureEffect = 'block' | 'withhold' | 'feedback' | 'record';

/** How the phases of one class of event combine. */
export interface ClassRules {
  /** The first block, halt or failure that blocks ends the event: later hooks are not asked. */
  readonly blockEnds: boolean;
  /** Transform hooks are asked once more when the input changed after their turn. */
  readonly hasRecheck: boolean;
  readonly failedModification: FailureEffect;
  readonly failedGuard: FailureEffect;
}

/** Source: the table of architecture.md §4. */
export const classRules: Readonly<Record<EventClass, ClassRules>> = {
  gate: { blockEnds: true, hasRecheck: true, failedModification: 'block', failedGuard: 'block' },
  result: { blockEnds: false, hasRecheck: false, failedModification: 'withhold', failedGuard: 'feedback' },
  settle: { blockEnds: false, hasRecheck: false, failedModification: 'record', failedGuard: 'record' },
  notice: { blockEnds: false, hasRecheck: false, failedModification: 'record', failedGuard: 'record' },
};

/** One hook, asked or not: the row for people, and what its answer does to the event. */
export interface HookResult {
  readonly planned: PlannedHook;
  readonly run: HookRun;
  /** Already held to permits and contract; empty where there is none. */
  readonly answer: Answer;
  /** The event after its change; the same object where it changed nothing. */
  readonly event: HookEvent;
  /** It could not be asked, and its `onFailure` is `block`. */
  readonly failsClosed: boolean;
  /** What it asked for and did not get, and why. */
  readonly dropped: readonly string[];
  /** Values its redaction removed. */
  readonly removed: readonly string[];
}

/** What is known of a hook before it was asked. */
export type SkippedHook = Omit<HookResult, 'run' | 'failsClosed'>;

/** It could not be asked, or what it said does not count. */
export function failedResult(skipped: SkippedHook, run: HookRun): HookResult {
  return { ...skipped, run, failsClosed: isFailed(run) && blocksOnFailure(skipped.planned) };
}

/** An observer decides nothing, so its failure does not either. */
export function blocksOnFailure({ hook, phase }: PlannedHook): boolean {
  return hook.onFailure === 'block' && phase !== 'observe';
}

/** What a failure does to the event, by the rules of its class and phase. */
export function failureEffect(asked: HookResult, event: HookEvent): FailureEffect {
  if (!asked.failsClosed) return 'record';
  const rules = classRules[eventRow(event.hook_event_name).class];
  return asked.planned.phase === 'transform' ? rules.failedModification : rules.failedGuard;
}

/** The event that goes on after a hook: with its change, or withheld where it failed and must not. */
export function eventAfter(asked: HookResult, current: HookEvent): HookEvent {
  if (failureEffect(asked, current) !== 'withhold') return asked.event;
  return withholdOutput(current, asked.run.name, asked.run.cause ?? 'failed');
}

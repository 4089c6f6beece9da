import { withholdOutput } from '../contracts/contract.ts';
import { DECISION_SCHEMA, type Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import { type EventKind, eventRow } from '../events/events.ts';
import type { HookOutput } from '../events/hook-output.ts';
import type { JsonValue } from '../events/json.ts';
import { type HookRun, isFailed } from '../events/outcome.ts';
import { cleanContext, cleanText } from '../events/text.ts';
import type { PlannedHook } from './plan.ts';

interface MergeRequest {
  readonly original: HookEvent;
  /** The event after every accepted change. */
  readonly final: HookEvent;
  /** In plan order, which decides between equal results; the order in which hooks end does not matter. */
  readonly results: readonly HookResult[];
  /** How many files of the call hooks got one by one; default 0. */
  readonly files?: number;
}

/** The part of a decision that results determine; the caller adds ids, runs and times. */
export type Merged = Omit<Decision, 'schema' | 'traceId' | 'hooks' | 'durationMs'>;

/**
 * Merges the results of hooks into one decision (H1 to H13, F16).
 *
 * Pure. A failed hook counts only if its `onFailure` is `block`. Before an action a block discards every change; after it,
 * changes of the output always apply.
 */
export function mergeResults({ original, final, results: given, files = 0 }: MergeRequest): Merged {
  const results = withoutPartialApprovals(given, files);
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
    reason: deciders.length > 0 ? textsByFile(deciders, describe, files).join('\n') : null,
    decidedBy: names(deciders.length > 0 ? deciders : halting),
    input: effective.tool_input ?? null,
    output: changedOutput(original, final),
    changed: keepsInput ? [...new Set(changers.flatMap((result) => result.run.changed))] : [],
    context: onceEach(results, files, ({ output }) => output.context).map(cleanContext),
    feedback: row.kind === 'after' ? textsByFile(results, feedbackOf, files) : [],
    ...settled,
    messages: settled.messages ?? changedInput('messages'),
    hints: keepsInput ? results.flatMap((result) => result.output.hint ?? []).map(cleanText) : [],
    tools: changedInput('tools'),
    halt: halting[0]?.output.halt ?? null,
    userMessages: onceEach(results, files, ({ output }) => output.userMessages).map(cleanText),
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

/** An approval of one file approves a call only together with approvals of all its other files. */
function withoutPartialApprovals(results: readonly HookResult[], files: number): readonly HookResult[] {
  const allows = results.filter(({ output }) => output.decision === 'allow');
  const approved = new Set(allows.map(({ planned }) => planned.view));
  const isOutvoted = results.some(
    ({ output, failsClosed }) => failsClosed || output.decision === 'block' || output.decision === 'ask',
  );
  if (isOutvoted || approved.has(0) || approved.size >= files) return results;
  return results.map((result) => {
    if (!allows.includes(result)) return result;
    const { decision, ...output } = result.output;
    const { qualifiedName, file = '' } = result.run;
    const why = `${decision} by ${qualifiedName} of ${file}: not every file of the call is allowed`;
    return { ...result, output, dropped: [...result.dropped, why] };
  });
}

/** The texts of results, each once, behind the files that it is about where the call is about several and the text names none. */
function textsByFile(
  results: readonly HookResult[],
  textOf: (result: HookResult) => string | null,
  files: number,
): readonly string[] {
  const texts: { readonly text: string; readonly files: string[] }[] = [];
  for (const result of results) {
    const { file } = result.run;
    const text = textOf(result);
    if (text === null) continue;
    const isNamed = file === undefined || files < 2 || namesFile(text, file);
    const same = isNamed ? undefined : texts.find((each) => each.text === text && each.files.length > 0);
    if (same === undefined) texts.push({ text, files: isNamed ? [] : [file] });
    else if (file !== undefined && !same.files.includes(file)) same.files.push(file);
  }
  return texts.map(({ text, files: names }) => (names.length === 0 ? text : `${names.join(', ')}: ${text}`));
}

function namesFile(text: string, file: string): boolean {
  const path = file.replace(/^(?:\.\/)+/, '');
  const words = text.split(/[\s"'`()<>,:;]+/).map((word) => word.replace(/\.+$/, ''));
  return words.some((word) => word === path || word.endsWith(`/${path}`));
}

/** A text that a hook returns for several files appears once. */
function onceEach(
  results: readonly HookResult[],
  files: number,
  textsOf: (result: HookResult) => readonly string[] | undefined,
): readonly string[] {
  if (files < 2) return results.flatMap((result) => textsOf(result) ?? []);
  const seen = new Set<string>();
  return results.flatMap((result) =>
    (textsOf(result) ?? []).filter((text) => {
      const key = `${result.run.qualifiedName}\n${text}`;
      return !seen.has(key) && seen.add(key);
    }),
  );
}

function describe(result: HookResult): string {
  const { run, failsClosed } = result;
  if (!failsClosed) return run.reason ?? withoutReason(result);
  const why = withoutRemedy(run.reason ?? run.cause ?? '').replace(/\.$/, '');
  return `The required hook \`${run.name}\` failed: ${why}. Tell the user.`;
}

/** The model reads this reason, and only the user runs the command that repairs the hook. */
function withoutRemedy(reason: string): string {
  const at = reason.search(/(?:then )?run `hooks /i);
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

function feedbackOf(result: HookResult): string | null {
  const { output, failsClosed, planned } = result;
  if (output.feedback !== undefined) return cleanText(output.feedback);
  return failsClosed && planned.phase === 'guard' && takesEffect(result) ? describe(result) : null;
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

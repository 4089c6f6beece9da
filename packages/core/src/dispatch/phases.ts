import { makeRedactor } from '../contracts/redact.ts';
import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import { isSameJson } from '../events/json.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import { killGroupsOf } from '../process/process.ts';
import { prepareBackground, startBackground } from './background.ts';
import { followSignal, invokeHook } from './invoke.ts';
import {
  type ClassRules,
  classRules,
  eventAfter,
  failureEffect,
  finishDecision,
  type HookResult,
  type Merged,
  mergeResults,
  replaces,
} from './merge.ts';
import type { DispatchPlan, PlannedHook } from './plan.ts';
import type { Dispatched, DispatchRequest } from './request.ts';
import { skippedRun } from './result.ts';
import { DispatchScope } from './scope.ts';

type Redactor = ReturnType<typeof makeRedactor>;

/** Asks the planned hooks, phase by phase, and merges what they said. */
export async function runPhases(request: DispatchRequest, plan: DispatchPlan): Promise<Dispatched> {
  const { event, set, traceId } = request;
  const scope = new DispatchScope(request);
  const round = new Round(scope, event, classRules[eventRow(event.hook_event_name).class]);

  await round.transform(plan.modifiers);
  if (round.rules.hasRecheck) await round.recheck(plan.modifiers);
  await round.guard(plan.guards, set.settings.concurrency);

  const answers = { original: event, final: round.event };
  const decided = mergeResults({ ...answers, asked: round.asked });
  scope.beginObserving();
  const settled = decided.input === event.tool_input ? { ...round.event, ...inputOf(event) } : round.event;
  const observed = await round.observe(
    plan.observers,
    set.settings.concurrency,
    withDecision(settled, decided),
  );

  const everyone = [...round.asked, ...observed];
  const late = plan.late.map((one) => prepareBackground(scope, one, withDecision(settled, decided)));
  const redact = makeRedactor(scope.removed);
  const rows = [...everyone, ...late].map(({ run }) => run);
  const starts = late.flatMap(({ start }) => (start === null ? [] : [start]));
  const hooks = [...(await startBackground(scope, starts, rows)), ...round.notInvoked, ...plan.skipped];
  const merged = honourHalt(request, mergeResults({ ...answers, asked: everyone }));
  const decision = finishDecision(redactTexts(merged, redact), {
    traceId,
    hooks: hooks.map((run) => redactRun(run, redact)),
    durationMs: scope.elapsedMs(),
  });
  return { decision, event: settled, endProcesses: () => killGroupsOf(request.owner) };
}

function honourHalt({ event, host }: DispatchRequest, merged: Merged): Merged {
  if (merged.halt === null || host.halts(event.hook_event_name)) return merged;
  return { ...merged, halt: null, dropped: [...merged.dropped, `halt: ${host.name} does not stop here`] };
}

/** The input and its view, where an event has one: what a discarded change leaves. */
function inputOf({ tool_input, tool }: HookEvent): Partial<HookEvent> {
  return tool_input === undefined || tool === undefined ? {} : { tool_input, tool };
}

/** What observers read: the event as it was settled, and how (not on notices, where nothing is decided). */
function withDecision(event: HookEvent, { decision, reason, decidedBy, changed }: Merged): HookEvent {
  if (eventRow(event.hook_event_name).class === 'notice') return event;
  return { ...event, decision: { decision, reason, decidedBy, changed } };
}

/** Everything that hooks say, to the agent or to the person; not what they change. */
function redactTexts(merged: Merged, redact: Redactor): Merged {
  const { reason, context, feedback, followUps, halt, userMessages, dropped } = merged;
  return {
    ...merged,
    reason: redactText(reason, redact),
    context: context.map(redact),
    feedback: feedback.map(redact),
    followUps: followUps.map(redact),
    halt: halt === null ? null : { reason: redactText(halt.reason, redact) },
    userMessages: userMessages.map(redact),
    dropped: dropped.map(redact),
  };
}

function redactRun(run: HookRun, redact: Redactor): HookRun {
  const { reason, stderrTail, warnings } = run;
  return {
    ...run,
    reason: redactText(reason, redact),
    stderrTail: redactText(stderrTail, redact),
    warnings: warnings.map(redact),
  };
}

function redactText(text: string | null, redact: Redactor): string | null {
  return text === null ? null : redact(text);
}

/** The state of one dispatch while its phases go on. */
export class Round {
  readonly scope: DispatchScope;
  readonly rules: ClassRules;
  readonly asked: HookResult[] = [];
  /** Hooks whose turn never came, because the event had ended. */
  readonly notInvoked: HookRun[] = [];
  event: HookEvent;
  /** The input as each transform hook last saw or made it. */
  readonly #judged = new Map<PlannedHook, HookEvent>();
  #isEnded = false;

  constructor(scope: DispatchScope, event: HookEvent, rules: ClassRules) {
    this.scope = scope;
    this.event = event;
    this.rules = rules;
  }

  /** One after another, each on what the one before left. */
  async transform(planned: readonly PlannedHook[]): Promise<void> {
    for (const one of planned) {
      const asked = await this.#ask(one, 'transform');
      if (asked === null) continue;
      this.event = eventAfter(asked, this.event);
      this.#judged.set(one, this.event);
    }
  }

  /** Again, for those whose judgement was about an input that another hook changed since (H20). An approval of that input is none of this one. */
  async recheck(planned: readonly PlannedHook[]): Promise<void> {
    const field = eventRow(this.event.hook_event_name).input;
    if (field === undefined) return;
    for (const one of planned) {
      const judged = this.#judged.get(one);
      if (judged === undefined || isSameJson(judged[field], this.event[field])) continue;
      const again = one.hook.recheck ? await this.#ask(one, 'recheck') : null;
      this.#takeBackApproval(one, again?.answer.verdict === 'allow');
    }
  }

  /** Side by side on the final event; where a block ends the event, the first one cancels the rest. */
  async guard(planned: readonly PlannedHook[], concurrency: number): Promise<void> {
    const { signal, abort, release } = followSignal(this.scope.request.signal);
    const answers = await runConcurrently(planned, concurrency, async (one) => {
      if (this.#isEnded) return null;
      const asked = await invokeHook(this.scope, one, 'guard', this.event, signal);
      if (this.#ends(asked)) {
        this.#isEnded = true;
        abort();
      }
      return asked;
    }).finally(release);
    for (const [index, asked] of answers.entries()) {
      const one = planned[index];
      if (asked !== null) this.#keep(asked);
      else if (one !== undefined) this.notInvoked.push(blockedEarlier(one, 'guard'));
    }
  }

  /** Always, also after a block; they see the decision and redacted data. */
  async observe(
    planned: readonly PlannedHook[],
    concurrency: number,
    event: HookEvent,
  ): Promise<readonly HookResult[]> {
    const signal = this.scope.request.signal ?? new AbortController().signal;
    return runConcurrently(planned, concurrency, (one) =>
      invokeHook(this.scope, one, 'observe', event, signal),
    );
  }

  async #ask(one: PlannedHook, phase: Phase): Promise<HookResult | null> {
    if (this.#isEnded) {
      if (phase !== 'recheck') this.notInvoked.push(blockedEarlier(one, phase));
      return null;
    }
    const signal = this.scope.request.signal ?? new AbortController().signal;
    const asked = await invokeHook(this.scope, one, phase, this.event, signal);
    this.#keep(asked);
    if (this.#ends(asked)) this.#isEnded = true;
    return asked;
  }

  #takeBackApproval(planned: PlannedHook, isGivenAnew: boolean): void {
    const at = this.asked.findIndex((one) => one.planned === planned && one.answer.verdict === 'allow');
    const asked = this.asked[at];
    if (asked === undefined || asked.run.phase === 'recheck') return;
    const { verdict, ...answer } = asked.answer;
    const dropped = `${verdict} by ${planned.hook.qualifiedName}: the input was changed after it`;
    this.asked[at] = { ...asked, answer, dropped: isGivenAnew ? asked.dropped : [...asked.dropped, dropped] };
  }

  #keep(asked: HookResult): void {
    this.asked.push(asked);
    this.scope.removed.push(...asked.removed);
  }

  #ends(asked: HookResult): boolean {
    if (asked.planned.hook.source === 'builtin' && replaces(asked.answer)) return true;
    if (!this.rules.blockEnds) return false;
    return (
      asked.answer.verdict === 'block' ||
      asked.answer.halt !== undefined ||
      failureEffect(asked, this.event) === 'block'
    );
  }
}

function blockedEarlier({ hook }: PlannedHook, phase: Phase): HookRun {
  return skippedRun(hook, 'BLOCKED_EARLIER', 'an earlier hook had ended the event', phase);
}

/**
 * Runs `work` for every item, at most `limit` at a time, starting in order; results stand in order.
 * `work` must not reject.
 */
export async function runConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, lane));
  return results;
}

import { makeRedactor } from '../contracts/redact.ts';
import type { Decision } from '../protocol/decision.ts';
import type { HookEvent } from '../protocol/event.ts';
import { eventRow } from '../protocol/events.ts';
import { isSameJson } from '../protocol/json.ts';
import type { HookRun, Phase } from '../protocol/outcome.ts';
import { type Asked, askHook } from './ask-hook.ts';
import { type ClassRules, classRules } from './class-rules.ts';
import { type DispatchRequest, DispatchScope } from './dispatch-scope.ts';
import { hookDepth } from './handler-environment.ts';
import { skippedRun } from './hook-run.ts';
import { eventAfter, failureEffect, finishDecision, type Merged, mergeAnswers } from './merge.ts';
import { type PlannedHook, planDispatch } from './plan.ts';
import { runBounded } from './run-bounded.ts';

/** The decision, and the event as it stands after every accepted change. */
export interface Dispatched {
  readonly decision: Decision;
  readonly event: HookEvent;
}

/**
 * Takes one event through its phases: transform, recheck, guard, merge, observe.
 *
 * Never throws because of a hook. The set it is given holds until the end (H16).
 * Source: architecture.md §3 and §4.
 */
export async function dispatch(request: DispatchRequest): Promise<Dispatched> {
  const scope = new DispatchScope(request);
  const plan = await planDispatch(request.set, request.event, request.host, hookDepth(request.environment));
  const round = new Round(scope, request.event, classRules[eventRow(request.event.hook_event_name).class]);

  await round.transform(plan.transforms);
  if (round.rules.hasRecheck) await round.recheck(plan.transforms);
  await round.guard(plan.guards, request.set.settings.concurrency);

  const answers = { original: request.event, final: round.event };
  const decided = mergeAnswers({ ...answers, asked: round.asked });
  const settled = decided.decision === 'block' ? request.event : round.event;
  const observed = await round.observe(plan.observers, request.set.settings.concurrency, withDecision(settled, decided));

  const everyone = [...round.asked, ...observed];
  const redact = makeRedactor(scope.removed);
  const hooks = [...everyone.map((one) => one.run), ...round.notAsked, ...plan.skipped];
  const merged = mergeAnswers({ ...answers, asked: everyone });
  const reason = merged.reason === null ? null : redact(merged.reason);
  const decision = finishDecision({ ...merged, reason }, {
    traceId: request.traceId,
    hooks: hooks.map((run) => redactRun(run, redact)),
    durationMs: scope.elapsedMs(),
  });
  return { decision, event: settled };
}

/** What observers read: the event as it was settled, and how (not on notices, where nothing is decided). */
function withDecision(event: HookEvent, { decision, reason, decidedBy, changed }: Merged): HookEvent {
  if (eventRow(event.hook_event_name).class === 'notice') return event;
  return { ...event, decision: { decision, reason, decidedBy, changed } };
}

/** The state of one dispatch while its phases go on. */
class Round {
  readonly scope: DispatchScope;
  readonly rules: ClassRules;
  readonly asked: Asked[] = [];
  /** Hooks whose turn never came, because the event had ended. */
  readonly notAsked: HookRun[] = [];
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

  /** Again, for those whose judgement was about an input that another hook changed since (H20). */
  async recheck(planned: readonly PlannedHook[]): Promise<void> {
    for (const one of planned) {
      const judged = this.#judged.get(one);
      const isStale = judged !== undefined && !isSameJson(judged.tool_input, this.event.tool_input);
      if (isStale && one.hook.recheck) await this.#ask(one, 'recheck');
    }
  }

  /** Side by side on the final event; where a block ends the event, the first one cancels the rest. */
  async guard(planned: readonly PlannedHook[], concurrency: number): Promise<void> {
    const cancel = new AbortController();
    const signal = anySignal(cancel.signal, this.scope.request.signal);
    const answers = await runBounded(planned, concurrency, async (one) => {
      if (this.#isEnded) return null;
      const asked = await askHook(this.scope, one, 'guard', this.event, signal);
      if (this.#ends(asked)) {
        this.#isEnded = true;
        cancel.abort();
      }
      return asked;
    });
    for (const [index, asked] of answers.entries()) {
      const one = planned[index];
      if (asked !== null) this.#keep(asked);
      else if (one !== undefined) this.notAsked.push(blockedEarlier(one, 'guard'));
    }
  }

  /** Always, also after a block; they see the decision and redacted data. */
  async observe(
    planned: readonly PlannedHook[],
    concurrency: number,
    event: HookEvent,
  ): Promise<readonly Asked[]> {
    const signal = this.scope.request.signal ?? new AbortController().signal;
    return runBounded(planned, concurrency, (one) => askHook(this.scope, one, 'observe', event, signal));
  }

  async #ask(one: PlannedHook, phase: Phase): Promise<Asked | null> {
    if (this.#isEnded) {
      if (phase !== 'recheck') this.notAsked.push(blockedEarlier(one, phase));
      return null;
    }
    const signal = this.scope.request.signal ?? new AbortController().signal;
    const asked = await askHook(this.scope, one, phase, this.event, signal);
    this.#keep(asked);
    if (this.#ends(asked)) this.#isEnded = true;
    return asked;
  }

  #keep(asked: Asked): void {
    this.asked.push(asked);
    this.scope.removed.push(...asked.removed);
  }

  #ends(asked: Asked): boolean {
    if (!this.rules.blockEnds) return false;
    return asked.answer.verdict === 'block' || asked.answer.halt !== undefined || failureEffect(asked, this.event) === 'block';
  }
}

function blockedEarlier({ hook }: PlannedHook, phase: Phase): HookRun {
  return skippedRun(hook, 'BLOCKED_EARLIER', 'an earlier hook had ended the event', phase);
}

function anySignal(own: AbortSignal, outer: AbortSignal | undefined): AbortSignal {
  return outer === undefined ? own : AbortSignal.any([own, outer]);
}

function redactRun(run: HookRun, redact: (text: string) => string): HookRun {
  const clean = (text: string | null): string | null => (text === null ? null : redact(text));
  return { ...run, reason: clean(run.reason), stderrTail: clean(run.stderrTail) };
}

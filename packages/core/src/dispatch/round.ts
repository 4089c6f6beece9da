import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import { isSameJson } from '../events/json.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import { askHook } from './ask-hook.ts';
import type { Asked } from './asked.ts';
import type { ClassRules } from './class-rules.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { eventAfter, failureEffect } from './failure-effect.ts';
import { followSignal } from './follow-signal.ts';
import { skippedRun } from './hook-run.ts';
import { replaces } from './merge.ts';
import type { PlannedHook } from './plan.ts';
import { runSideBySide } from './run-side-by-side.ts';

/** The state of one dispatch while its phases go on. */
export class Round {
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
    const answers = await runSideBySide(planned, concurrency, async (one) => {
      if (this.#isEnded) return null;
      const asked = await askHook(this.scope, one, 'guard', this.event, signal);
      if (this.#ends(asked)) {
        this.#isEnded = true;
        abort();
      }
      return asked;
    }).finally(release);
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
    return runSideBySide(planned, concurrency, (one) => askHook(this.scope, one, 'observe', event, signal));
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

  #takeBackApproval(planned: PlannedHook, isGivenAnew: boolean): void {
    const at = this.asked.findIndex((one) => one.planned === planned && one.answer.verdict === 'allow');
    const asked = this.asked[at];
    if (asked === undefined || asked.run.phase === 'recheck') return;
    const { verdict, ...answer } = asked.answer;
    const dropped = `${verdict} by ${planned.hook.qualifiedName}: the input was changed after it`;
    this.asked[at] = { ...asked, answer, dropped: isGivenAnew ? asked.dropped : [...asked.dropped, dropped] };
  }

  #keep(asked: Asked): void {
    this.asked.push(asked);
    this.scope.removed.push(...asked.removed);
  }

  #ends(asked: Asked): boolean {
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

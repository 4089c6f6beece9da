import { makeRedactor } from '../contracts/redact.ts';
import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import { isSameJson } from '../events/json.ts';
import type { HookRun, Phase } from '../events/outcome.ts';
import { type EventView, readsPatch, viewsOf } from '../matching/files/views.ts';
import { monotonicMs } from '../process/clock.ts';
import { formats } from '../protocols/formats.ts';
import { protocols } from '../protocols/index.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { prepareBackground, startBackground } from './background.ts';
import { followSignal, invokeHook } from './invoke.ts';
import {
  eventAfter,
  failureEffect,
  finishDecision,
  type HookResult,
  kindRules,
  type Merged,
  mergeResults,
  replaces,
} from './merge.ts';
import { type DispatchPlan, type PlannedHook, planHooks, splitBatches } from './plan.ts';
import type { Dispatched, DispatchRequest, Host } from './request.ts';
import { aboutFile, discardedRun, skippedRun, withoutStore } from './result.ts';
import { DispatchScope } from './scope.ts';

/**
 * Dispatches one event: plans its hooks, runs the phases (modify, re-check, guard, observe), and merges the results.
 *
 * A call that edits files is one event, and hooks get it as the calls of single files that it is, one after the other.
 *
 * Never throws because of a hook. The hooks of `request.set` stay the same until the end (H16).
 */
export async function dispatch(request: DispatchRequest): Promise<Dispatched> {
  const startedAt = monotonicMs();
  const { event, set, traceId } = request;
  const [whole, ...files] = viewsOf(event, request.host);
  const hooks = files.length === 0 ? set.hooks : set.hooks.filter((hook) => getsPatch(hook, event));
  const plan = await planHooks({ ...set, hooks }, [whole], request);
  if (isEmpty(plan) && files.length === 0) {
    const merged = mergeResults({ original: event, final: event, results: [] });
    const durationMs = monotonicMs() - startedAt;
    return {
      decision: finishDecision(merged, { traceId, hooks: plan.skipped, durationMs }),
      event,
      redact: makeRedactor([]),
    };
  }
  return runPhases(request, plan);
}

function isEmpty({ modifiers, guards, observers, background }: DispatchPlan): boolean {
  return modifiers.length + guards.length + observers.length + background.length === 0;
}

async function runPhases(request: DispatchRequest, whole: DispatchPlan): Promise<Dispatched> {
  const { event, set, traceId } = request;
  const { concurrency } = set.settings;
  const scope = new DispatchScope(request);
  const phases = new Phases(scope, event);

  for (const batch of splitBatches(whole.modifiers)) await phases.modify(batch, concurrency);
  const files = await planFiles(request, phases.event);
  for (const batch of splitBatches(files.modifiers)) await phases.modify(batch, concurrency);
  await phases.recheck([...whole.modifiers, ...files.modifiers]);
  await phases.guard([...whole.guards, ...files.guards], concurrency);

  const events = {
    original: event,
    final: phases.event,
    files: viewsOf(phases.event, request.host).length - 1,
  };
  const decided = mergeResults({ ...events, results: phases.results });
  const isRewritten = decided.input !== event.tool_input;
  const settled = isRewritten ? phases.event : { ...phases.event, ...inputOf(event) };
  const observed = withDecision(settled, decided);
  scope.beginObserving();
  const observers = [...whole.observers, ...files.observers];
  const results = [...phases.results, ...(await phases.observe(observers, concurrency, observed))];

  const background = [...whole.background, ...files.background].map((planned) =>
    prepareBackground(scope, planned, viewOf(planned, observed, request.host)),
  );
  const starts = background.flatMap(({ start }) => start ?? []);
  const ended = [...results, ...background].map(({ run }) => run);
  const hasBackground = starts.length + scope.detached.length > 0;
  const runs = hasBackground ? await startBackground(scope, starts, ended) : ended;
  const removeSecrets = makeRedactor(scope.removed);
  const redact = (text: string): string => withoutStore(removeSecrets(text));
  const all = limitHalt(request, mergeResults({ ...events, results }));
  // What a hook prints for the user is shown as it is, with its paths.
  const merged = { ...redactTexts(all, redact), userMessages: all.userMessages.map(removeSecrets) };
  const skipped = [...phases.skipped, ...whole.skipped, ...files.skipped];
  const hooks = [...runs, ...skipped].map((run) => redactRun(run, redact));
  return {
    decision: finishDecision(merged, { traceId, hooks, durationMs: scope.elapsedMs() }),
    event: settled,
    redact,
  };
}

const NOTHING_PLANNED: DispatchPlan = {
  modifiers: [],
  guards: [],
  observers: [],
  background: [],
  skipped: [],
};

/** Plans the hooks that get each file of the call, as it is after those that read it whole. */
async function planFiles(request: DispatchRequest, event: HookEvent): Promise<DispatchPlan> {
  const [, ...files] = viewsOf(event, request.host);
  if (files.length === 0) return NOTHING_PLANNED;
  const hooks = request.set.hooks.filter((hook) => !getsPatch(hook, event));
  return planHooks({ ...request.set, hooks, inactive: [] }, files, request);
}

function getsPatch({ matcher, protocol }: ActiveHook, event: HookEvent): boolean {
  return readsPatch(matcher, formats[protocols[protocol].format], event);
}

/** If the call is another one by now, a hook gets it whole. */
function viewOf({ view }: PlannedHook, event: HookEvent, host: Host): EventView {
  const views = viewsOf(event, host);
  return views[view] ?? views[0];
}

function limitHalt({ event, host }: DispatchRequest, merged: Merged): Merged {
  if (merged.halt === null || host.halts(event.hook_event_name)) return merged;
  return { ...merged, halt: null, dropped: [...merged.dropped, `halt: ${host.name} does not stop here`] };
}

/** The input and its view: what is left when a change is discarded. */
function inputOf({ tool_input, tool }: HookEvent): Partial<HookEvent> {
  return tool_input === undefined || tool === undefined ? {} : { tool_input, tool };
}

/** The event as observers get it: with the decision, except on notifications, where there is none. */
function withDecision(event: HookEvent, { decision, reason, decidedBy, changed }: Merged): HookEvent {
  if (eventRow(event.hook_event_name).kind === 'notification') return event;
  return { ...event, decision: { decision, reason, decidedBy, changed } };
}

type Redactor = ReturnType<typeof makeRedactor>;

/** Redacts every text but those for the user, and no change. */
function redactTexts(merged: Merged, redact: Redactor): Merged {
  const { reason, context, feedback, followUps, halt, dropped } = merged;
  return {
    ...merged,
    reason: redactText(reason, redact),
    context: context.map(redact),
    feedback: feedback.map(redact),
    followUps: followUps.map(redact),
    halt: halt === null ? null : { reason: redactText(halt.reason, redact) },
    dropped: dropped.map(redact),
  };
}

function redactRun(run: HookRun, redact: Redactor): HookRun {
  const { reason, stderrTail, stdoutHead, warnings, file } = run;
  return {
    ...run,
    ...(file === undefined ? {} : { file: redact(file) }),
    ...(stdoutHead === undefined ? {} : { stdoutHead: redact(stdoutHead) }),
    reason: redactText(reason, redact),
    stderrTail: redactText(stderrTail, redact),
    warnings: warnings.map(redact),
  };
}

function redactText(text: string | null, redact: Redactor): string | null {
  return text === null ? null : redact(text);
}

/** The phases of one dispatch, and what they have produced so far. */
class Phases {
  event: HookEvent;
  readonly results: HookResult[] = [];
  /** Hooks that were not invoked because the event had ended, and runs without effect. */
  readonly skipped: HookRun[] = [];
  readonly #scope: DispatchScope;
  readonly #signal: AbortSignal;
  /** What each modifying hook left of the event that it got. */
  readonly #modified = new Map<PlannedHook, HookEvent>();
  #isEnded = false;

  constructor(scope: DispatchScope, event: HookEvent) {
    this.event = event;
    this.#scope = scope;
    this.#signal = scope.request.signal ?? new AbortController().signal;
  }

  /**
   * In order, each on the event as the previous one left it.
   *
   * The hooks of a batch start together. Their results are taken in order, and the first one that changes or ends the event
   * cancels those behind it: they run again on the new event, one after another, so none runs more than twice.
   */
  async modify(batch: readonly PlannedHook[], concurrency: number): Promise<void> {
    const rest = batch.length > 1 ? await this.#runTogether(batch, concurrency) : batch;
    for (const planned of rest) {
      if (this.#isEnded) this.#skip(planned, 'modify');
      else this.#take(await invokeHook(this.#scope, planned, 'modify', this.#viewOf(planned), this.#signal));
    }
  }

  /** Returns the hooks whose results do not count. */
  async #runTogether(batch: readonly PlannedHook[], concurrency: number): Promise<readonly PlannedHook[]> {
    const { event } = this;
    const { signal, abort, release } = followSignal(this.#scope.request.signal);
    const results: HookResult[] = [];
    let taken = 0;
    const isOver = (): boolean => this.#isEnded || this.event !== event;
    await runConcurrently(batch, concurrency, async (planned, index) => {
      if (isOver()) return;
      results[index] = await invokeHook(this.#scope, planned, 'modify', this.#viewOf(planned, event), signal);
      for (let next = results[taken]; next !== undefined && !isOver(); next = results[taken]) {
        this.#take(next);
        taken += 1;
      }
      if (isOver()) abort();
    }).finally(release);
    return batch.filter((_, index) => index >= taken && !this.#discard(results[index]));
  }

  /** Discards the result of a hook that started too early; returns whether nothing is left to do about it. */
  #discard(result: HookResult | undefined): boolean {
    if (result === undefined || result.run.startMs === null) return false;
    if (result.run.cause === 'ASYNC') {
      // It continues in the background, and has no part in the decision.
      this.#add(result);
      return true;
    }
    this.#scope.removed.push(...result.removed);
    const [cause, reason] = this.#isEnded
      ? (['BLOCKED_EARLIER', EVENT_ENDED] as const)
      : (['OUTDATED', 'an earlier hook changed the event, so it runs again'] as const);
    this.skipped.push(discardedRun(result.run, cause, reason));
    if (this.#isEnded) this.#scope.releaseOnce(result.planned.hook);
    return this.#isEnded;
  }

  #take(result: HookResult): void {
    const { planned } = result;
    this.#add(result);
    if (this.#endsEvent(result)) this.#isEnded = true;
    if (result.event !== this.event && planned.isConcurrent && !planned.isModifier)
      this.#scope.request.modifiers?.add(planned.hook);
    this.event = eventAfter(result, this.event);
    this.#modified.set(planned, this.#viewOf(planned).event);
  }

  /** Modifying hooks once more, on an input that another hook changed since (H20); their approval was of the earlier input. */
  async recheck(hooks: readonly PlannedHook[]): Promise<void> {
    const row = eventRow(this.event.hook_event_name);
    const field = row.input;
    if (field === undefined || !kindRules[row.kind].hasRecheck) return;
    for (const planned of hooks) {
      const modified = this.#modified.get(planned);
      const current = this.#viewOf(planned).event;
      if (modified === undefined || isSameJson(modified[field], current[field])) continue;
      const isInvoked = planned.hook.recheck && !this.#isEnded;
      const result = isInvoked ? await this.#recheck(planned) : null;
      this.#withdrawApproval(planned, result?.output.decision === 'allow');
    }
  }

  /** Concurrently, on the final event; where a block ends the event, the first one cancels the others. */
  async guard(hooks: readonly PlannedHook[], concurrency: number): Promise<void> {
    const { signal, abort, release } = followSignal(this.#scope.request.signal);
    const results = await runConcurrently(hooks, concurrency, async (planned) => {
      if (this.#isEnded) return null;
      const result = await invokeHook(this.#scope, planned, 'guard', this.#viewOf(planned), signal);
      if (this.#endsEvent(result)) {
        this.#isEnded = true;
        abort();
      }
      return result;
    }).finally(release);
    for (const [index, planned] of hooks.entries()) {
      const result = results[index];
      if (result) this.#add(result);
      else this.#skip(planned, 'guard');
    }
  }

  /** Always, also after a block; observers get the decision and redacted data. */
  async observe(
    hooks: readonly PlannedHook[],
    concurrency: number,
    event: HookEvent,
  ): Promise<readonly HookResult[]> {
    return runConcurrently(hooks, concurrency, (planned) =>
      invokeHook(this.#scope, planned, 'observe', this.#viewOf(planned, event), this.#signal),
    );
  }

  async #recheck(planned: PlannedHook): Promise<HookResult> {
    const result = await invokeHook(this.#scope, planned, 'recheck', this.#viewOf(planned), this.#signal);
    this.#add(result);
    if (this.#endsEvent(result)) this.#isEnded = true;
    return result;
  }

  #viewOf(planned: PlannedHook, event: HookEvent = this.event): EventView {
    return viewOf(planned, event, this.#scope.request.host);
  }

  #withdrawApproval(planned: PlannedHook, isApprovedAgain: boolean): void {
    const index = this.results.findIndex(
      (result) => result.planned === planned && result.output.decision === 'allow',
    );
    const result = this.results[index];
    if (result === undefined || result.run.phase === 'recheck') return;
    const { decision, ...output } = result.output;
    const dropped = isApprovedAgain
      ? []
      : [`${decision} by ${planned.hook.qualifiedName}: the input was changed after it`];
    this.results[index] = { ...result, output, dropped: [...result.dropped, ...dropped] };
  }

  #add(result: HookResult): void {
    this.results.push(result);
    this.#scope.removed.push(...result.removed);
  }

  #skip(planned: PlannedHook, phase: Phase): void {
    const { file } = this.#viewOf(planned);
    this.skipped.push(aboutFile(skippedRun(planned.hook, 'BLOCKED_EARLIER', EVENT_ENDED, phase), file));
  }

  #endsEvent(result: HookResult): boolean {
    const { output, planned } = result;
    if (planned.hook.source === 'builtin' && replaces(output)) return true;
    if (!kindRules[eventRow(this.event.hook_event_name).kind].blockEnds) return false;
    return (
      output.decision === 'block' ||
      output.halt !== undefined ||
      failureEffect(result, this.event) === 'block'
    );
  }
}

const EVENT_ENDED = 'an earlier hook had ended the event';

/** Runs `work` for every item, at most `limit` at a time, started in order; the results are in order. `work` must not reject. */
export async function runConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const remaining = items.entries();
  const lanes = Array.from({ length: Math.min(Math.max(1, limit), items.length) }, async () => {
    for (const [index, item] of remaining) results[index] = await work(item, index);
  });
  await Promise.all(lanes);
  return results;
}

import { makeRedactor } from '../contracts/redact.ts';
import type { HookEvent } from '../events/event.ts';
import { eventRow } from '../events/events.ts';
import type { HookRun } from '../events/outcome.ts';
import { killGroupsOf } from '../process/process.ts';
import { classRules } from './class-rules.ts';
import type { DispatchRequest } from './dispatch-request.ts';
import { DispatchScope } from './dispatch-scope.ts';
import type { Dispatched } from './dispatched.ts';
import { handOver } from './hand-over.ts';
import { finishDecision, type Merged, mergeAnswers } from './merge.ts';
import type { DispatchPlan } from './plan.ts';
import { prepareLate } from './prepare-late.ts';
import { Round } from './round.ts';

type Redactor = ReturnType<typeof makeRedactor>;

/** Asks the planned hooks, phase by phase, and merges what they said. */
export async function runPhases(request: DispatchRequest, plan: DispatchPlan): Promise<Dispatched> {
  const { event, set, traceId } = request;
  const scope = new DispatchScope(request);
  const round = new Round(scope, event, classRules[eventRow(event.hook_event_name).class]);

  await round.transform(plan.transforms);
  if (round.rules.hasRecheck) await round.recheck(plan.transforms);
  await round.guard(plan.guards, set.settings.concurrency);

  const answers = { original: event, final: round.event };
  const decided = mergeAnswers({ ...answers, asked: round.asked });
  scope.beginObserving();
  const settled = decided.input === event.tool_input ? { ...round.event, ...inputOf(event) } : round.event;
  const observed = await round.observe(
    plan.observers,
    set.settings.concurrency,
    withDecision(settled, decided),
  );

  const everyone = [...round.asked, ...observed];
  const late = plan.late.map((one) => prepareLate(scope, one, withDecision(settled, decided)));
  const redact = makeRedactor(scope.removed);
  const rows = [...everyone, ...late].map(({ run }) => run);
  const starts = late.flatMap(({ start }) => (start === null ? [] : [start]));
  const hooks = [...(await handOver(scope, starts, rows)), ...round.notAsked, ...plan.skipped];
  const merged = honourHalt(request, mergeAnswers({ ...answers, asked: everyone }));
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

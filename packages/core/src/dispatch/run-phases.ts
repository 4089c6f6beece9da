import { makeRedactor } from '../contracts/redact.ts';
import { killGroupsOf } from '../process/process.ts';
import type { HookEvent } from '../protocol/event.ts';
import { eventRow } from '../protocol/events.ts';
import type { HookRun } from '../protocol/outcome.ts';
import { classRules } from './class-rules.ts';
import type { DispatchRequest } from './dispatch-request.ts';
import { DispatchScope } from './dispatch-scope.ts';
import type { Dispatched } from './dispatched.ts';
import { handOver } from './hand-over.ts';
import { finishDecision, type Merged, mergeAnswers } from './merge.ts';
import type { DispatchPlan } from './plan.ts';
import { prepareLate } from './prepare-late.ts';
import { Round } from './round.ts';

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
  const reason = merged.reason === null ? null : redact(merged.reason);
  const decision = finishDecision(
    {
      ...merged,
      reason,
      feedback: merged.feedback.map(redact),
      userMessages: merged.userMessages.map(redact),
      dropped: merged.dropped.map(redact),
    },
    { traceId, hooks: hooks.map((run) => redactRun(run, redact)), durationMs: scope.elapsedMs() },
  );
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

function redactRun(run: HookRun, redact: (text: string) => string): HookRun {
  const clean = (text: string | null): string | null => (text === null ? null : redact(text));
  return { ...run, reason: clean(run.reason), stderrTail: clean(run.stderrTail) };
}

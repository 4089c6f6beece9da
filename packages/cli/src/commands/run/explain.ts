import { readEventLog } from '@hookmd/core/event-log';
import type { HookRun, JsonObject } from '@hookmd/core/events';
import type { EventResult } from '@hookmd/core/runtime';
import { cleanLine, counted } from '@hookmd/core/text';
import { durationText } from '@hookmd/ui/words';
import { type Context, eventLogDir, placesOf } from '../../command-line/context.ts';
import { wrapUnder } from '../../ui/output.ts';

/** The file that starts a hook, by its mode. */
const executors: Readonly<Record<string, string>> = {
  command: 'packages/core/src/executors/command.ts',
  handler: 'packages/core/src/executors/handler.ts',
  http: 'packages/core/src/executors/http.ts',
  prompt: 'packages/core/src/executors/prompt.ts',
  agent: 'packages/core/src/executors/agent.ts',
  builtin: 'packages/core/src/executors/builtin.ts',
  callback: 'packages/core/src/executors/callback.ts',
};

type Stage =
  | 'parse payload'
  | 'complete event'
  | 'plan'
  | 'condition'
  | 'start handler'
  | 'read output'
  | 'enforce contract'
  | 'merge'
  | 'write the event log';

/** The stages of one event, in order, and their source files. A test compares them with the repository. */
export const stages: Readonly<Record<Stage, readonly string[]>> = {
  'parse payload': ['packages/cli/src/run/run-event.ts'],
  'complete event': ['packages/core/src/dispatch/complete-event.ts'],
  plan: ['packages/core/src/dispatch/plan.ts'],
  condition: ['packages/core/src/matching/condition.ts'],
  'start handler': Object.values(executors),
  'read output': ['packages/core/src/protocols/read-result.ts'],
  'enforce contract': ['packages/core/src/dispatch/enforce.ts'],
  merge: ['packages/core/src/dispatch/merge.ts'],
  'write the event log': ['packages/core/src/event-log/record.ts'],
};

/** Prints the stages of one event on standard error, each with its source file and what happened there. */
export function explainEvent(context: Context, payload: JsonObject, result: EventResult): void {
  const { err } = context;
  const happened = describeStages(context, payload, result);
  const modes = new Set(result.decision.hooks.filter(wasStarted).map(({ mode }) => mode));
  for (const [index, [stage, files]] of Object.entries(stages).entries()) {
    const shown = files.length === 1 ? files : [...modes].flatMap((mode) => executors[mode] ?? []);
    const paths = shown.map((file) => `  ${err.paint('dim', file)}`).join('');
    err.line(wrapUnder(`${index + 1}. ${err.paint('bold', stage)}${paths}`, err.width, '   '));
    for (const text of happened[stage as Stage])
      err.line(wrapUnder(`   ${cleanLine(text)}`, err.width, '  '));
  }
}

function describeStages(
  context: Context,
  payload: JsonObject,
  { event, decision }: EventResult,
): Readonly<Record<Stage, readonly string[]>> {
  const { hooks } = decision;
  const skippedByPlan = hooks.filter(({ outcome, phase }) => outcome === 'skipped' && phase === null);
  const planned = hooks.filter((run) => !skippedByPlan.includes(run));
  const unmatched = planned.filter(({ cause }) => cause === 'NO_MATCH');
  const started = planned.filter(wasStarted);
  const notStarted = planned.filter((run) => !started.includes(run) && !unmatched.includes(run));
  const fields = Object.keys(payload);
  const tool = event.tool === undefined ? '' : `, tool ${event.tool.kind}`;
  return {
    'parse payload': [fields.length === 0 ? 'no fields' : `fields: ${fields.join(', ')}`],
    'complete event': [`${event.hook_event_name} in session ${event.session_id}${tool}`],
    plan: [
      `${counted(planned.length, 'hook')} planned, ${skippedByPlan.length} skipped`,
      ...planned.map((run) => `${run.qualifiedName}: planned in the phase ${run.phase}`),
      ...skippedByPlan.map(describeSkip),
    ],
    condition: [
      `${counted(planned.length - unmatched.length, 'hook')} of ${planned.length} left`,
      ...unmatched.map(describeSkip),
    ],
    'start handler': [
      ...(started.length === 0 ? ['no handler started'] : []),
      ...started.map(
        ({ qualifiedName, mode, startMs }) =>
          `${qualifiedName}: ${mode}${startMs === null ? '' : ` at ${durationText(startMs)}`}`,
      ),
      ...notStarted.map(describeSkip),
    ],
    'read output': started.length === 0 ? ['no output'] : started.map(describeOutput),
    'enforce contract': [
      ...(decision.dropped.length === 0 ? ['nothing dropped'] : decision.dropped),
      ...started
        .filter(({ cause }) => cause === 'CONTRACT_VIOLATION')
        .map(({ qualifiedName, reason }) => `${qualifiedName}: ${reason}`),
    ],
    merge: [
      [
        `decision ${decision.decision}`,
        ...(decision.decidedBy.length > 0 ? [`by ${decision.decidedBy.join(', ')}`] : []),
        `in ${durationText(decision.durationMs)}`,
      ].join(' '),
      ...(decision.changed.length > 0 ? [`changed: ${decision.changed.join(', ')}`] : []),
    ],
    'write the event log': [describeRecord(context, decision.traceId)],
  };
}

/** It ran in this event; a hook in the background is only handed over. */
function wasStarted({ outcome, startMs }: HookRun): boolean {
  return outcome !== 'skipped' && startMs !== null;
}

function describeSkip({ qualifiedName, cause, reason }: HookRun): string {
  if (cause === 'ASYNC') return `${qualifiedName}: runs in the background`;
  return `${qualifiedName}: skipped, ${cause}: ${reason ?? 'no reason'}`;
}

function describeOutput({ qualifiedName, outcome, cause, exitCode, durationMs }: HookRun): string {
  const parts = [
    outcome + (cause === null ? '' : ` (${cause})`),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(durationMs === null ? [] : [durationText(durationMs)]),
  ];
  return `${qualifiedName}: ${parts.join(', ')}`;
}

function describeRecord(context: Context, traceId: string): string {
  const { entries } = readEventLog(eventLogDir(placesOf(context)), { id: traceId, last: 1 });
  return entries.length > 0 ? `written: \`hooks trace ${traceId.slice(0, 8)}\`` : 'not written';
}

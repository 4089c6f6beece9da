import { newTraceIds } from '@hookmd/core/event-log';
import { type Decision, type HookEvent, type HookRun, isFailed } from '@hookmd/core/events';
import type { ActiveHook } from '@hookmd/core/hook-index';
import type { Tracing } from '@hookmd/core/runtime';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { cleanLine } from '@hookmd/core/text';
import type { Span, SpanContext, TimeInput, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** Null where the OpenTelemetry API is not installed, or has another version. */
export async function openTelemetry(): Promise<Tracing | null> {
  try {
    return tracingOf(await import('@opentelemetry/api'));
  } catch {
    return null;
  }
}

function tracingOf(api: Api): Tracing {
  const tracer = api.trace.getTracer('hookmd', HOOKMD_VERSION);
  return {
    begin(event, traceparent) {
      const active = api.context.active();
      const outer = api.trace.getSpanContext(active) ?? remoteSpan(api, traceparent);
      const parent = outer === null ? active : api.trace.setSpanContext(active, outer);
      const startTime = Date.now();
      const startedAt = performance.now();
      const name = `hooks.dispatch ${event.hook_event_name}`;
      const span = tracer.startSpan(name, { startTime, attributes: eventAttributes(event) }, parent);
      const ids = span.spanContext();
      // Without an OpenTelemetry SDK this is the span of the caller.
      if (!api.isSpanContextValid(ids) || ids.spanId === outer?.spanId) return null;
      const here = api.trace.setSpan(active, span);
      const timeAt = (ms: number): TimeInput => startTime + ms;
      const end = (): void => span.end(timeAt(performance.now() - startedAt));
      return {
        ids: { traceId: ids.traceId, spanId: ids.spanId, parentSpanId: outer?.spanId ?? null },
        isSampled: (ids.traceFlags & api.TraceFlags.SAMPLED) !== 0,
        within: (call) => api.context.with(here, call),
        end(decision, hooks) {
          span.setAttributes(decisionAttributes(decision));
          for (const run of decision.hooks)
            if (run.startMs !== null) writeRun(api, tracer, here, run, hooks, timeAt);
          end();
        },
        fail(error) {
          failSpan(api, span, error instanceof Error ? error.name : 'INTERNAL');
          end();
        },
      };
    },
  };
}

/** Writes the span of a run after its end, when both of its times are known. */
function writeRun(
  api: Api,
  tracer: Tracer,
  parent: ReturnType<Api['context']['active']>,
  run: Decision['hooks'][number],
  hooks: readonly ActiveHook[],
  timeAt: (ms: number) => TimeInput,
): void {
  const hook = hooks.find(({ qualifiedName }) => qualifiedName === run.qualifiedName);
  const attributes = runAttributes(run, hook);
  const startMs = run.startMs ?? 0;
  const endTime = timeAt(startMs + (run.durationMs ?? 0));
  const span = tracer.startSpan(
    `hooks.run ${attributes['hooks.name']}`,
    { startTime: timeAt(startMs), attributes },
    parent,
  );
  if (run.changed.length > 0) span.addEvent('hooks.modified', { 'hooks.changed': [...run.changed] }, endTime);
  if (isFailed(run)) failSpan(api, span, run.cause ?? 'INTERNAL');
  span.end(endTime);
}

/** Without a message, which may hold data that a hook read. */
function failSpan(api: Api, span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}

/** The span in which this program was started, from its environment. */
function remoteSpan(api: Api, traceparent: string | undefined): SpanContext | null {
  const { traceId, parentSpanId } = newTraceIds(traceparent);
  if (parentSpanId === null) return null;
  const isSampled = traceparent?.trim().slice(53, 55) !== '00';
  const traceFlags = isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE;
  return { traceId, spanId: parentSpanId, traceFlags, isRemote: true };
}

type Attributes = Record<string, string | number | boolean | string[]>;

const MAX_TEXT = 256;

/** Names and ids, never a value of the payload. */
function eventAttributes(event: HookEvent): Attributes {
  const { tool_name: tool, tool_use_id: call } = event;
  return {
    'hooks.event': event.hook_event_name,
    'gen_ai.conversation.id': name(event.session_id),
    ...(tool === undefined ? {} : { 'gen_ai.tool.name': name(tool) }),
    ...(typeof call === 'string' && call !== '' ? { 'gen_ai.tool.call.id': name(call) } : {}),
  };
}

function decisionAttributes(decision: Decision): Attributes {
  const { hooks, decidedBy } = decision;
  return {
    'hooks.matched': hooks.filter(({ cause }) => cause !== 'NO_MATCH').length,
    'hooks.ran': hooks.filter(({ outcome }) => outcome !== 'skipped').length,
    'hooks.decision': summarize(decision),
    ...(decidedBy.length === 0 ? {} : { 'hooks.decided_by': decidedBy.map(name) }),
  };
}

/** `hook` is the row of the hook in the hook index, if it has one. */
function runAttributes(run: HookRun, hook: ActiveHook | undefined): Attributes {
  return {
    'hooks.name': name(run.name),
    'hooks.package': name(run.qualifiedName),
    'hooks.source': run.source,
    'hooks.mode': run.enforcement ?? 'enforce',
    'hooks.outcome': outcomeOf(run),
    ...(run.digest === null ? {} : { 'hooks.digest': run.digest }),
    ...(hook === undefined ? {} : { 'hooks.failure_policy': hook.onFailure }),
    ...(run.exitCode === null ? {} : { 'process.exit.code': run.exitCode }),
    ...(isFailed(run) && run.cause !== null ? { 'error.type': run.cause } : {}),
  };
}

function summarize({ decision, changed, output, messages, hints, tools, callback }: Decision): string {
  if (decision !== 'none') return decision;
  const isChanged =
    changed.length + hints.length > 0 || [output, messages, tools, callback].some((field) => field !== null);
  return isChanged ? 'modify' : 'continue';
}

function outcomeOf(run: HookRun): string {
  if (run.cause === 'TIMEOUT' || run.cause === 'DEADLINE') return 'timeout';
  if (isFailed(run)) return 'failed';
  if (run.outcome === 'canceled') return 'canceled';
  return run.outcome === 'blocking' || run.changed.length > 0 ? 'decision' : 'none';
}

/** Names come from manifests and agents: one line of clean text, of limited length. */
function name(text: string): string {
  return cleanLine(text.slice(0, MAX_TEXT));
}

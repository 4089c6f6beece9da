import { newTraceIds } from '@hookmd/core/event-log';
import { type Decision, type HookEvent, type HookRun, isFailed } from '@hookmd/core/events';
import type { ActiveHook } from '@hookmd/core/hook-index';
import type { Tracing } from '@hookmd/core/runtime';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { cleanLine } from '@hookmd/core/text';
import type { Span, SpanContext, TimeInput, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** Null where the API cannot be found from here, or is none that fits. */
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
      const above = api.trace.getSpanContext(active) ?? remoteSpan(api, traceparent);
      const parent = above === null ? active : api.trace.setSpanContext(active, above);
      const startTime = Date.now();
      const startedAt = performance.now();
      const name = `hooks.dispatch ${event.hook_event_name}`;
      const span = tracer.startSpan(name, { startTime, attributes: eventAttributes(event) }, parent);
      const own = span.spanContext();
      // Without an SDK there is no span, only that of the caller once more.
      if (!api.isSpanContextValid(own) || own.spanId === above?.spanId) return null;
      const here = api.trace.setSpan(active, span);
      const timeAt = (ms: number): TimeInput => startTime + ms;
      const end = (): void => span.end(timeAt(performance.now() - startedAt));
      return {
        ids: { traceId: own.traceId, spanId: own.spanId, parentSpanId: above?.spanId ?? null },
        isSampled: (own.traceFlags & api.TraceFlags.SAMPLED) !== 0,
        within: (call) => api.context.with(here, call),
        end(decision, hooks) {
          span.setAttributes(decisionAttributes(decision));
          const write = (run: Decision['hooks'][number]): void =>
            writeRun(api, tracer, here, run, hooks, timeAt);
          for (const run of decision.hooks) if (run.startMs !== null) write(run);
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

/** The times of a run are known when it is over: its span is written then, with both. */
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

/** No message: it may hold what a hook read. */
function failSpan(api: Api, span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}

/** The span in which this program was started, as its environment says. */
function remoteSpan(api: Api, traceparent: string | undefined): SpanContext | null {
  const { traceId, parentSpanId } = newTraceIds(traceparent);
  if (parentSpanId === null) return null;
  const isSampled = traceparent?.trim().slice(53, 55) !== '00';
  const traceFlags = isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE;
  return { traceId, spanId: parentSpanId, traceFlags, isRemote: true };
}

/** As OpenTelemetry takes them. */
export type Attributes = Record<string, string | number | boolean | string[]>;

const MAX_TEXT = 256;

/** What is known before anybody is asked. Names and ids, never a value of the payload. */
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
    'hooks.decision': wordOf(decision),
    ...(decidedBy.length === 0 ? {} : { 'hooks.decided_by': decidedBy.map(name) }),
  };
}

/** Of a hook that was asked. `hook` is its row in the active set, as far as there is one. */
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

function wordOf({ decision, changed, output, messages, hints, tools, callback }: Decision): string {
  if (decision !== 'none') return decision;
  const isChanged =
    changed.length + hints.length > 0 || [output, messages, tools, callback].some((one) => one !== null);
  return isChanged ? 'modify' : 'continue';
}

function outcomeOf(run: HookRun): string {
  if (run.cause === 'TIMEOUT' || run.cause === 'DEADLINE') return 'timeout';
  if (isFailed(run)) return 'failed';
  if (run.outcome === 'cancelled') return 'cancelled';
  return run.outcome === 'blocking' || run.changed.length > 0 ? 'decision' : 'none';
}

/** Names are written by others: one line of clean text, and not endless. */
function name(text: string): string {
  return cleanLine(text.slice(0, MAX_TEXT));
}

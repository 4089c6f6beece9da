import type { JsonObject, JsonValue, Usage } from '@hookmd/core/events';
import { asJson } from '../as-json.ts';
import {
  blockedBy,
  type HookReport,
  joinReports,
  type ModelDone,
  type ModelGate,
  NO_REPORT,
  reportOf,
} from '../outcomes.ts';
import type { Conversation, Counters, Invoker, ModelRequest } from './session.ts';

/** The methods about calls of the model, which they count. */
export function modelMethods(
  invoker: Invoker,
  counters: Counters,
): Pick<Conversation, 'model' | 'preModelCall' | 'postModelCall'> {
  const before = <M, T>(request: ModelRequest<M, T>): Promise<ModelGate<M, T>> => {
    counters.iterations += 1;
    return preModelCall(invoker, request, counters.iterations);
  };
  return {
    async model(request, call, usageOf) {
      const gate = await before(request);
      if (gate.kind === 'blocked') return gate;
      // No event reports that the model failed: the caller gets what `call` throws.
      const response = await call(gate);
      const done = await postModelCall(invoker, request, response, usageOf?.(response));
      return { ...done, ...joinReports(gate, done) };
    },
    preModelCall: before,
    postModelCall: (request, response, usage) => postModelCall(invoker, request, response, usage),
  };
}

/** PreToolSelection, then PreModelCall with the tools that are left. */
async function preModelCall<M, T>(
  invoker: Invoker,
  request: ModelRequest<M, T>,
  iteration: number,
): Promise<ModelGate<M, T>> {
  const { provider, model, messages, tools = [], signal } = request;
  let report: HookReport = NO_REPORT;
  let offered: readonly T[] = tools;
  if (tools.length > 0 && invoker.concerns('PreToolSelection')) {
    const payload = { provider, model, tools: asJson(tools) };
    const decision = await invoker.invoke('PreToolSelection', payload, { signal });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    report = reportOf(decision);
    if (decision.tools !== null) offered = stillOffered(tools, decision.tools);
  }
  if (!invoker.concerns('PreModelCall'))
    return { kind: 'go', messages, hints: [], tools: offered, ...report };
  const payload: JsonObject = {
    provider,
    model,
    iteration: request.iteration ?? iteration,
    tool_count: offered.length,
    messages: asJson(messages),
  };
  const decision = await invoker.invoke('PreModelCall', payload, { signal });
  const both = joinReports(report, reportOf(decision));
  const blocked = blockedBy(decision);
  if (blocked !== null) return { ...blocked, ...both };
  const left = (decision.messages ?? messages) as readonly M[];
  return { kind: 'go', messages: left, hints: decision.hints, tools: offered, ...both };
}

async function postModelCall<R>(
  invoker: Invoker,
  { provider, model }: Pick<ModelRequest<never, never>, 'provider' | 'model'>,
  response: R,
  usage?: Usage,
): Promise<ModelDone<R>> {
  if (!invoker.concerns('PostModelCall')) return { kind: 'done', response, isReplaced: false, ...NO_REPORT };
  const payload = { provider, model, response: asJson(response) };
  const decision = await invoker.invoke(
    'PostModelCall',
    usage === undefined ? payload : { ...payload, usage: { ...usage } },
  );
  const isReplaced = decision.output !== null;
  const left = isReplaced ? (decision.output as R) : response;
  return { kind: 'done', response: left, isReplaced, ...reportOf(decision) };
}

/** The host's own objects for the tools that are left: hooks got copies, in the same order. */
function stillOffered<T>(tools: readonly T[], left: readonly JsonValue[]): readonly T[] {
  const copies = asJson(tools) as readonly JsonValue[];
  const names = new Set(left.map(nameOf));
  return tools.filter((_, index) => names.has(nameOf(copies[index] ?? null)));
}

function nameOf(tool: JsonValue): string {
  if (typeof tool === 'string') return tool;
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
  return typeof name === 'string' ? name : JSON.stringify(tool);
}

/** The tokens of one call of the model, as events have them. 0 = unknown, which is the default of each. */
export function usageFrom(inputTokens = 0, outputTokens = 0, windowTokens = 0): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    current_context_window: inputTokens + outputTokens,
    max_context_window: windowTokens,
  };
}

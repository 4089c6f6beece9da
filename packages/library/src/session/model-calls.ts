import type { JsonObject, JsonValue, Usage } from '@hookmd/core/events';
import { asJson } from '../as-json.ts';
import {
  type Blocked,
  blockedBy,
  type HookReport,
  joinReports,
  type ModelDone,
  type ModelGate,
  type ModelGo,
  type ModelOutcome,
  NO_REPORT,
  reportOf,
} from '../outcomes.ts';
import type { Conversation, Counters, Invoker, ModelRequest } from './session.ts';

/** PreToolSelection, then PreModelCall with the tools that are left. */
async function preModelCall<M, T>(
  invoker: Invoker,
  request: ModelRequest<M, T>,
  iteration: number,
): Promise<ModelGate<M, T>> {
  const { provider, model, messages, tools = [], signal } = request;
  const which = { provider, model };
  let report: HookReport = NO_REPORT;
  let offered: readonly T[] = tools;
  if (tools.length > 0 && invoker.concerns('PreToolSelection')) {
    const decision = await invoker.invoke('PreToolSelection', { ...which, tools: asJson(tools) }, { signal });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    report = reportOf(decision);
    if (decision.tools !== null) offered = stillOffered(tools, decision.tools);
  }
  if (!invoker.concerns('PreModelCall'))
    return { kind: 'go', messages, hints: [], tools: offered, ...report };
  const payload: JsonObject = {
    ...which,
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

/** PostModelCall. */
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

/** The whole way of one call. What `call` throws is thrown on: no event tells of it. */
async function aroundModel<M, T, R>(
  invoker: Invoker,
  request: ModelRequest<M, T>,
  iteration: number,
  call: (go: ModelGo<M, T>) => R | Promise<R>,
  usageOf: ((response: R) => Usage | undefined) | undefined,
): Promise<ModelOutcome<R>> {
  const gate: ModelGo<M, T> | Blocked = await preModelCall(invoker, request, iteration);
  if (gate.kind === 'blocked') return gate;
  const response = await call(gate);
  const done = await postModelCall(invoker, request, response, usageOf?.(response));
  return { ...done, ...joinReports(gate, done) };
}

/** Those of the host's own objects that are left: hooks saw copies, and kept the order. */
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

/** What is asked about calls of the model, each of which is counted. */
export function modelMethods(
  invoker: Invoker,
  counters: Counters,
): Pick<Conversation, 'model' | 'preModelCall' | 'postModelCall'> {
  return {
    model(request, call, usageOf) {
      counters.iterations += 1;
      return aroundModel(invoker, request, counters.iterations, call, usageOf);
    },
    preModelCall(request) {
      counters.iterations += 1;
      return preModelCall(invoker, request, counters.iterations);
    },
    postModelCall: (request, response, usage) => postModelCall(invoker, request, response, usage),
  };
}

/** Tokens of one call of the model as events tell them. Of all three 0 = nobody knows. */
export function usageFrom(inputTokens = 0, outputTokens = 0, windowTokens = 0): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    current_context_window: inputTokens + outputTokens,
    max_context_window: windowTokens,
  };
}

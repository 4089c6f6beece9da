import type { Usage } from '@hookmd/core/internal/protocol/event';
import type { JsonObject, JsonValue } from '@hookmd/core/internal/protocol/json';
import { asJson } from './as-json.ts';
import type { Asker } from './asker.ts';
import { blockedBy, hear, hearBoth, SILENCE } from './heard.ts';
import type { Blocked, Heard, ModelDone, ModelGate, ModelGo, ModelOutcome } from './outcomes.ts';

/** One call of the model. `messages` and `tools` are JSON, in whatever shape the agent has them. */
export interface ModelRequest<M = JsonValue, T = JsonValue> {
  readonly provider: string;
  readonly model: string;
  readonly messages: readonly M[];
  /** What the model is offered: names, or objects with a `name`. Hooks may take some away. Default: none. */
  readonly tools?: readonly T[];
  /** Which call since the last message of the user, from 1. Default: counted. */
  readonly iteration?: number;
  /** Cancels what is asked before the call: the call is blocked then. */
  readonly signal?: AbortSignal | undefined;
}

/** PreToolSelection, then PreModelCall with the tools that are left. */
export async function preModelCall<M, T>(
  asker: Asker,
  request: ModelRequest<M, T>,
  iteration: number,
): Promise<ModelGate<M, T>> {
  const { provider, model, messages, tools = [], signal } = request;
  const which = { provider, model };
  let heard: Heard = SILENCE;
  let offered: readonly T[] = tools;
  if (tools.length > 0 && asker.concerns('PreToolSelection')) {
    const decision = await asker.ask('PreToolSelection', { ...which, tools: asJson(tools) }, { signal });
    const blocked = blockedBy(decision);
    if (blocked !== null) return blocked;
    heard = hear(decision);
    if (decision.tools !== null) offered = stillOffered(tools, decision.tools);
  }
  if (!asker.concerns('PreModelCall')) return { kind: 'go', messages, hints: [], tools: offered, ...heard };
  const payload: JsonObject = {
    ...which,
    iteration: request.iteration ?? iteration,
    tool_count: offered.length,
    messages: asJson(messages),
  };
  const decision = await asker.ask('PreModelCall', payload, { signal });
  const both = hearBoth(heard, hear(decision));
  const blocked = blockedBy(decision);
  if (blocked !== null) return { ...blocked, ...both };
  const left = (decision.messages ?? messages) as readonly M[];
  return { kind: 'go', messages: left, hints: decision.hints, tools: offered, ...both };
}

/** PostModelCall. */
export async function postModelCall<R>(
  asker: Asker,
  { provider, model }: Pick<ModelRequest<never, never>, 'provider' | 'model'>,
  response: R,
  usage?: Usage,
): Promise<ModelDone<R>> {
  if (!asker.concerns('PostModelCall')) return { kind: 'done', response, isReplaced: false, ...SILENCE };
  const payload = { provider, model, response: asJson(response) };
  const decision = await asker.ask(
    'PostModelCall',
    usage === undefined ? payload : { ...payload, usage: { ...usage } },
  );
  const isReplaced = decision.output !== null;
  const left = isReplaced ? (decision.output as R) : response;
  return { kind: 'done', response: left, isReplaced, ...hear(decision) };
}

/** The whole way of one call. What `call` throws is thrown on: no event tells of it. */
export async function aroundModel<M, T, R>(
  asker: Asker,
  request: ModelRequest<M, T>,
  iteration: number,
  call: (go: ModelGo<M, T>) => R | Promise<R>,
  usageOf: ((response: R) => Usage | undefined) | undefined,
): Promise<ModelOutcome<R>> {
  const gate: ModelGo<M, T> | Blocked = await preModelCall(asker, request, iteration);
  if (gate.kind === 'blocked') return gate;
  const response = await call(gate);
  const done = await postModelCall(asker, request, response, usageOf?.(response));
  return { ...done, ...hearBoth(gate, done) };
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

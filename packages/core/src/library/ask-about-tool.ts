import { describeThrown } from '../errors/hook-error.ts';
import { monotonicMs } from '../executors/clock.ts';
import type { Verdict } from '../protocol/decision.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { asJson, asPayload, leftOf } from './as-json.ts';
import type { Asker } from './asker.ts';
import { hear, hearBoth, reasonOf, SILENCE } from './heard.ts';
import type { Heard, ToolBlocked, ToolDone, ToolFailed, ToolGate, ToolGo, ToolOutcome } from './outcomes.ts';
import { type OnAsk, requestPermission } from './permission.ts';

/** One call of a tool, as the model asks for it. */
export interface ToolCall {
  /** Of an MCP server: `mcp__server__tool`. */
  readonly name: string;
  readonly input: JsonObject;
  /** The model's id of the call; default: one is made up. */
  readonly id?: string;
  /** The agent would ask the person before it calls this tool. Default false: only where a hook wants it. */
  readonly needsPermission?: boolean;
  /** What is wrong with an input that a hook made, such as what the tool's schema says; null = nothing. It is refused then. */
  readonly check?: (input: JsonObject) => string | null;
  /** Cancels what is asked before the call: the call is blocked then. What is asked after it comes to its end. */
  readonly signal?: AbortSignal | undefined;
}

/** A call that was made: `input` is what the tool ran with. */
export interface ToolRun extends ToolCall {
  /** What the model had asked for, where hooks changed it. */
  readonly originalInput?: JsonObject;
  readonly durationMs?: number;
}

/** A call as the verbs hand it on: in Claude's words. */
export interface CanonicalCall extends ToolCall {
  /** How the agent calls the tool; default: as it stands in `name`. */
  readonly nativeName?: string;
}

/** PreToolUse, and where somebody is to be asked PermissionRequest and PermissionDenied. */
export async function preToolUse(
  asker: Asker,
  call: CanonicalCall,
  onAsk: OnAsk | undefined,
): Promise<ToolGate> {
  const { input, needsPermission = false } = call;
  const judged = await judge(asker, call, SILENCE);
  if (judged.kind === 'blocked') return judged;
  const { verdict, reason, ...go } = judged;
  if (verdict !== 'ask' && !(needsPermission && verdict !== 'allow')) return go;
  const permission = await requestPermission(asker, { ...call, input: go.input }, reason, onAsk);
  const heard = hearBoth(go, permission.heard);
  if (!permission.isGranted) return blockedCall(input, permission.reason, heard);
  if (permission.input === go.input) return { ...go, ...heard };
  // What a hook made of the input while it answered for the person, nobody has judged yet.
  const again = await judge(asker, { ...call, input: permission.input }, heard);
  if (again.kind === 'blocked') return { ...again, input };
  const { verdict: _, reason: __, ...gone } = again;
  return gone;
}

type Judged = ToolBlocked | (ToolGo & { readonly verdict: Verdict; readonly reason: string | null });

async function judge(asker: Asker, call: CanonicalCall, before: Heard): Promise<Judged> {
  const { input } = call;
  if (!asker.concerns('PreToolUse')) return { kind: 'go', input, verdict: 'none', reason: null, ...before };
  const shown = asPayload(callOf(call));
  const decision = await asker.ask('PreToolUse', shown, call);
  const heard = hearBoth(before, hear(decision));
  const { decision: verdict, reason } = decision;
  if (verdict === 'block') return blockedCall(input, reasonOf(decision), heard);
  return { kind: 'go', input: leftOf(decision, shown, input), verdict, reason, ...heard };
}

/** PostToolUse: nothing is run again. */
export async function postToolUse<R>(asker: Asker, run: ToolRun, output: R): Promise<ToolDone<R>> {
  const { input } = run;
  if (!asker.concerns('PostToolUse')) return { kind: 'done', input, output, isReplaced: false, ...SILENCE };
  const decision = await asker.ask('PostToolUse', { ...ranCall(run), tool_response: asJson(output) });
  const isReplaced = decision.output !== null;
  const left: R | JsonValue = isReplaced ? decision.output : output;
  return { kind: 'done', input, output: left, isReplaced, ...hear(decision) };
}

/** PostToolUseFailure. */
export async function postToolUseFailure(asker: Asker, run: ToolRun, error: unknown): Promise<ToolFailed> {
  const { input, signal } = run;
  const said = describeThrown(error);
  if (!asker.concerns('PostToolUseFailure'))
    return { kind: 'failed', input, error, message: said, ...SILENCE };
  const interrupt = signal?.aborted === true ? { is_interrupt: true } : {};
  const decision = await asker.ask('PostToolUseFailure', { ...ranCall(run), error: said, ...interrupt });
  const message = typeof decision.output === 'string' ? decision.output : said;
  return { kind: 'failed', input, error, message, ...hear(decision) };
}

/** The whole way of one call. `execute` runs at most once, and not at all where the call is blocked. */
export async function aroundTool<R>(
  asker: Asker,
  call: ToolCall,
  onAsk: OnAsk | undefined,
  execute: (input: JsonObject) => R | Promise<R>,
): Promise<ToolOutcome<R>> {
  const gate = await preToolUse(asker, call, onAsk);
  if (gate.kind === 'blocked') return gate;
  const { input } = gate;
  const startedAt = monotonicMs();
  const ran = (): ToolRun => ({
    ...call,
    input,
    durationMs: monotonicMs() - startedAt,
    ...(input === call.input ? {} : { originalInput: call.input }),
  });
  let output: R;
  try {
    output = await execute(input);
  } catch (error) {
    const failed = await postToolUseFailure(asker, ran(), error);
    return { ...failed, ...hearBoth(gate, failed) };
  }
  const done = await postToolUse(asker, ran(), output);
  return { ...done, ...hearBoth(gate, done) };
}

function callOf({ name, input, id = '', nativeName = name }: CanonicalCall): JsonObject {
  const view = nativeName === name ? {} : { tool: { native_name: nativeName } };
  return { tool_name: name, tool_input: input, tool_use_id: id, ...view };
}

function ranCall(run: ToolRun): JsonObject {
  const { originalInput, durationMs } = run;
  return {
    ...callOf(run),
    ...(originalInput === undefined ? {} : { original_tool_input: originalInput }),
    ...(durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }),
  };
}

function blockedCall(input: JsonObject, reason: string, heard: Heard): ToolBlocked {
  return {
    kind: 'blocked',
    input,
    reason,
    message: `Not done, because a hook blocked it: ${reason}`,
    ...heard,
  };
}

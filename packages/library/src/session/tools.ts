import { describeThrown } from '@hookmd/core/errors';
import type { Decision, JsonObject, JsonValue } from '@hookmd/core/events';
import type { ToolWords } from '@hookmd/core/protocols';
import { asJson, asPayload, inputAfter } from '../as-json.ts';
import {
  type HookReport,
  joinReports,
  NO_REPORT,
  reasonOf,
  reportOf,
  type ToolBlocked,
  type ToolDone,
  type ToolFailed,
  type ToolGate,
  type ToolOutcome,
} from '../outcomes.ts';
import { promptUser, requestPermission } from './permission.ts';
import type { Conversation, Invoker, OnPrompt, ToolCall, ToolRun } from './session.ts';
import { type CanonicalCall, callPayload, runPayload, startCall, translateCall } from './tool-calls.ts';

type ToolMethods = Pick<Conversation, 'tool' | 'preToolUse' | 'postToolUse' | 'postToolUseFailure'>;

/** The methods about tools. Hooks get the names of Claude's tools; the agent passes its own names and gets them back. */
export function toolMethods(invoker: Invoker, words: ToolWords, onPrompt: OnPrompt | undefined): ToolMethods {
  let calls = 0;
  const translate = <C extends ToolCall>(call: C): ReturnType<typeof translateCall<C>> => {
    calls += 1;
    return translateCall(words, call.id === undefined ? { ...call, id: `call-${calls}` } : call, onPrompt);
  };
  return {
    async tool(native, execute) {
      const { call, onPrompt: prompt, back } = translate(native);
      const outcome = await aroundTool(invoker, call, prompt, (input) => execute(back(input)));
      return { ...outcome, input: back(outcome.input) };
    },
    async preToolUse(native) {
      const { call, onPrompt: prompt, back } = translate(native);
      const outcome = await preToolUse(invoker, call, prompt);
      return { ...outcome, input: back(outcome.input) };
    },
    async postToolUse(run, output) {
      return { ...(await postToolUse(invoker, translate(run).call, output)), input: run.input };
    },
    async postToolUseFailure(run, error) {
      return { ...(await postToolUseFailure(invoker, translate(run).call, error)), input: run.input };
    },
  };
}

/** PreToolUse, then PermissionRequest and PermissionDenied where the call needs permission. */
async function preToolUse(
  invoker: Invoker,
  call: CanonicalCall,
  onPrompt: OnPrompt | undefined,
): Promise<ToolGate> {
  const { input, needsPermission = false } = call;
  const { gate: go, decision, reason } = await evaluate(invoker, call, NO_REPORT);
  if (go.kind === 'blocked') return go;
  if (decision !== 'ask' && !(needsPermission && decision !== 'allow')) return go;
  const permission = await requestPermission(invoker, { ...call, input: go.input }, reason, onPrompt);
  const report = joinReports(go, permission.report);
  if (!permission.isGranted) return blockedCall(input, permission.reason, report);
  if (permission.input === go.input) return { ...go, ...report };
  // A PermissionRequest hook changed the input: guards have not seen it yet.
  const again = await evaluate(invoker, { ...call, input: permission.input }, report);
  if (again.gate.kind === 'blocked') return { ...again.gate, input };
  if (again.decision !== 'ask') return again.gate;
  // The permission was for another input, so this time only the user can grant it.
  const granted = await promptUser(invoker, { ...call, input: again.gate.input }, again.reason, onPrompt);
  const all = joinReports(again.gate, granted.report);
  return granted.isGranted ? { ...again.gate, ...all } : blockedCall(input, granted.reason, all);
}

interface Evaluated {
  readonly gate: ToolGate;
  readonly decision: Decision['decision'];
  readonly reason: string | null;
}

/** PreToolUse alone. */
async function evaluate(invoker: Invoker, call: CanonicalCall, before: HookReport): Promise<Evaluated> {
  const { input } = call;
  if (!invoker.concerns('PreToolUse'))
    return { gate: { kind: 'go', input, ...before }, decision: 'none', reason: null };
  const payload = asPayload(callPayload(call));
  const merged = await invoker.invoke('PreToolUse', payload, call);
  const report = joinReports(before, reportOf(merged));
  const gate: ToolGate =
    merged.decision === 'block'
      ? blockedCall(input, reasonOf(merged), report)
      : { kind: 'go', input: inputAfter(merged, payload, input), ...report };
  return { gate, decision: merged.decision, reason: merged.reason };
}

async function postToolUse<R>(invoker: Invoker, run: ToolRun, output: R): Promise<ToolDone<R>> {
  const { input } = run;
  if (!invoker.concerns('PostToolUse'))
    return { kind: 'done', input, output, isReplaced: false, ...NO_REPORT };
  const decision = await invoker.invoke('PostToolUse', {
    ...runPayload(run),
    tool_response: asJson(output),
  });
  const isReplaced = decision.output !== null;
  const left: R | JsonValue = isReplaced ? decision.output : output;
  return { kind: 'done', input, output: left, isReplaced, ...reportOf(decision) };
}

async function postToolUseFailure(invoker: Invoker, run: ToolRun, error: unknown): Promise<ToolFailed> {
  const { input, signal } = run;
  const thrown = describeThrown(error);
  if (!invoker.concerns('PostToolUseFailure'))
    return { kind: 'failed', input, error, message: thrown, isReplaced: false, ...NO_REPORT };
  const interrupt = signal?.aborted === true ? { is_interrupt: true } : {};
  const payload = { ...runPayload(run), error: thrown, ...interrupt };
  const decision = await invoker.invoke('PostToolUseFailure', payload);
  const isReplaced = typeof decision.output === 'string';
  const message = isReplaced ? (decision.output as string) : thrown;
  return { kind: 'failed', input, error, message, isReplaced, ...reportOf(decision) };
}

/** The events around one call. `execute` runs at most once, and not at all where the call is blocked. */
async function aroundTool<R>(
  invoker: Invoker,
  call: ToolCall,
  onPrompt: OnPrompt | undefined,
  execute: (input: JsonObject) => R | Promise<R>,
): Promise<ToolOutcome<R>> {
  const gate = await preToolUse(invoker, call, onPrompt);
  if (gate.kind === 'blocked') return gate;
  const finish = startCall(call, gate.input);
  let output: R;
  try {
    output = await execute(gate.input);
  } catch (error) {
    const failed = await postToolUseFailure(invoker, finish(), error);
    return { ...failed, ...joinReports(gate, failed) };
  }
  const done = await postToolUse(invoker, finish(), output);
  return { ...done, ...joinReports(gate, done) };
}

function blockedCall(input: JsonObject, reason: string, report: HookReport): ToolBlocked {
  const message = `Not done, because a hook blocked it: ${reason}`;
  return { kind: 'blocked', input, reason, message, ...report };
}

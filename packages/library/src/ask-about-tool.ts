import { describeThrown } from '@hookmd/core/internal/errors/hook-error';
import type { Verdict } from '@hookmd/core/internal/protocol/decision';
import type { JsonObject, JsonValue } from '@hookmd/core/internal/protocol/json';
import { asJson, asPayload, leftOf } from './as-json.ts';
import type { Asker } from './asker.ts';
import { hear, hearBoth, reasonOf, SILENCE } from './heard.ts';
import type { Heard, ToolBlocked, ToolDone, ToolFailed, ToolGate, ToolOutcome } from './outcomes.ts';
import { askPerson, type OnAsk, requestPermission } from './permission.ts';
import { type CanonicalCall, callOf, ranCall, startCall, type ToolCall, type ToolRun } from './tool-calls.ts';

/** PreToolUse, and where somebody is to be asked PermissionRequest and PermissionDenied. */
export async function preToolUse(
  asker: Asker,
  call: CanonicalCall,
  onAsk: OnAsk | undefined,
): Promise<ToolGate> {
  const { input, needsPermission = false } = call;
  const { gate: go, verdict, reason } = await judge(asker, call, SILENCE);
  if (go.kind === 'blocked') return go;
  if (verdict !== 'ask' && !(needsPermission && verdict !== 'allow')) return go;
  const permission = await requestPermission(asker, { ...call, input: go.input }, reason, onAsk);
  const heard = hearBoth(go, permission.heard);
  if (!permission.isGranted) return blockedCall(input, permission.reason, heard);
  if (permission.input === go.input) return { ...go, ...heard };
  // What a hook made of the input while it answered for the person, nobody has judged yet.
  const again = await judge(asker, { ...call, input: permission.input }, heard);
  if (again.gate.kind === 'blocked') return { ...again.gate, input };
  if (again.verdict !== 'ask') return again.gate;
  // That answer was about another input: this time nobody answers for the person.
  const answer = await askPerson(asker, { ...call, input: again.gate.input }, again.reason, onAsk);
  const all = hearBoth(again.gate, answer.heard);
  return answer.isGranted ? { ...again.gate, ...all } : blockedCall(input, answer.reason, all);
}

interface Judged {
  readonly gate: ToolGate;
  readonly verdict: Verdict;
  readonly reason: string | null;
}

async function judge(asker: Asker, call: CanonicalCall, before: Heard): Promise<Judged> {
  const { input } = call;
  if (!asker.concerns('PreToolUse'))
    return { gate: { kind: 'go', input, ...before }, verdict: 'none', reason: null };
  const shown = asPayload(callOf(call));
  const decision = await asker.ask('PreToolUse', shown, call);
  const heard = hearBoth(before, hear(decision));
  const { decision: verdict, reason } = decision;
  const gate: ToolGate =
    verdict === 'block'
      ? blockedCall(input, reasonOf(decision), heard)
      : { kind: 'go', input: leftOf(decision, shown, input), ...heard };
  return { gate, verdict, reason };
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
    return { kind: 'failed', input, error, message: said, isReplaced: false, ...SILENCE };
  const interrupt = signal?.aborted === true ? { is_interrupt: true } : {};
  const decision = await asker.ask('PostToolUseFailure', { ...ranCall(run), error: said, ...interrupt });
  const { output } = decision;
  const isReplaced = typeof output === 'string';
  return { kind: 'failed', input, error, message: isReplaced ? output : said, isReplaced, ...hear(decision) };
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
  const ran = startCall(call, input);
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

function blockedCall(input: JsonObject, reason: string, heard: Heard): ToolBlocked {
  return {
    kind: 'blocked',
    input,
    reason,
    message: `Not done, because a hook blocked it: ${reason}`,
    ...heard,
  };
}

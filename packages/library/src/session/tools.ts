import { describeThrown } from '@hookmd/core/errors';
import type { JsonObject, JsonValue, Verdict } from '@hookmd/core/events';
import type { ToolWords } from '@hookmd/core/protocols';
import { asJson, asPayload, leftOf } from '../as-json.ts';
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
import { askUser, requestPermission } from './permission.ts';
import type { Conversation, Invoker, OnAsk, ToolCall, ToolRun } from './session.ts';
import { type CanonicalCall, callOf, ranCall, startCall, translateCall } from './tool-calls.ts';

type ToolMethods = Pick<Conversation, 'tool' | 'preToolUse' | 'postToolUse' | 'postToolUseFailure'>;

/** What is asked about tools, in Claude's words; the agent hears its own. */
export function toolMethods(invoker: Invoker, words: ToolWords, onAsk: OnAsk | undefined): ToolMethods {
  let calls = 0;
  const translate = <C extends ToolCall>(call: C): ReturnType<typeof translateCall<C>> => {
    calls += 1;
    return translateCall(words, call.id === undefined ? { ...call, id: `call-${calls}` } : call, onAsk);
  };
  const methods: ToolMethods = {
    async tool(native, execute) {
      if (!hasGate(invoker, native)) return runUngated(invoker, methods, native, execute);
      const { call, onAsk: ask, back } = translate(native);
      const outcome = await aroundTool(invoker, call, ask, (input) => execute(back(input)));
      return { ...outcome, input: back(outcome.input) };
    },
    async preToolUse(native) {
      const { call, onAsk: ask, back } = translate(native);
      const outcome = await preToolUse(invoker, call, ask);
      return { ...outcome, input: back(outcome.input) };
    },
    async postToolUse(run, output) {
      return { ...(await postToolUse(invoker, translate(run).call, output)), input: run.input };
    },
    async postToolUseFailure(run, error) {
      return { ...(await postToolUseFailure(invoker, translate(run).call, error)), input: run.input };
    },
  };
  return methods;
}

/** PreToolUse, and where somebody is to be asked PermissionRequest and PermissionDenied. */
async function preToolUse(
  invoker: Invoker,
  call: CanonicalCall,
  onAsk: OnAsk | undefined,
): Promise<ToolGate> {
  const { input, needsPermission = false } = call;
  const { gate: go, verdict, reason } = await judge(invoker, call, NO_REPORT);
  if (go.kind === 'blocked') return go;
  if (verdict !== 'ask' && !(needsPermission && verdict !== 'allow')) return go;
  const permission = await requestPermission(invoker, { ...call, input: go.input }, reason, onAsk);
  const report = joinReports(go, permission.report);
  if (!permission.isGranted) return blockedCall(input, permission.reason, report);
  if (permission.input === go.input) return { ...go, ...report };
  // What a hook made of the input while it answered for the person, nobody has judged yet.
  const again = await judge(invoker, { ...call, input: permission.input }, report);
  if (again.gate.kind === 'blocked') return { ...again.gate, input };
  if (again.verdict !== 'ask') return again.gate;
  // That answer was about another input: this time nobody answers for the person.
  const answer = await askUser(invoker, { ...call, input: again.gate.input }, again.reason, onAsk);
  const all = joinReports(again.gate, answer.report);
  return answer.isGranted ? { ...again.gate, ...all } : blockedCall(input, answer.reason, all);
}

interface Evaluated {
  readonly gate: ToolGate;
  readonly verdict: Verdict;
  readonly reason: string | null;
}

async function judge(invoker: Invoker, call: CanonicalCall, before: HookReport): Promise<Evaluated> {
  const { input } = call;
  if (!invoker.concerns('PreToolUse'))
    return { gate: { kind: 'go', input, ...before }, verdict: 'none', reason: null };
  const shown = asPayload(callOf(call));
  const decision = await invoker.invoke('PreToolUse', shown, call);
  const report = joinReports(before, reportOf(decision));
  const { decision: verdict, reason } = decision;
  const gate: ToolGate =
    verdict === 'block'
      ? blockedCall(input, reasonOf(decision), report)
      : { kind: 'go', input: leftOf(decision, shown, input), ...report };
  return { gate, verdict, reason };
}

/** PostToolUse: nothing is run again. */
async function postToolUse<R>(invoker: Invoker, run: ToolRun, output: R): Promise<ToolDone<R>> {
  const { input } = run;
  if (!invoker.concerns('PostToolUse'))
    return { kind: 'done', input, output, isReplaced: false, ...NO_REPORT };
  const decision = await invoker.invoke('PostToolUse', { ...ranCall(run), tool_response: asJson(output) });
  const isReplaced = decision.output !== null;
  const left: R | JsonValue = isReplaced ? decision.output : output;
  return { kind: 'done', input, output: left, isReplaced, ...reportOf(decision) };
}

/** PostToolUseFailure. */
async function postToolUseFailure(invoker: Invoker, run: ToolRun, error: unknown): Promise<ToolFailed> {
  const { input, signal } = run;
  const said = describeThrown(error);
  if (!invoker.concerns('PostToolUseFailure'))
    return { kind: 'failed', input, error, message: said, isReplaced: false, ...NO_REPORT };
  const interrupt = signal?.aborted === true ? { is_interrupt: true } : {};
  const decision = await invoker.invoke('PostToolUseFailure', { ...ranCall(run), error: said, ...interrupt });
  const { output } = decision;
  const isReplaced = typeof output === 'string';
  return {
    kind: 'failed',
    input,
    error,
    message: isReplaced ? output : said,
    isReplaced,
    ...reportOf(decision),
  };
}

/** The whole way of one call. `execute` runs at most once, and not at all where the call is blocked. */
async function aroundTool<R>(
  invoker: Invoker,
  call: ToolCall,
  onAsk: OnAsk | undefined,
  execute: (input: JsonObject) => R | Promise<R>,
): Promise<ToolOutcome<R>> {
  const gate = await preToolUse(invoker, call, onAsk);
  if (gate.kind === 'blocked') return gate;
  const { input } = gate;
  const ran = startCall(call, input);
  let output: R;
  try {
    output = await execute(input);
  } catch (error) {
    const failed = await postToolUseFailure(invoker, ran(), error);
    return { ...failed, ...joinReports(gate, failed) };
  }
  const done = await postToolUse(invoker, ran(), output);
  return { ...done, ...joinReports(gate, done) };
}

function blockedCall(input: JsonObject, reason: string, report: HookReport): ToolBlocked {
  return {
    kind: 'blocked',
    input,
    reason,
    message: `Not done, because a hook blocked it: ${reason}`,
    ...report,
  };
}

/** Whether anybody is to be asked before a call. */
function hasGate({ concerns }: Invoker, { needsPermission }: ToolCall): boolean {
  return needsPermission === true || concerns('PreToolUse');
}

/** Calls the tool at once; who listens when it has ended is asked then. */
async function runUngated<R>(
  { concerns }: Invoker,
  { postToolUse, postToolUseFailure }: Pick<Conversation, 'postToolUse' | 'postToolUseFailure'>,
  call: ToolCall,
  execute: (input: JsonObject) => R | Promise<R>,
): Promise<ToolOutcome<R>> {
  const { input } = call;
  const ran = startCall(call, input);
  let output: R;
  try {
    output = await execute(input);
  } catch (error) {
    return postToolUseFailure(ran(), error);
  }
  if (concerns('PostToolUse')) return postToolUse(ran(), output);
  return { kind: 'done', input, output, isReplaced: false, ...NO_REPORT };
}

import type { Decision, JsonObject, JsonValue, Message } from '@hookmd/core/events';

/** The results of hooks that every outcome carries. */
export interface HookReport {
  /** Set when a hook stops the agent; null = the agent continues. */
  readonly halt: { readonly reason: string | null } | null;
  /** Texts for the model: feedback of hooks first, then their context. */
  readonly context: readonly string[];
  /** For the user, not for the model. */
  readonly userMessages: readonly string[];
  /** Requests of hooks that were not granted, with the reason: a sentence each. */
  readonly problems: readonly string[];
  /** All decisions, in order; empty = no hook listens. */
  readonly decisions: readonly Decision[];
}

/** A hook blocked the action. `reason` is for the model or the user who started it. */
export interface Blocked extends HookReport {
  readonly kind: 'blocked';
  readonly reason: string;
}

/** The action may proceed unchanged. */
export interface Goes extends HookReport {
  readonly kind: 'go';
}

/** The outcome of a message of the user. */
export type PromptOutcome = Goes | Blocked;

/** A model call that may be made, with the request that hooks left. */
export interface ModelGo<M, T> extends HookReport {
  readonly kind: 'go';
  /** The messages for the model: redacted, with `hints` as the last entries. The same array where nothing changed. */
  readonly messages: readonly M[];
  /** The appended texts, for an agent that puts such texts elsewhere. */
  readonly hints: readonly string[];
  /** The tools that hooks left. The same array where nothing changed. */
  readonly tools: readonly T[];
}

/** The response of the model that hooks left. */
export interface ModelDone<R> extends HookReport {
  readonly kind: 'done';
  /** JSON where `isReplaced`; else the response of the model itself. */
  readonly response: R;
  readonly isReplaced: boolean;
}

/** Whether the model may be called. */
export type ModelGate<M, T> = ModelGo<M, T> | Blocked;
/** The outcome of a whole model call. */
export type ModelOutcome<R> = ModelDone<R> | Blocked;

/** A tool call that may be made. */
export interface ToolGo extends HookReport {
  readonly kind: 'go';
  /** The input for the tool: hooks may have changed it. */
  readonly input: JsonObject;
}

/** A hook blocked the tool call: do not call the tool. */
export interface ToolBlocked extends Blocked {
  readonly input: JsonObject;
  /** The text for the model in place of an output. */
  readonly message: string;
}

/** The tool ran. */
export interface ToolDone<R> extends HookReport {
  readonly kind: 'done';
  /** The input with which it ran. */
  readonly input: JsonObject;
  /** JSON where `isReplaced`; else the value that the tool returned. */
  readonly output: R | JsonValue;
  readonly isReplaced: boolean;
}

/** The tool threw. */
export interface ToolFailed extends HookReport {
  readonly kind: 'failed';
  readonly input: JsonObject;
  /** The exception itself, not redacted. */
  readonly error: unknown;
  /** The text for the model: from hooks where `isReplaced`, else the message of the error. */
  readonly message: string;
  readonly isReplaced: boolean;
}

/** Whether the tool may be called. */
export type ToolGate = ToolGo | ToolBlocked;
/** The outcome of a whole tool call. */
export type ToolOutcome<R> = ToolDone<R> | ToolFailed | ToolBlocked;

/** These messages replace the conversation. */
export interface Replaced extends HookReport {
  readonly kind: 'replaced';
  readonly messages: readonly Message[];
}

/** A hook calls for a host action that the session has no function for: run it, and replace the conversation by its text. */
export interface CallsHostAction extends HookReport {
  readonly kind: 'hostAction';
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

/** The outcome of a turn. */
export type TurnOutcome = Goes | Replaced | CallsHostAction;

/** The agent continues with these texts as messages of the user. */
export interface Continues extends HookReport {
  readonly kind: 'continue';
  readonly followUps: readonly string[];
}

/** The agent may stop. */
export interface Ends extends HookReport {
  readonly kind: 'end';
}

/** The outcome of a stop. After `replaced` and `host action` the agent stops too. */
export type StopOutcome = Ends | Continues | Replaced | CallsHostAction;

/** The host action threw: the conversation stays as it is. */
export interface CompactFailed extends HookReport {
  readonly kind: 'failed';
  readonly error: unknown;
}

/** The outcome of a compaction. */
export type CompactOutcome = Replaced | Blocked | CompactFailed;

/** The result of a sub-agent. */
export interface SubagentDone<R> extends HookReport {
  readonly kind: 'done';
  readonly result: R;
}

const NOTHING: readonly never[] = Object.freeze([]);

/** The report where no hook listens. */
export const NO_REPORT: HookReport = Object.freeze({
  halt: null,
  context: NOTHING,
  userMessages: NOTHING,
  problems: NOTHING,
  decisions: NOTHING,
});

/** The report of several decisions, in order. */
export function reportOf(...decisions: readonly Decision[]): HookReport {
  return {
    halt: decisions.find(({ halt }) => halt !== null)?.halt ?? null,
    context: decisions.flatMap(({ feedback, context }) => [...feedback, ...context]),
    userMessages: decisions.flatMap(({ userMessages }) => userMessages),
    problems: decisions.flatMap(({ dropped }) => dropped),
    decisions,
  };
}

/** Both reports, the first one first. */
export function joinReports(first: HookReport, second: HookReport): HookReport {
  return {
    halt: first.halt ?? second.halt,
    context: [...first.context, ...second.context],
    userMessages: [...first.userMessages, ...second.userMessages],
    problems: [...first.problems, ...second.problems],
    decisions: [...first.decisions, ...second.decisions],
  };
}

/** The outcome of a decision that blocks; null for any other. */
export function blockedBy(decision: Decision): Blocked | null {
  if (decision.decision !== 'block') return null;
  return { kind: 'blocked', reason: reasonOf(decision), ...reportOf(decision) };
}

/** The reason of a decision that blocks. */
export function reasonOf({ reason, halt, decidedBy }: Decision): string {
  return reason ?? halt?.reason ?? (decidedBy.length > 0 ? `blocked by ${decidedBy.join(', ')}` : 'blocked');
}

import type { Decision, JsonObject, JsonValue, Message } from '@hookmd/core/events';

/** What every outcome says beside its own. */
export interface HookReport {
  /** A hook wants the agent to stop, and why; null = it goes on. */
  readonly halt: { readonly reason: string | null } | null;
  /** Texts that the model is to read: feedback of hooks first, then their context. */
  readonly context: readonly string[];
  /** For the person, not for the model. */
  readonly userMessages: readonly string[];
  /** What hooks asked for and did not get, and why: a sentence each. */
  readonly problems: readonly string[];
  /** Everything that was decided, in order; empty = no hook listens. */
  readonly decisions: readonly Decision[];
}

/** It is not to be done. `reason` is for whoever asked for it. */
export interface Blocked extends HookReport {
  readonly kind: 'blocked';
  readonly reason: string;
}

/** It may go on as it is. */
export interface Goes extends HookReport {
  readonly kind: 'go';
}

/** Of a message of the user. */
export type PromptOutcome = Goes | Blocked;

/** A model call that may be made, with what is left of it. */
export interface ModelGo<M, T> extends HookReport {
  readonly kind: 'go';
  /** What to call the model with: redacted, `hints` appended as its last entries. The array that was given where nothing changed. */
  readonly messages: readonly M[];
  /** The texts that were appended, for an agent that puts such texts elsewhere. */
  readonly hints: readonly string[];
  /** What hooks left of the offered tools. The array that was given where nothing changed. */
  readonly tools: readonly T[];
}

/** An answer of the model as the agent may read it. */
export interface ModelDone<R> extends HookReport {
  readonly kind: 'done';
  /** What hooks put in its place, as JSON, where `isReplaced`. */
  readonly response: R;
  readonly isReplaced: boolean;
}

export type ModelGate<M, T> = ModelGo<M, T> | Blocked;
export type ModelOutcome<R> = ModelDone<R> | Blocked;

/** A tool call that may be made. */
export interface ToolGo extends HookReport {
  readonly kind: 'go';
  /** What the tool is to run with: hooks may have changed it. */
  readonly input: JsonObject;
}

/** The tool is not called. */
export interface ToolBlocked extends Blocked {
  readonly input: JsonObject;
  /** What the model reads in place of a result. */
  readonly message: string;
}

/** The tool ran. */
export interface ToolDone<R> extends HookReport {
  readonly kind: 'done';
  /** What it ran with. */
  readonly input: JsonObject;
  /** What hooks left of its output: JSON where `isReplaced`, else what the tool returned. */
  readonly output: R | JsonValue;
  readonly isReplaced: boolean;
}

/** The tool threw, and nothing else did. */
export interface ToolFailed extends HookReport {
  readonly kind: 'failed';
  readonly input: JsonObject;
  /** What it threw: nothing of it is redacted. */
  readonly error: unknown;
  /** What the model reads: what hooks put in its place where `isReplaced`, else what the error says. */
  readonly message: string;
  readonly isReplaced: boolean;
}

export type ToolGate = ToolGo | ToolBlocked;
export type ToolOutcome<R> = ToolDone<R> | ToolFailed | ToolBlocked;

/** The conversation is to be these messages from now on. */
export interface Replaced extends HookReport {
  readonly kind: 'replaced';
  readonly messages: readonly Message[];
}

/** A hook calls for a recipe that the session does not have as a function: run it, and its text becomes the conversation. */
export interface CallsHostAction extends HookReport {
  readonly kind: 'recipe';
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

export type TurnOutcome = Goes | Replaced | CallsHostAction;

/** The agent is to go on, with these texts as messages of the user. */
export interface Continues extends HookReport {
  readonly kind: 'continue';
  readonly followUps: readonly string[];
}

/** The agent may stop. */
export interface Ends extends HookReport {
  readonly kind: 'end';
}

/** After `replaced` and `recipe` the agent stops too. */
export type StopOutcome = Ends | Continues | Replaced | CallsHostAction;

/** The recipe threw: the conversation stays as it is. */
export interface CompactFailed extends HookReport {
  readonly kind: 'failed';
  readonly error: unknown;
}

export type CompactOutcome = Replaced | Blocked | CompactFailed;

/** What a sub-agent came to. */
export interface SubagentDone<R> extends HookReport {
  readonly kind: 'done';
  readonly result: R;
}

const NOTHING: readonly never[] = Object.freeze([]);

/** What is report where no hook listens. */
export const NO_REPORT: HookReport = Object.freeze({
  halt: null,
  context: NOTHING,
  userMessages: NOTHING,
  problems: NOTHING,
  decisions: NOTHING,
});

/** What several decisions about one thing say together, in order. */
export function reportOf(...decisions: readonly Decision[]): HookReport {
  return {
    halt: decisions.find(({ halt }) => halt !== null)?.halt ?? null,
    context: decisions.flatMap(({ feedback, context }) => [...feedback, ...context]),
    userMessages: decisions.flatMap(({ userMessages }) => userMessages),
    problems: decisions.flatMap(({ dropped }) => dropped),
    decisions,
  };
}

/** One after the other. */
export function joinReports(first: HookReport, second: HookReport): HookReport {
  return {
    halt: first.halt ?? second.halt,
    context: [...first.context, ...second.context],
    userMessages: [...first.userMessages, ...second.userMessages],
    problems: [...first.problems, ...second.problems],
    decisions: [...first.decisions, ...second.decisions],
  };
}

/** Null where it may go on. */
export function blockedBy(decision: Decision): Blocked | null {
  if (decision.decision !== 'block') return null;
  return { kind: 'blocked', reason: reasonOf(decision), ...reportOf(decision) };
}

export function reasonOf({ reason, halt, decidedBy }: Decision): string {
  return reason ?? halt?.reason ?? (decidedBy.length > 0 ? `blocked by ${decidedBy.join(', ')}` : 'blocked');
}

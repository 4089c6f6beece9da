import type { Decision } from '@hookmd/core/internal/protocol/decision';
import type { Message } from '@hookmd/core/internal/protocol/event';
import type { JsonObject, JsonValue } from '@hookmd/core/internal/protocol/json';

/** What every outcome says beside its own. */
export interface Heard {
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
export interface Blocked extends Heard {
  readonly kind: 'blocked';
  readonly reason: string;
}

/** It may go on as it is. */
export interface Goes extends Heard {
  readonly kind: 'go';
}

/** Of a message of the user. */
export type PromptOutcome = Goes | Blocked;

/** A model call that may be made, with what is left of it. */
export interface ModelGo<M, T> extends Heard {
  readonly kind: 'go';
  /** What to call the model with: redacted, `hints` appended as its last entries. The array that was given where nothing changed. */
  readonly messages: readonly M[];
  /** The texts that were appended, for an agent that puts such texts elsewhere. */
  readonly hints: readonly string[];
  /** What hooks left of the offered tools. The array that was given where nothing changed. */
  readonly tools: readonly T[];
}

/** An answer of the model as the agent may read it. */
export interface ModelDone<R> extends Heard {
  readonly kind: 'done';
  /** What hooks put in its place, as JSON, where `isReplaced`. */
  readonly response: R;
  readonly isReplaced: boolean;
}

export type ModelGate<M, T> = ModelGo<M, T> | Blocked;
export type ModelOutcome<R> = ModelDone<R> | Blocked;

/** A tool call that may be made. */
export interface ToolGo extends Heard {
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
export interface ToolDone<R> extends Heard {
  readonly kind: 'done';
  /** What it ran with. */
  readonly input: JsonObject;
  /** What hooks left of its output: JSON where `isReplaced`, else what the tool returned. */
  readonly output: R | JsonValue;
  readonly isReplaced: boolean;
}

/** The tool threw, and nothing else did. */
export interface ToolFailed extends Heard {
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
export interface Replaced extends Heard {
  readonly kind: 'replaced';
  readonly messages: readonly Message[];
}

/** A hook calls for a recipe that the session does not have as a function: run it, and its text becomes the conversation. */
export interface CallsRecipe extends Heard {
  readonly kind: 'recipe';
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

export type TurnOutcome = Goes | Replaced | CallsRecipe;

/** The agent is to go on, with these texts as messages of the user. */
export interface Continues extends Heard {
  readonly kind: 'continue';
  readonly followUps: readonly string[];
}

/** The agent may stop. */
export interface Ends extends Heard {
  readonly kind: 'end';
}

/** After `replaced` and `recipe` the agent stops too. */
export type StopOutcome = Ends | Continues | Replaced | CallsRecipe;

/** The recipe threw: the conversation stays as it is. */
export interface CompactFailed extends Heard {
  readonly kind: 'failed';
  readonly error: unknown;
}

export type CompactOutcome = Replaced | Blocked | CompactFailed;

/** What a sub-agent came to. */
export interface SubagentDone<R> extends Heard {
  readonly kind: 'done';
  readonly result: R;
}

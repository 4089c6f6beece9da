import type { EventName, JsonObject, JsonValue } from '@hookmd/core/events';
import type { CallbackOptions, CallbackOutput } from '@hookmd/library';
import type { Ability, ToolWay } from './driver.ts';

/** One requirement for a running agent of any framework. */
export interface AdapterRow {
  /** A sentence in the present tense: the title of its tests. */
  readonly title: string;
  /** Numbers of the rows of the specification that it tests. */
  readonly shows: readonly string[];
  /** Runs in every way in which an agent gets tools. */
  readonly isAboutTools?: true;
  /** Except in this way. */
  readonly exceptIn?: ToolWay;
  readonly needs?: Ability;
  readonly hooks?: readonly RowHook[];
  /** No callback observes all events: only the behavior of the agent is compared. */
  readonly hasNoObserver?: true;
  /** The messages of the user, in order. Default: `go`. */
  readonly prompts?: readonly string[];
  /** The responses of the model, call by call; then `done`. */
  readonly replies?: readonly RowReply[];
  /** The responses of the sub-agent's model. With it the agent has the tool `delegate`. */
  readonly delegated?: readonly RowReply[];
  /** Tools by name; `note` is always there and returns `noted`. */
  readonly tools?: Readonly<Record<string, RowTool>>;
  /** The agent can compact: the summary is `SUMMARY`. */
  readonly compaction?: { readonly windowTokens: number; readonly threshold: number };
  /** The decision of the user about calls that need permission. */
  readonly user?: 'allows' | 'denies';
  /** The run is canceled when it reaches this step. */
  readonly cancelsIn?: 'model' | 'tool' | 'hook';
  /** The run is a quiet operation of this name. */
  readonly quiet?: string;
  readonly expect: Expectation;
}

/** A callback, as data. Its `matcher` is the name of a tool. */
export interface RowHook extends CallbackOptions {
  readonly on: EventName | readonly EventName[];
  /** One output for each run, then none; or the same output every time. */
  readonly outputs?: readonly (CallbackOutput | null)[] | CallbackOutput;
  readonly does?: 'throws' | 'hangs';
  /** Replaces this text wherever it is in the field that its event permits to change. */
  readonly replaces?: readonly [text: string, by: string];
}

export interface RowReply {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input?: JsonObject }[];
  readonly inputTokens?: number;
  /** The provider fails with this message. */
  readonly fails?: string;
}

/** The outputs that it yields, the final one last; or the message with which it fails. */
export type RowTool =
  | { readonly gives: readonly JsonValue[]; readonly schema?: JsonObject }
  | { readonly fails: string };

/** An expected value: objects are compared by key; a pattern matches a string, or the JSON of another value; undefined = absent. */
export type Wanted = JsonValue | undefined | RegExp | readonly Wanted[] | { readonly [key: string]: Wanted };

/** Only the keys that a row has are compared. */
export interface Expectation {
  /** How the last run ended. */
  readonly ended?: { readonly status: string; readonly text?: string | RegExp };
  /** The calls that ran, with their input, in the order in which they began. */
  readonly ran?: readonly (readonly [tool: string, input: Wanted])[];
  /** The names of all events, in order. */
  readonly order?: readonly EventName[];
  /** The payloads of events, one for each dispatch; only these keys are compared. */
  readonly events?: Readonly<Partial<Record<EventName, readonly { readonly [key: string]: Wanted }[]>>>;
  /** The number of dispatches of an event. */
  readonly counts?: Readonly<Partial<Record<EventName, number>>>;
  /** The conversations that the model got, call by call; those of sub-agents apart. */
  readonly sent?: readonly TextExpectation[];
  readonly subagentSent?: readonly TextExpectation[];
  /** Texts that neither the model nor the user got, and that were not stored. */
  readonly never?: readonly string[];
  readonly stored?: TextExpectation;
}

/** Expectations for one text. */
export interface TextExpectation {
  readonly has?: readonly string[];
  /** It contains these in this order. */
  readonly inOrder?: readonly string[];
  readonly without?: readonly string[];
  /** Names of the offered tools. */
  readonly tools?: readonly string[];
}

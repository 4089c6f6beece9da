import type { EventName, JsonObject, JsonValue } from '@hookmd/core/events';
import type { CallbackAnswer, CallbackOptions } from '@hookmd/library';
import type { Ability, ToolWay } from './driver.ts';

/** One thing that must hold in a running agent, whatever framework it is made with. */
export interface AdapterRow {
  /** A sentence in the present tense: the title of its tests. */
  readonly says: string;
  /** Numbers of the rows of the specification that it shows. */
  readonly shows: readonly string[];
  /** Played in every way in which an agent comes by tools. */
  readonly isAboutTools?: true;
  /** But not in this one, of which it does not speak. */
  readonly exceptIn?: ToolWay;
  readonly needs?: Ability;
  readonly hooks?: readonly RowHook[];
  /** Nobody watches the events: only what an agent does is compared. */
  readonly isUnwatched?: true;
  /** What the user says, one after another. Default: `go`. */
  readonly prompts?: readonly string[];
  /** What the model answers, call by call; then `done`. */
  readonly replies?: readonly RowReply[];
  /** What the model of the sub-agent answers. Where it is there, so is the tool `delegate`. */
  readonly delegated?: readonly RowReply[];
  /** What tools do by name; `note` is always there and gives out `noted`. */
  readonly tools?: Readonly<Record<string, RowTool>>;
  /** The agent can compact: the summary is `SUMMARY`. */
  readonly compaction?: { readonly windowTokens: number; readonly threshold: number };
  /** What the person says who is asked whether a call may run. */
  readonly person?: 'allows' | 'denies';
  /** The run is cancelled when it gets there. */
  readonly cancelsIn?: 'model' | 'tool' | 'hook';
  /** What the agent does is an operation of its own, of this name. */
  readonly quiet?: string;
  readonly expect: Expectation;
}

/** A callback, as data. Its `matcher` is the name of a tool. */
export interface RowHook extends CallbackOptions {
  readonly on: EventName | readonly EventName[];
  /** One for each time it is asked, then none; or the same every time. */
  readonly answers?: readonly (CallbackAnswer | null)[] | CallbackAnswer;
  readonly does?: 'throws' | 'hangs';
  /** Wherever this text stands in what its event lets it change, it writes another one, whatever the framework calls the place. */
  readonly replaces?: readonly [text: string, by: string];
}

export interface RowReply {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input?: JsonObject }[];
  readonly inputTokens?: number;
  /** The provider fails with this message. */
  readonly fails?: string;
}

/** What it gives out, the output last; or the message with which it fails. */
export type RowTool =
  | { readonly gives: readonly JsonValue[]; readonly schema?: JsonObject }
  | { readonly fails: string };

/** A value that must be equal, key by key where it is an object; a pattern that a text must match, or the JSON of what is none; undefined = absent. */
export type Wanted = JsonValue | undefined | RegExp | readonly Wanted[] | { readonly [key: string]: Wanted };

/** What is named is compared, and nothing else. */
export interface Expectation {
  /** How the last run ended. */
  readonly ended?: { readonly status: string; readonly text?: string | RegExp };
  /** The calls that really ran, with the input that they had, in the order in which they began. */
  readonly ran?: readonly (readonly [tool: string, input: Wanted])[];
  /** The names of all events, in order. */
  readonly order?: readonly EventName[];
  /** The payloads of events, each time they were fired; keys that are not named are free. */
  readonly events?: Readonly<Partial<Record<EventName, readonly { readonly [key: string]: Wanted }[]>>>;
  /** How often an event was fired. */
  readonly counts?: Readonly<Partial<Record<EventName, number>>>;
  /** What the model was sent, call by call, that of sub-agents apart. */
  readonly heard?: readonly Told[];
  readonly delegateHeard?: readonly Told[];
  /** Nothing that the model was sent, that was kept or that the user got, holds this. */
  readonly never?: readonly string[];
  readonly kept?: Told;
}

/** About one text. */
export interface Told {
  readonly has?: readonly string[];
  /** It has them one after another. */
  readonly inOrder?: readonly string[];
  readonly lacks?: readonly string[];
  /** Names of the tools that were offered. */
  readonly tools?: readonly string[];
}

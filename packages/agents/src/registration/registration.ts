import type { EventName, JsonObject, JsonValue } from '@hookmd/core/events';

/** Whose it is: this person's everywhere, this person's in one project, everybody's who has the project. */
export type RegistrationScope = 'user' | 'project' | 'shared';

/** What an agent is to be told of one event. */
export interface Wanted {
  readonly event: EventName;
  /** The agent's word for it. */
  readonly native: string;
  /** Milliseconds that HookMD reckons with. */
  readonly budgetMs: number;
  /** The command line that fires it. */
  readonly command: string;
}

/** What must stand in a document, beside whatever others wrote there. */
export type DocumentPart = {
  /** Keys from the top, to the list or to the key itself. */
  readonly at: readonly string[];
  /** Null = it is about no event by itself. */
  readonly event: EventName | null;
} & (
  | {
      /** At the end of the list; ours is known by the command in it. */
      readonly kind: 'hook';
      readonly value: JsonObject;
    }
  | {
      /** At the end of the list, unless it is in it. `onlyThere`: where there is such a list; without one nobody is left out. */
      readonly kind: 'listed';
      readonly value: string;
      readonly onlyThere?: true;
    }
  | {
      /** Set at this key, which is nobody else's. */
      readonly kind: 'key';
      readonly value: JsonValue;
    }
);

/** What an agent reads beyond JSON, as it was seen to: where it does not, it reads nothing of the file. */
export interface JsonSyntax {
  readonly comments: boolean;
  /** Behind the last of a list or an object. */
  readonly trailingCommas: boolean;
  /** The byte order mark that some editors begin a file with. */
  readonly mark: boolean;
}

/** A document that others write too. `base` is what a new one begins with. */
export interface RegistrationDocument {
  readonly kind: 'document';
  readonly path: string;
  readonly base: JsonObject;
  readonly reads: JsonSyntax;
  readonly parts: readonly DocumentPart[];
}

/** A file that is ours alone. */
export interface RegistrationFile {
  readonly kind: 'file';
  readonly path: string;
  readonly text: string;
  readonly isExecutable: boolean;
  /** Null = it is about every event. */
  readonly event: EventName | null;
  /** Nobody else would give it this name; else it is ours where it starts our command. */
  readonly isOursByName: boolean;
}

/** How an agent is told of events, in files below one folder. `argv` is the command of all events, without its last word. */
export type RegistrationForm = (facts: {
  readonly folder: string;
  readonly scope: RegistrationScope;
  readonly events: readonly Wanted[];
  readonly argv: readonly string[];
}) => readonly (RegistrationDocument | RegistrationFile)[];

/** What a person still has to do or to know, once the agent is attached. */
export interface RegistrationNeed {
  /** Default: every scope. */
  readonly scopes?: readonly RegistrationScope[];
  /** What `review` does. */
  readonly isReview?: true;
  readonly says: string;
  readonly remedy: string;
  /**
   * Whether it is done, from what stands in a file of the agent; null = that cannot be told. `read` gives null where there
   * is no such file. Default: it cannot be told.
   */
  isMet?(read: (path: string) => string | null, facts: { readonly folder: string }): boolean | null;
}

/** What is asked of an agent's own program. */
interface ReviewRequest {
  readonly method: string;
  readonly parameters: JsonObject;
}

/** A hook as an agent lists it. */
export interface ReviewedHook {
  /** The agent's own name for it. */
  readonly key: string;
  readonly hash: string;
  readonly command: string;
  /** The file in which it stands, as the agent names it. */
  readonly path: string;
  readonly isTrusted: boolean;
}

/**
 * How an agent is told which hooks were reviewed: JSON-RPC, a line for each message, with a program of its own. Nothing here
 * speaks: requests are made, and answers read.
 */
export interface RegistrationReview {
  readonly argv: readonly [string, ...string[]];
  /** Where it writes that down, in the folder of the user. */
  readonly file: string;
  /** The variable that names that folder. */
  readonly directoryVariable: string;
  /** Comes first, with the version of HookMD. */
  greet(version: string): ReviewRequest;
  /** What is told once that was answered. */
  readonly greeted: string;
  /** Asks for every hook that it reads where it works in `folder`. */
  list(folder: string): ReviewRequest;
  /** Its answer; what cannot be read of it is left out. */
  readList(answer: JsonValue): readonly ReviewedHook[];
  /** Of hooks as it lists them now. */
  trust(hooks: readonly ReviewedHook[]): ReviewRequest;
  distrust(hooks: readonly ReviewedHook[]): ReviewRequest;
}

/** Where and how HookMD is put into the settings of an agent: data for `hooks attach`. */
export interface Registration {
  /** What a person calls it by: where that is in the PATH, the agent is installed. */
  readonly program: string;
  /** Where its files are: `~/…` in the home folder, else in the project. A scope that it has not is not there. */
  readonly folders: Readonly<Partial<Record<RegistrationScope, string>>>;
  /** The variable that moves the folder of the user; `below` where it names one further up. */
  readonly movedBy?: { readonly variable: string; readonly below?: string };
  readonly form: RegistrationForm;
  /** Events that it fires and is not to tell of, and why. */
  readonly leftOut?: Readonly<Partial<Record<EventName, string>>>;
  /** Events that are a process for each call of a model, or each piece of its answer: only where a hook waits for them. */
  readonly onDemand?: readonly EventName[];
  readonly needs: readonly RegistrationNeed[];
  /** The agent starts only hooks that a person has reviewed; it can be told that they were. */
  readonly review?: RegistrationReview;
}

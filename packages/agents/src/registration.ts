import { join } from 'node:path';
import type { EventName, JsonObject, JsonValue } from '@hookmd/core/events';

/** Whose settings: the user's everywhere, the user's in one project, those of all users of a project, or of a machine. */
export type RegistrationScope = 'user' | 'project' | 'shared' | 'managed';

/** An event that the agent is to send. */
export interface Wanted {
  readonly event: EventName;
  /** The agent's name of it. */
  readonly native: string;
  readonly budgetMs: number;
  /** The command line for it. */
  readonly command: string;
}

/** An entry of HookMD in a document. */
export type DocumentPart = {
  /** Keys from the top, to the list or to the key itself. */
  readonly at: readonly string[];
  /** Null = it is about no single event. */
  readonly event: EventName | null;
} & (
  | {
      /** At the end of the list; HookMD recognizes its entry by the command. */
      readonly kind: 'hook';
      readonly value: JsonObject;
    }
  | {
      /** At the end of the list, unless it is in the list. `onlyThere`: only if there is such a list. */
      readonly kind: 'listed';
      readonly value: string;
      readonly onlyThere?: true;
    }
  | {
      /** The value of this key, which only HookMD uses. */
      readonly kind: 'key';
      readonly value: JsonValue;
    }
);

/** What an agent reads beyond JSON. It ignores the whole file if there is more. */
export interface JsonSyntax {
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  /** A byte order mark. */
  readonly mark: boolean;
}

/** A document with entries of others. `base` is the start of a new one. */
export interface RegistrationDocument {
  readonly kind: 'document';
  readonly path: string;
  readonly base: JsonObject;
  readonly reads: JsonSyntax;
  readonly parts: readonly DocumentPart[];
}

/** A file of HookMD alone. */
export interface RegistrationFile {
  readonly kind: 'file';
  readonly path: string;
  readonly text: string;
  readonly isExecutable: boolean;
  /** Null = it is about every event. */
  readonly event: EventName | null;
  /** Only HookMD uses this file name; otherwise the file is HookMD's if it starts HookMD's command. */
  readonly isNamedAfterHookMD: boolean;
}

/** Makes the files below one directory. `argv` is the command of all events, without its last argument. */
export type RegistrationForm = (facts: {
  readonly directory: string;
  readonly scope: RegistrationScope;
  readonly events: readonly Wanted[];
  readonly argv: readonly string[];
}) => readonly (RegistrationDocument | RegistrationFile)[];

/** What the user still has to do or to know after `hooks attach`. */
export interface RegistrationNeed {
  /** Default: every scope. */
  readonly scopes?: readonly RegistrationScope[];
  /** `review` does it. */
  readonly isReview?: true;
  readonly message: string;
  readonly remedy: string;
  /** Whether it is done, from a file of the agent; null = unknown. `read` returns null without a file. Default: unknown. */
  isMet?(read: (path: string) => string | null, facts: { readonly directory: string }): boolean | null;
}

/** A request to the agent's own program. */
interface ReviewRequest {
  readonly method: string;
  readonly parameters: JsonObject;
}

/** A hook as an agent lists it. */
export interface ReviewedHook {
  readonly key: string;
  readonly hash: string;
  readonly command: string;
  /** The settings file, as the agent names it. */
  readonly path: string;
  readonly isTrusted: boolean;
}

/** The JSON-RPC requests that mark hooks as reviewed in an agent's own program, one message per line. */
export interface RegistrationReview {
  readonly argv: readonly [string, ...string[]];
  /** Where the program stores the reviews, in the user's directory. */
  readonly file: string;
  /** The variable with that directory. */
  readonly directoryVariable: string;
  /** The first request. */
  greet(version: string): ReviewRequest;
  /** The notification after its response. */
  readonly greeted: string;
  /** Lists every hook of the agent in `folder`. */
  list(directory: string): ReviewRequest;
  /** Reads the response; skips what it cannot read. */
  readList(output: JsonValue): readonly ReviewedHook[];
  trust(hooks: readonly ReviewedHook[]): ReviewRequest;
  distrust(hooks: readonly ReviewedHook[]): ReviewRequest;
}

/** Another way than a file to the same settings, which `hooks attach --managed --print` names. */
interface ManagedChannel {
  readonly system: string;
  readonly channel: string;
  readonly path: string;
  /** The entries in its format, if that is not the file's. `directory` contains the program of HookMD. */
  payload?(settings: JsonObject, facts: { readonly directory: string }): string;
}

/** The layer of settings that the administrator of a machine controls. */
export interface ManagedSettings {
  /** The file with HookMD's entries, for each system. */
  readonly files: Readonly<Record<'linux' | 'darwin', string>>;
  readonly channels?: readonly ManagedChannel[];
  /** Names of further files of the layer beside the file of HookMD, relative to its directory. They can hold entries too. */
  readonly besides?: readonly string[];
  /** The agent reads every `.json` file in the directory. */
  readonly isDropIn?: true;
  /** How a developer without root can remove the entries. Default: not at all. */
  readonly removableWith?: string;
  /** A file in the user's directory: with settings in it, the agent ignores the layer without a message, `unless` they match this. */
  readonly replacedBy?: {
    readonly file: string;
    readonly unless: RegExp;
    readonly why: string;
    readonly fix: string;
  };
  /** The variable with which the agent reads another file instead. */
  readonly movedBy?: string;
  /** What makes the agent ignore the entries of users, in a file of the layer or in `file` beside them. */
  readonly onlyManaged?: { readonly pattern: RegExp; readonly file?: string };
  /** `disableAllHooks` in the settings of users does not disable managed hooks. */
  readonly outlastsOff?: true;
  /** What an administrator has to know, in one sentence. */
  readonly trap: string;
}

/** Where and how `hooks attach` puts HookMD into the settings of an agent. */
export interface Registration {
  /** The command of the agent: it is installed if this is on the PATH. */
  readonly program: string;
  /** The directory of its settings: `~/…` in the home directory, otherwise in the project. */
  readonly directories: Readonly<Partial<Record<RegistrationScope, string>>>;
  /** The variable that moves the user's directory, or the directory `below` it. */
  readonly movedBy?: { readonly variable: string; readonly below?: string };
  readonly form: RegistrationForm;
  /** The administrator's settings, for every user of a machine. Default: the agent has none. */
  readonly managed?: ManagedSettings;
  /** Events that HookMD must not receive, and why. */
  readonly leftOut?: Readonly<Partial<Record<EventName, string>>>;
  /** Events with a process for each model call or piece of output: only if a hook listens to them. */
  readonly onDemand?: readonly EventName[];
  readonly needs: readonly RegistrationNeed[];
  /** The agent starts only hooks that the user has reviewed, and a program can mark them so. */
  readonly review?: RegistrationReview;
}

/** Settings in Claude's shape: `hooks: {EVENT: [{matcher, hooks: [{type: command, command, timeout}]}]}`. */
export function hookGroups({
  files,
  reads,
  unitMs,
  matchers = {},
}: {
  /** The file in the directory of each scope. */
  readonly files: Readonly<Partial<Record<RegistrationScope, string>>>;
  readonly reads: JsonSyntax;
  /** Milliseconds in a unit of its timeouts. */
  readonly unitMs: number;
  /** For events that need a matcher. */
  readonly matchers?: Readonly<Partial<Record<EventName, string>>>;
}): RegistrationForm {
  return ({ directory, scope, events }) => [
    {
      kind: 'document',
      path: join(directory, files[scope] ?? ''),
      base: {},
      reads,
      parts: events.map(({ event, native, budgetMs, command }) => {
        const timeout = Math.ceil(budgetMs / unitMs);
        const hooks: JsonObject[] = [{ type: 'command', command, timeout }];
        const matcher = matchers[event];
        return {
          kind: 'hook',
          at: ['hooks', native],
          event,
          value: matcher === undefined ? { hooks } : { matcher, hooks },
        };
      }),
    },
  ];
}

import type { ScriptedReply } from '../support/chat-server.ts';
import type { FileText, HookSpec, Json } from '../support/hook-package.ts';
import type { Served } from '../support/serve.ts';
import type { RowId } from './ids.ts';
import type { IssueTitle } from './issues.ts';

/**
 * One row of the specification, under its number there.
 *
 * It passes with its cases; what cannot hold yet is `pending` with the title of the issue that brings it, what can
 * never apply is `excluded` with the reason. A row may have cases that pass and cases that are pending.
 */
export interface Row {
  readonly id: RowId;
  /** Which document asks for it. */
  readonly source: string;
  /** The feature, as a sentence. */
  readonly says: string;
  readonly cases?: readonly (Case | PendingCase)[];
  readonly pending?: IssueTitle;
  readonly excluded?: string;
}

export interface PendingCase {
  readonly says: string;
  readonly pending: IssueTitle;
}

/**
 * One case: hooks and files in a home and a project of its own, then calls and changes, one after another.
 *
 * In every text `<home>`, `<project>`, `<root>`, `<log>` and `<scratch>` stand for these folders, and
 * `<digest NAME>` for the digest that `hooks info NAME` shows (behind NAME may stand options), `<cli>` for the built command line.
 */
export interface Case extends Dispatch {
  /** A sentence in the present tense: the title of the test. */
  readonly says: string;
  /** Programs that not every machine has: without one the case is skipped, and test/allowed-skips.txt has its title. */
  readonly needs?: readonly string[];
  /** By name, a package of test/fixtures. */
  readonly hooks?: readonly (string | HookSpec)[];
  /** Written before the first call, by their path in the scratch place; null = a folder. */
  readonly files?: Readonly<Record<string, string | FileText | null>>;
  readonly links?: Readonly<Record<string, string>>;
  /** A provider that answers by this script; the last reply is given again and again. The configuration names it as `small`. */
  readonly model?: readonly ScriptedReply[];
  /** What a service on this machine answers, by path; `<service>` stands for its address, `<port>` for its port, and `log/requests` has what it was asked. */
  readonly service?: Readonly<Record<string, Served>>;
  /** ~/.hookmd/config.yaml */
  readonly config?: Json;
  /** Instead of the one event that the case itself describes. */
  readonly steps?: readonly Step[];
}

/**
 * FIRE: one `hooks run EVENT --json --dangerously-trust-all`. Without an event and steps: PreToolUse.
 *
 * What `expect` does not name of the decision must be as if no hook had said anything, and standard error empty.
 */
export interface Dispatch {
  /** Default: PreToolUse. */
  readonly event?: string;
  /** An object, or the text itself. Default: the shell command `ls` on tool events, else nothing. */
  readonly payload?: Json;
  readonly run?: RunOptions;
  readonly expect?: FireExpectation;
}

export interface RunOptions {
  /** Further words behind the event. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | null>>;
  readonly cwd?: string;
  /** Only what was approved runs, as for a user. */
  readonly approved?: boolean;
  /** Sends a signal to the command once this file exists. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly once: string };
}

/** A value that must be equal; a pattern that a text must match. */
export type Wanted =
  | string
  | number
  | boolean
  | null
  | undefined
  | RegExp
  | readonly Wanted[]
  | { readonly [key: string]: Wanted };

export interface FireExpectation {
  readonly decision?: 'none' | 'allow' | 'ask' | 'block';
  readonly reason?: Wanted;
  readonly decidedBy?: Wanted;
  /** The effective input; default: that of the payload. */
  readonly input?: Wanted;
  readonly output?: Wanted;
  readonly changed?: Wanted;
  readonly context?: Wanted;
  readonly feedback?: Wanted;
  readonly followUps?: Wanted;
  readonly messages?: Wanted;
  readonly hints?: Wanted;
  readonly tools?: Wanted;
  readonly callback?: Wanted;
  readonly halt?: Wanted;
  readonly userMessages?: Wanted;
  readonly suppressOutput?: boolean;
  readonly dropped?: Wanted;
  readonly failedOpen?: Wanted;
  /** Default: 1 for block, ask and halt, else 0. */
  readonly exit?: number;
  /** Nothing is decided: the call is refused with this `hookmd.error/1`. */
  readonly error?: Wanted;
  readonly stderr?: Wanted;
  readonly withinMs?: number;
  readonly atLeastMs?: number;
  /** What the command held in memory at most, in MiB. */
  readonly withinMiB?: number;

  /** Names of the hooks whose handlers were started, in that order; `NAME/recheck` for a second look. */
  readonly ran?: readonly string[];
  /** As `ran`, where the order is not determined. */
  readonly ranInAnyOrder?: readonly string[];
  /** No more handlers than this ran at the same time, and that many did. */
  readonly atOnce?: number;
  /** `start NAME` and `end NAME` in the order in which it happened. */
  readonly log?: readonly Wanted[];
  /** What a handler read; keys that are not named are free, `undefined` = absent. A text = the bytes themselves. */
  readonly stdinOf?: Readonly<Record<string, Wanted>>;
  /** These handlers all read the same bytes. */
  readonly sameStdin?: readonly string[];
  readonly argvOf?: Readonly<Record<string, readonly Wanted[]>>;
  readonly cwdOf?: Readonly<Record<string, Wanted>>;
  readonly envOf?: Readonly<Record<string, Readonly<Record<string, Wanted>>>>;
  /** `OUTCOME` or `OUTCOME CAUSE` of hooks. */
  readonly outcomes?: Readonly<Record<string, string>>;
  /** More about rows of `hooks` in the decision; keys that are not named are free. */
  readonly runs?: Readonly<Record<string, Wanted>>;
  /** How long a run may have taken, in milliseconds. */
  readonly runMs?: Readonly<Record<string, readonly [min: number, max: number]>>;
  /** Files in the scratch place afterwards; null = absent. */
  readonly files?: Readonly<Record<string, Wanted>>;
  /** How often the model was asked. */
  readonly asked?: number;
  /** What the model was asked with last; keys that are not named are free. */
  readonly lastAsked?: Wanted;
  /** No process that the hooks started is left. */
  readonly leavesNothing?: true;
  /** Of the newest event log record; keys that are not named are free. */
  readonly eventLog?: Wanted;
  /** The same event through `--agent claude-code`: what the agent receives on standard output, parsed; '' = silence. */
  readonly host?: Wanted | { readonly exit: number; readonly stderr: Wanted };
}

export type FireStep = { readonly fire: string } & Omit<Dispatch, 'event'>;

export type Step =
  | FireStep
  | {
      /** So many calls of one event at the same time. */
      readonly together: string;
      readonly times: number;
      readonly payload?: Json;
      /** How often each handler was started by all of them. */
      readonly starts: Readonly<Record<string, number>>;
    }
  | {
      /** The words behind `hooks`, separated by blanks; `--home` and `--project` are added. */
      readonly hooks: string;
      readonly env?: Readonly<Record<string, string | null>>;
      readonly cwd?: string;
      readonly stdin?: string;
      /** Without `--home` and `--project`. */
      readonly bare?: boolean;
      /** Default 0. */
      readonly exit?: number;
      /** Standard output and exit status are those of this command too. */
      readonly sameAs?: string;
      /** The JSON on standard output; keys that are not named are free. */
      readonly json?: Wanted;
      /** By name, hooks of the JSON on standard output; null = none of that name. */
      readonly hook?: Readonly<Record<string, Wanted>>;
      /** Issues that the JSON on standard output holds, each at least once. */
      readonly issues?: readonly Wanted[];
      /** Events that the JSON on standard output holds, each at least once. */
      readonly events?: readonly Wanted[];
      readonly stdout?: Wanted;
      /** Default: anything. */
      readonly stderr?: Wanted;
    }
  /** The body of a module that uses the built library: see test/support/run-script.ts. */
  | {
      readonly script: string;
      /** The JSON on standard output; keys that are not named are free. */
      readonly prints: Wanted;
      /** Names of the hooks whose handlers were started, in that order. */
      readonly ran?: readonly string[];
      /** Default: nothing. */
      readonly stderr?: Wanted;
    }
  | {
      /** A file of the scratch place, run by hand in the project. */
      readonly program: string;
      readonly args: readonly string[];
      readonly stdin?: string;
      /** Default 0. */
      readonly exit?: number;
      readonly stdout: Wanted;
    }
  | { readonly write: Readonly<Record<string, string | FileText>> }
  | { readonly append: Readonly<Record<string, string>> }
  | { readonly remove: string }
  /** Cuts every file of a folder in half. */
  | { readonly corrupt: string }
  | { readonly rename: readonly [from: string, to: string] }
  | { readonly remember: string }
  /** As it was at the last `remember`, byte for byte. */
  | { readonly unchanged: string }
  /** Kills `hooks …` at ever later instants, then expects that every state record is whole. */
  | { readonly killed: string; readonly times: number }
  | { readonly files: Readonly<Record<string, Wanted>> }
  /** A page of `docs`: its sections by the beginning of their heading, and what each says. */
  | { readonly page: string; readonly sections: Readonly<Record<string, RegExp>> }
  /** Waits until the text of the event log, or that of a file, matches; ten seconds at most. */
  | { readonly awaits: RegExp; readonly in?: string }
  /** No process that the hooks started is left, nor one of ours. */
  | { readonly leavesNothing: true }
  /** The text of the whole event log. */
  | { readonly eventLog: RegExp; readonly lines: number; readonly mode?: number };

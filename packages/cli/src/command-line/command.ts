import type { State } from '@hookmd/core/registry';
import type { Context } from './context.ts';

/** The candidates of the completion at one place of a command line. */
export type Offer =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Names of hooks that have one of these states. */
  | { readonly kind: 'hooks'; readonly states: readonly State[] | 'all' }
  | { readonly kind: 'folders' }
  | { readonly kind: 'files' };

export interface OptionRow {
  /** `--state <state>`, `--all`. */
  readonly flags: string;
  readonly about: string;
  /** The help leaves it out: HookMD's own programs pass it, or another option does the same. */
  readonly isHidden?: true;
}

/** 0 fine · 1 negative finding or expected failure · 2 usage or configuration · 3 bug · 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** Words that the user may choose, one or several. */
export interface Choices {
  readonly question: string;
  readonly isSeveral: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** One command of `hooks`, in a directory of commands/; table.ts has its row. */
export interface Command {
  readonly name: string;
  /** Positional arguments: `<name>`, `[event]`, `[...names]`. */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly OptionRow[];
  readonly examples: readonly string[];
  /**
   * Changes approvals, enablement, settings or the launcher of the user, so an agent must not call it. A list names the first
   * arguments and the options with which it does: `config set`, not `config get`; `doctor --fix`.
   */
  readonly changesTrust?: boolean | readonly string[];
  /** `--state` names a state of hooks; a state directory is recognized by its `/`. */
  readonly stateIsFilter?: true;
  /** Candidates of the completion, by the placeholder of `usage` or `options` (commands/completion/complete.ts). */
  readonly offers?: Readonly<Record<string, Offer>>;
  /** What the user chooses from at a terminal where the command got no word. */
  choices?(context: Context): Promise<Choices>;
  run(context: Context): Promise<ExitCode>;
  /** Replaces the exit code of a reported error. Default: the code of the error. */
  exitCodeOfError?(words: readonly string[], exitCode: ExitCode): ExitCode;
}

/** The exports of a `command.ts`. */
interface CommandModule {
  readonly command: Command;
  /** Runs it with the words after its name. */
  readonly main: (words: readonly string[]) => Promise<ExitCode>;
}

/** Every command by its name; a module is loaded when it is called. */
export type CommandTable = Readonly<Record<string, CommandRow>>;

export interface CommandRow {
  readonly group: 'Everyday' | 'Agents' | 'Diagnose' | 'Packages' | 'Write hooks' | 'Advanced';
  readonly about: string;
  readonly load: () => Promise<CommandModule>;
}

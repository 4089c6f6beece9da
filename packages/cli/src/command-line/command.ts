import type { Offer } from '../commands/completion/offer.ts';
import type { Context } from './context.ts';

export interface OptionRow {
  /** `--state <state>`, `--all`. */
  readonly flags: string;
  readonly about: string;
}

/** 0 fine · 1 negative finding or expected failure · 2 usage or configuration · 3 bug · 130 interrupted. */
export type ExitStatus = 0 | 1 | 2 | 3 | 130;

/** One command of `hooks`. A file in commands/ each; command-table.ts has its row. */
export interface Command {
  readonly name: string;
  /** Positional words: `<name>`, `[event]`, `[...names]`. */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly OptionRow[];
  readonly examples: readonly string[];
  /**
   * Writes under the person's home or state: refused when an agent calls (cli.md, house rules). A list names the first
   * words with which it does: `config set`, not `config get`.
   */
  readonly changesTrust?: boolean | readonly string[];
  /** `--state` names states here; the state folder needs a `/` in it to be told apart. */
  readonly stateIsFilter?: true;
  /** What TAB offers for a word of `usage` or `options`, where the word does not say it (completion/complete.ts). */
  readonly offers?: Readonly<Record<string, Offer>>;
  run(context: Context): Promise<ExitStatus>;
}

/** What a file in commands/ exports. */
interface CommandModule {
  readonly command: Command;
  /** Runs it with the words behind its name. `table` is for the few that are about all commands. */
  readonly main: (words: readonly string[], table: CommandTable) => Promise<ExitStatus>;
}

/** Every command by its name; a module is loaded when it is called. */
export type CommandTable = Readonly<
  Record<string, { readonly about: string; readonly load: () => Promise<CommandModule> }>
>;

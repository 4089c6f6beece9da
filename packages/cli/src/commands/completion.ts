import type { Command, CommandTable, ExitStatus } from '../command.ts';
import type { Context } from '../context.ts';
import { wordOf } from '../options.ts';
import { runCommand } from '../run-command.ts';
import { printOut } from '../terminal.ts';
import { usage } from '../usage.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const command: Command = {
  name: 'completion',
  usage: '[bash|zsh|fish]',
  about: 'Print what makes TAB complete commands, options, hooks, events and agents in a shell.',
  options: [],
  examples: [
    'source <(hooks completion bash)            # in ~/.bashrc',
    'source <(hooks completion zsh)             # in ~/.zshrc, after compinit',
    'hooks completion fish | source             # in ~/.config/fish/config.fish',
  ],
  // Replaced below by what knows the table of commands.
  run: async () => 0,
};

export const main = async (words: readonly string[], table: CommandTable): Promise<ExitStatus> => {
  // What the scripts ask while somebody types: not for people, and never an error.
  if (words[0] === '--names') {
    const { printNames } = await import('../completion/names.ts');
    return printNames(words.slice(1));
  }
  return runCommand({ ...command, run: (context) => printScript(context, table) }, words);
};

async function printScript(context: Context, table: CommandTable): Promise<ExitStatus> {
  const [name] = context.words;
  if (name === undefined)
    throw usage(
      '`hooks completion` needs the name of a shell',
      `Write \`hooks completion ${shells.join('|')}\`.`,
    );
  const shell = wordOf(name, shells, 'The shell');
  const { completionScript } = await import('../completion/script.ts');
  const script = await completionScript(shell, table);
  if (context.isJson) context.print({ schema: 'hookmd.completion/1', shell, script });
  else printOut(script);
  return 0;
}

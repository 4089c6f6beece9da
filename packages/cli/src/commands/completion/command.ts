import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage, wordOf } from '../../command-line/usage.ts';
import { printOut } from '../../ui/output.ts';
import { completionScripts } from './scripts.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const command: Command = {
  name: 'completion',
  usage: '[bash|zsh|fish]',
  about: 'Print the completion script of a shell.',
  options: [],
  examples: [
    'source <(hooks completion bash)            # in ~/.bashrc',
    'source <(hooks completion zsh)             # in ~/.zshrc, after compinit',
    'hooks completion fish | source             # in ~/.config/fish/config.fish',
  ],
  async run(context) {
    const [name] = context.words;
    if (name === undefined)
      throw usage(
        '`hooks completion` needs the name of a shell',
        `Write \`hooks completion ${shells.join('|')}\`.`,
      );
    const shell = wordOf(name, shells, 'The shell');
    const script = completionScripts[shell];
    if (context.isJson) context.print({ schema: 'hookmd.completion/1', shell, script });
    else printOut(script);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

import type { CommandTable } from '../command.ts';
import { bashScript } from './bash.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const scripts: Readonly<Record<'bash' | 'zsh' | 'fish', (line: CommandLine) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The whole script for one shell, made from the command table. */
export async function completionScript(shell: keyof typeof scripts, table: CommandTable): Promise<string> {
  return scripts[shell](await readCommandLine(table));
}

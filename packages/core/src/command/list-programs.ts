import { basename } from 'node:path';
import { findWrappedProgram, listCommands } from '@hookmd/shell';

/** Names of the programs that a command runs, without their directories: in the order of its text, inside of wrappers such as `timeout`. */
export function listPrograms(command: string | readonly string[]): readonly string[] {
  return listCommands(command, true).commands.flatMap(({ words }) => {
    const values = words.map(({ value }) => value);
    // Empty where a variable names the program.
    return basename(values[findWrappedProgram(values).at] ?? '') || [];
  });
}

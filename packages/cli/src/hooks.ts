import { writeSync } from 'node:fs';
import * as moduleApi from 'node:module';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import type { ExitCode } from './command-line/command.ts';
import { commandNamed, commands } from './command-line/table.ts';

// In the directory of this file: who can write there could change the file itself. Node 20 has no compile cache.
const { enableCompileCache } = moduleApi as { readonly enableCompileCache?: (directory: string) => unknown };
enableCompileCache?.(`${import.meta.dirname}/compile-cache`);

const words = process.argv.slice(2);

// Runs with every prompt of some agents, so nothing else is loaded.
if (words.length === 1 && isVersion(words[0] ?? '')) writeSync(1, `hooks ${HOOKMD_VERSION}\n`);
// Everything is written: an exit at once saves the 2 ms in which Node ends by itself.
else void runWords().then((exitCode) => process.exit(exitCode));

async function runWords(): Promise<ExitCode> {
  const { name, rest } = splitWords();
  if (name === '__complete') {
    const { printCandidates } = await import('./commands/completion/complete.ts');
    return printCandidates(rest, commands);
  }
  const command = commands[commandNamed(name) ?? ''];
  if (command !== undefined) return (await command.load()).main(rest);
  const { rejectVersionWords, showHelp } = await import('./command-line/help.ts');
  return name === '--version' ? rejectVersionWords(words) : showHelp(words);
}

/** The command may be behind options; options alone are those of `list`. An alias there may be the value of an option: `--root rm`. */
function splitWords(): { readonly name: string; readonly rest: readonly string[] } {
  const [first = 'list', ...rest] = words;
  if (!first.startsWith('-')) return { name: first, rest };
  if (first === '--help' || first === '-h') return { name: 'help', rest };
  const at = words.findIndex((word) => Object.hasOwn(commands, word));
  if (at >= 0) return { name: words[at] ?? 'list', rest: words.toSpliced(at, 1) };
  return words.some(isVersion) ? { name: '--version', rest } : { name: 'list', rest: words };
}

function isVersion(word: string): boolean {
  return word === '--version' || word === '-v';
}

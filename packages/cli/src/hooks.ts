import { writeSync } from 'node:fs';
import * as moduleApi from 'node:module';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { commands } from './command-line/table.ts';

// Beside this file, where a process that can write could rewrite the file itself. Node 20 has no compile cache.
const { enableCompileCache } = moduleApi as { readonly enableCompileCache?: (directory: string) => unknown };
enableCompileCache?.(`${import.meta.dirname}/compile-cache`);

const words = process.argv.slice(2);

// The two things that happen on every tool call or every prompt go their own way: the rest is loaded for a person.
if (words.length === 1 && isVersion(words[0] ?? '')) {
  writeSync(1, `hooks ${HOOKMD_VERSION}\n`);
} else {
  void main();
}

async function main(): Promise<void> {
  const { name, rest } = splitWords();
  if (name === '__complete') {
    const { printCandidates } = await import('./commands/completion/complete.ts');
    return process.exit(await printCandidates(rest, commands));
  }
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (row === undefined) {
    const { rejectVersionWords, showHelp } = await import('./command-line/help.ts');
    return process.exit(await (name === '--version' ? rejectVersionWords : showHelp)(words));
  }
  const { main: runWords } = await row.load();
  const status = await runWords(rest, commands);
  // At once: everything is written, and letting the loop run dry costs 2 ms.
  process.exit(status);
}

/** The command, also behind options; options alone are those of `list`. */
function splitWords(): { readonly name: string; readonly rest: readonly string[] } {
  const [first = 'list', ...rest] = words;
  if (!first.startsWith('-')) return { name: first, rest };
  if (first === '--help' || first === '-h') return { name: 'help', rest };
  const at = words.findIndex((word) => Object.hasOwn(commands, word));
  if (at < 0 && words.some(isVersion)) return { name: '--version', rest };
  return at < 0
    ? { name: 'list', rest: words }
    : { name: words[at] ?? 'list', rest: words.filter((_, index) => index !== at) };
}

function isVersion(word: string): boolean {
  return word === '--version' || word === '-v';
}

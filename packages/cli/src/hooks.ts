import { writeSync } from 'node:fs';
import { HOOKMD_VERSION } from '@hookmd/core/internal/version';
import { bundlesThatLearn, wayOf } from './code-cache.ts';
import { commands } from './command-table.ts';

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
    const { printCandidates } = await import('./completion/complete.ts');
    return process.exit(await printCandidates(rest, commands));
  }
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (row === undefined) {
    const { rejectVersionWords, showHelp } = await import('./help.ts');
    return process.exit(await (name === '--version' ? rejectVersionWords : showHelp)(words));
  }
  const { main: runWords } = await row.load();
  const status = await runWords(rest, commands);
  await keepNewCode(status);
  // At once: everything is written, and letting the loop run dry costs 2 ms.
  process.exit(status);
}

async function keepNewCode(status: number): Promise<void> {
  const way = wayOf(status);
  const learning = bundlesThatLearn(way);
  if (learning.length === 0) return;
  const { keepCode } = await import('./keep-code.ts');
  keepCode(learning, way);
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

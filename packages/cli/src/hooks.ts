import { writeSync } from 'node:fs';
import { HOOKMD_VERSION } from '@hookmd/core/internal/version';
import { commands } from './command-table.ts';

const words = process.argv.slice(2);

// The two things that happen on every tool call or every prompt go their own way: the rest is loaded for a person.
if (words.length === 1 && (words[0] === '--version' || words[0] === '-v')) {
  writeSync(1, `hooks ${HOOKMD_VERSION}\n`);
} else {
  void main();
}

async function main(): Promise<void> {
  const name = words[0] ?? 'list';
  if (
    name === '--help' ||
    name === '-h' ||
    name === 'help' ||
    (!name.startsWith('-') && !Object.hasOwn(commands, name))
  ) {
    const { showHelp } = await import('./help.ts');
    return process.exit(await showHelp(words));
  }
  const row = name.startsWith('-') ? commands['list'] : commands[name];
  if (row === undefined) return;
  const { main: runWords } = await row.load();
  // At once: everything is written, and letting the loop run dry costs 2 ms.
  process.exit(await runWords(name.startsWith('-') ? words : words.slice(1)));
}

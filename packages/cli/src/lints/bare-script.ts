import { conventions } from '@hookmd/core/internal/conventions/index';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import type { Argv } from '@hookmd/core/internal/launch/launch';
import { findScript } from '@hookmd/core/internal/launch/script-argument';
import { splitShell } from '@hookmd/core/internal/matching/shell-commands';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import { type Linted, placeOfKey } from './lint.ts';

type CommandSpec = Extract<Linted['manifest']['handler'], { mode: 'command' }>;

/**
 * `python3 check.py` where `check.py` is a file of the package: the interpreter looks for it where the session is, finds
 * nothing there, or what the project has under that name.
 */
export function bareScriptLint(linted: Linted): readonly Issue[] {
  const { manifest, record } = linted;
  const { cwd, id } = conventions[manifest.convention];
  if (manifest.handler.mode !== 'command' || cwd === 'package') return [];
  const scripts = commandLines(manifest.handler).flatMap((argv) => findScript(argv)?.script ?? []);
  const bare = scripts.find((word) => record.files.includes(word));
  if (bare === undefined) return [];
  return [issue('SCRIPT_IS_BARE', { word: bare, convention: id }, placeOfKey(linted, 'command'))];
}

/** Every command it may run, whatever wrappers and quotes stand around it. */
function commandLines({ command }: CommandSpec): readonly Argv[] {
  const text = typeof command === 'string' ? command : command.map(quoteWord).join(' ');
  return splitShell(text).commands.flatMap(({ words: [program, ...rest] }) =>
    program === undefined ? [] : [[program, ...rest] as const],
  );
}

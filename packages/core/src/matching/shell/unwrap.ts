import { assignedCommand, isEvaluated } from './assignments.ts';
import { fillIn, type Inner, isDescriptor, mayBeAnything, NOTHING } from './inner.ts';
import type { Word } from './run.ts';
import { unwrapGit } from './unwrap-git.ts';
import { isShell, unwrapShell } from './unwrap-shell.ts';
import { unwrapCmd, unwrapPowerShell } from './unwrap-windows.ts';
import { unwrapWrapper } from './unwrap-wrapper.ts';
import { literalWord } from './word-draft.ts';
import { findWrapper } from './wrappers.ts';

type Unwrap = (words: readonly Word[]) => Inner;

/** Programs that run others in a way of their own; those that only put words in front are in `wrappers.ts`. */
const ROWS: readonly (readonly [names: string, unwrap: Unwrap])[] = [
  ['eval', unwrapEval],
  ['trap', unwrapTrap],
  ['source .', unwrapSource],
  ['find gfind', unwrapFind],
  ['fd fdfind', unwrapFd],
  ['git', unwrapGit],
  ['powershell pwsh', unwrapPowerShell],
  ['cmd', unwrapCmd],
  ['at batch', () => ({ ...NOTHING, readsScript: true })],
  // After these, other words mean other commands.
  ['alias compgen complete bind sched zmodload', (words) => ({ ...NOTHING, isOpaque: words.length > 1 })],
  ['hash', (words) => ({ ...NOTHING, isOpaque: words[1]?.text.startsWith('-p') === true })],
  ['declare typeset local export readonly', unwrapDeclaration],
  ['emulate', unwrapEmulate],
  [
    'mapfile readarray',
    (words) => ({ ...NOTHING, isOpaque: words.some(({ text }) => text.startsWith('-C')) }),
  ],
];

const UNWRAPS: ReadonlyMap<string, Unwrap> = new Map(
  ROWS.flatMap(([names, unwrap]) => names.split(' ').map((name) => [name, unwrap] as const)),
);

/** What a command runs besides itself. `name` is the bare name of its program. */
export function unwrapCommand(name: string, words: readonly Word[]): Inner {
  const bare = name.replace(/\.exe$/i, '');
  if (bare !== name) return { ...NOTHING, commands: [[literalWord(bare), ...words.slice(1)]] };
  const unwrap = UNWRAPS.get(name);
  if (unwrap !== undefined) return unwrap(words);
  if (isShell(name)) return unwrapShell(words);
  if (name.startsWith('git-')) {
    return { ...NOTHING, commands: [[literalWord('git'), literalWord(name.slice(4)), ...words.slice(1)]] };
  }
  const wrapper = findWrapper(name);
  return wrapper === undefined ? NOTHING : unwrapWrapper(words, wrapper);
}

function unwrapEval(words: readonly Word[]): Inner {
  return { ...NOTHING, scripts: [words.slice(words[1]?.text === '--' ? 2 : 1)] };
}

function unwrapTrap(words: readonly Word[]): Inner {
  const script = words[words[1]?.text === '--' ? 2 : 1];
  return script === undefined || script.text.startsWith('-') ? NOTHING : { ...NOTHING, scripts: [[script]] };
}

function unwrapSource(words: readonly Word[]): Inner {
  const operand = words[words[1]?.text === '--' ? 2 : 1];
  if (operand === undefined) return NOTHING;
  const mayBeDevice = operand.isMade && operand.text.startsWith('/') && operand.unknownFrom < 5;
  return { ...NOTHING, isOpaque: operand.isProcess || mayBeDevice, readsScript: isDescriptor(operand.text) };
}

function unwrapDeclaration(words: readonly Word[]): Inner {
  const scripts = words.flatMap((word) => assignedCommand(word) ?? []).map((word) => [word]);
  return { ...NOTHING, scripts, isOpaque: words.some(isEvaluated) };
}

/** zsh: `emulate sh -c '…'`. */
function unwrapEmulate(words: readonly Word[]): Inner {
  const at = words.findIndex(({ text }) => /^-\w*c$/.test(text));
  return at < 0 ? NOTHING : { ...NOTHING, scripts: [words.slice(at + 1, at + 2)] };
}

/** `find … -exec cmd {} ;`: what `{}` becomes is a path. */
function unwrapFind(words: readonly Word[]): Inner {
  const commands: Word[][] = [];
  let isOpaque = false;
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    // The end of a command whose beginning an expansion hides.
    if (text === ';') isOpaque = true;
    if (!/^-(exec|ok)(dir)?$/.test(text)) continue;
    const start = at + 1;
    while (at < words.length && !isFindEnd(words, at)) at += 1;
    commands.push(words.slice(start, at).map((word) => fillIn(word, '{}', true)));
  }
  return { ...NOTHING, commands, isOpaque };
}

function isFindEnd(words: readonly Word[], at: number): boolean {
  return words[at]?.text === ';' || (words[at]?.text === '+' && words[at - 1]?.text === '{}');
}

/** `fd … -x cmd {}`. */
function unwrapFd(words: readonly Word[]): Inner {
  const at = words.findIndex(({ text }) => /^(-[xX]|--exec(-batch)?)$/.test(text));
  const isOpaque = words.slice(1).some(mayBeAnything);
  if (at < 0) return { ...NOTHING, isOpaque };
  return { ...NOTHING, isOpaque, commands: [words.slice(at + 1).map((word) => fillIn(word, '{', true))] };
}

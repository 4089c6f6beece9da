import { fillIn, type Inner, isDescriptor, NOTHING } from './inner.ts';
import type { Word } from './run.ts';
import { isShell, unwrapShell } from './unwrap-shell.ts';
import { unwrapWrapper } from './unwrap-wrapper.ts';
import { literalWord } from './word-draft.ts';
import { findWrapper } from './wrappers.ts';

type Unwrap = (words: readonly Word[]) => Inner;

/** Programs that run others in a way of their own; those that only put words in front are in `wrappers.ts`. */
const ROWS: readonly (readonly [names: string, unwrap: Unwrap])[] = [
  ['eval', unwrapEval],
  ['trap', unwrapTrap],
  ['source .', unwrapSource],
  ['find gfind fd fdfind', unwrapFind],
  ['git', unwrapGit],
  ['at batch', () => ({ ...NOTHING, readsScript: true })],
  // After these, other words mean other commands.
  ['alias compgen complete bind sched zmodload', (words) => ({ ...NOTHING, isOpaque: words.length > 1 })],
  ['hash', (words) => ({ ...NOTHING, isOpaque: words[1]?.text.startsWith('-p') === true })],
  // These take their words for arithmetic or names once more.
  ['let declare typeset local export readonly read unset wait integer float', unwrapEvaluating],
  [
    'mapfile readarray',
    (words) => ({ ...NOTHING, isOpaque: words.some(({ text }) => text.startsWith('-C')) }),
  ],
  ['printf test [', (words) => (words.some(({ text }) => text === '-v') ? unwrapEvaluating(words) : NOTHING)],
];

const UNWRAPS: ReadonlyMap<string, Unwrap> = new Map(
  ROWS.flatMap(([names, unwrap]) => names.split(' ').map((name) => [name, unwrap] as const)),
);

/** What a command runs besides itself. `name` is the bare name of its program. */
export function unwrapCommand(name: string, words: readonly Word[]): Inner {
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
  return { ...NOTHING, isOpaque: operand.isProcess, readsScript: isDescriptor(operand.text) };
}

function unwrapEvaluating(words: readonly Word[]): Inner {
  return { ...NOTHING, isOpaque: words.some((word) => word.hidesSubscript) };
}

/** `find … -exec cmd {} ;`: what `{}` becomes is a path. */
function unwrapFind(words: readonly Word[]): Inner {
  const commands: Word[][] = [];
  for (let at = 1; at < words.length; at += 1) {
    if (!/^(-(exec|ok)(dir)?|-[xX]|--exec(-batch)?)$/.test(words[at]?.text ?? '')) continue;
    const start = at + 1;
    at = start;
    while (at < words.length && words[at]?.text !== ';' && words[at]?.text !== '+') at += 1;
    commands.push(words.slice(start, at).map((word) => fillIn(word, '{}', true)));
  }
  return { ...NOTHING, commands };
}

const GIT_VALUED = /^(-[Cc]|--(git-dir|work-tree|namespace|super-prefix|config-env|attr-source|exec-path))$/;

/** git's own options stand before its subcommand: a rule about `git push` means `git -C x push` as well. */
function unwrapGit(words: readonly Word[]): Inner {
  let isOpaque = false;
  let at = 1;
  for (; at < words.length; at += 1) {
    const option = words[at]?.text ?? '';
    if (!option.startsWith('-')) break;
    if (option.startsWith('--config-env')) isOpaque ||= option.includes('alias.');
    if (!GIT_VALUED.test(option)) continue;
    at += 1;
    const value = words[at];
    if (option !== '-C' && value !== undefined) isOpaque ||= maySetAlias(value);
  }
  if (at === 1) return NOTHING;
  return { ...NOTHING, isOpaque, commands: [[literalWord('git'), ...words.slice(at)]] };
}

/** An alias gives a subcommand another name, or runs a shell. */
function maySetAlias(value: Word): boolean {
  const start = 'alias.';
  if (value.unknownFrom >= 0 && value.unknownFrom < start.length) return true;
  return value.text.slice(0, start.length).toLowerCase() === start;
}

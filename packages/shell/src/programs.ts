import { findProgramSource, isShell } from './interpreters.ts';
import { quoteWord } from './quote-word.ts';
import { assignedCommand, type Inner, isDescriptor, isEvaluated, NOTHING, unwrapWrapper } from './unwrap.ts';
import { fillIn, literalWord, mayBeAnything, type Word, withText } from './word.ts';
import { findWrapper } from './wrappers.ts';

type Unwrap = (words: readonly Word[]) => Inner;

/** Programs with their own way to run others; those that are only a prefix of a command are in `wrappers.ts`. */
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

/** The commands and scripts that a command runs. `name` is the bare name of its program. */
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

/** `sh -c '…'`, `sh file`, or `sh` alone with a script on stdin. */
function unwrapShell(words: readonly Word[]): Inner {
  const source = findProgramSource(words.map(({ text, isMade }) => (isMade ? null : text)));
  if (source === null || words.some(({ text }) => text === '--version' || text === '--help')) return NOTHING;
  const at = 'at' in source ? source.at : null;
  const program = at === null ? undefined : words[at];
  const isUncertain =
    source.kind === 'other' ||
    mayBeAnything(program) ||
    words.some(
      ({ isProcess, isMade, text }, index) =>
        isProcess || (isMade && index <= (at ?? index) && /^[-+]/.test(text)),
    );
  if (source.kind === 'input') return { ...NOTHING, isOpaque: isUncertain, readsScript: true };
  if (source.kind !== 'code')
    return { ...NOTHING, isOpaque: isUncertain, readsScript: isDescriptor(program?.text ?? '') };
  return program === undefined
    ? { ...NOTHING, isOpaque: true }
    : { ...NOTHING, isOpaque: isUncertain, scripts: [[program]] };
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
  const scripts = words.flatMap((word) => assignedCommand(word) ?? []).map((token) => [token]);
  return { ...NOTHING, scripts, isOpaque: words.some(isEvaluated) };
}

/** zsh: `emulate sh -c '…'`. */
function unwrapEmulate(words: readonly Word[]): Inner {
  const at = words.findIndex(({ text }) => /^-\w*c$/.test(text));
  return at < 0 ? NOTHING : { ...NOTHING, scripts: [words.slice(at + 1, at + 2)] };
}

/** `find … -exec cmd {} ;`: `{}` becomes a path. */
function unwrapFind(words: readonly Word[]): Inner {
  const commands: Word[][] = [];
  let isOpaque = false;
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    // The end of a command whose beginning is in an expansion.
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

const GIT_VALUED = /^(-[Cc]|--(git-dir|work-tree|namespace|super-prefix|config-env|attr-source|exec-path))$/;

/**
 * git's own options stand before its subcommand: a rule about `git push` means `git -C x push` as well.
 * Some subcommands run a command: `rebase -x`, `difftool -x`, `bisect run`, `submodule foreach`.
 */
function unwrapGit(words: readonly Word[]): Inner {
  const scripts: (readonly Word[])[] = [];
  let isOpaque = false;
  let at = 1;
  for (; at < words.length; at += 1) {
    const option = words[at]?.text ?? '';
    if (!option.startsWith('-')) break;
    if (isMadeOption(words[at])) isOpaque = true;
    if (option.startsWith('--config-env')) isOpaque ||= option.includes('alias.');
    if (!GIT_VALUED.test(option)) continue;
    at += 1;
    const value = words[at];
    if (option === '-C' || value === undefined) continue;
    isOpaque ||= maySetAlias(value);
    const equals = value.text.indexOf('=');
    if (equals > 0) scripts.push([literalWord(value.text.slice(equals + 1))]);
  }
  for (const script of gitRunners(words.slice(at))) scripts.push(script);
  const commands = at === 1 ? [] : [[literalWord('git'), ...words.slice(at)]];
  return { ...NOTHING, isOpaque, scripts, commands };
}

/** Options of subcommands whose value is a script: of `rebase`, `difftool`, `filter-branch`. */
const GIT_SCRIPT =
  /^--(?:exec|extcmd|setup|(?:env|tree|index|parent|msg|commit|tag-name)-filter)(?:=(?<value>[\s\S]*))?$/;

function gitRunners(words: readonly Word[]): (readonly Word[])[] {
  const scripts: (readonly Word[])[] = [];
  // Of other subcommands the letters behind a dash may be a message: `commit -m'Fix …'`.
  const joined = /^(rebase|difftool)$/.test(words[0]?.text ?? '') ? /^-[a-wyz]*x(?<value>[\s\S]*)$/ : /^-x$/;
  for (const [index, word] of words.entries()) {
    const found = GIT_SCRIPT.exec(word.text) ?? joined.exec(word.text);
    if (found === null) continue;
    const value = found.groups?.['value'];
    const script = value ? withText(word, value) : words[index + 1];
    if (script !== undefined) scripts.push([script]);
  }
  const runner = words.findIndex(({ text }) => text === 'run' || text === 'foreach');
  const start = words.findIndex(({ text }, index) => index > runner && !text.startsWith('-'));
  if (runner >= 0 && start >= 0) scripts.push(asScript(words.slice(start)));
  return scripts;
}

/** The first word is a script, the others are its arguments. */
function asScript([script, ...rest]: readonly Word[]): readonly Word[] {
  return script === undefined ? [] : [script, ...rest.map((word) => withText(word, quoteWord(word.text)))];
}

/** Whether an expansion is in the option itself, not in its value after `=`. */
function isMadeOption(word: Word | undefined): boolean {
  return word?.isMade === true && !word.text.slice(0, word.unknownFrom).includes('=');
}

/** An alias gives a subcommand another name, or runs a shell. */
function maySetAlias(value: Word): boolean {
  const start = 'alias.';
  if (value.unknownFrom >= 0 && value.unknownFrom < start.length) return true;
  return value.text.slice(0, start.length).toLowerCase() === start;
}

const COMMAND = /^-c(?:o(?:m(?:m(?:an?d?)?)?)?)?$/i;
const ENCODED = /^-e(?:c|nc\w*)?$/i;

/** Commands that run a text, or a program by its name in a text. */
const RUNS_TEXT = /(?<![\w-])(?:iex|icm|saps|start|Invoke-\w+|Start-(?:Process|Job|ThreadJob))(?![\w-])|`/i;

/** `powershell -NoProfile -Command "…"`; without an option for it, the words may be a script too. Read as a text of sh. */
function unwrapPowerShell(words: readonly Word[]): Inner {
  const at = words.findIndex(({ text }) => COMMAND.test(text));
  const start = at < 0 ? words.findIndex(({ text }, index) => index > 0 && !/^-./.test(text)) : at + 1;
  const options = start < 0 ? words : words.slice(0, start);
  const script = start < 0 ? [] : words.slice(start);
  const isOpaque =
    options.some((word) => mayBeAnything(word) || ENCODED.test(word.text)) ||
    words.some((token) => token.isProcess || RUNS_TEXT.test(token.text));
  const first = script[0];
  if (first === undefined || isDescriptor(first.text)) return { ...NOTHING, isOpaque, readsScript: true };
  return { ...NOTHING, isOpaque, scripts: [script] };
}

/** `cmd /c git push`, in some shells `cmd //c`. */
function unwrapCmd(words: readonly Word[]): Inner {
  const at = words.findIndex(({ text }, index) => index > 0 && /^\/{1,2}[ckr]/i.test(text));
  const option = words[at];
  if (option === undefined) return NOTHING;
  const attached = withText(option, option.text.replace(/^\/{1,2}./, ''));
  const script = [...(attached.text === '' ? [] : [attached]), ...words.slice(at + 1)];
  // Its own escapes and expansions.
  return { ...NOTHING, scripts: [script], isOpaque: script.some(({ text }) => /[\^%]/.test(text)) };
}

import { quoteWord } from '../../protocol/quote-word.ts';
import { type Inner, NOTHING } from './inner.ts';
import type { Word } from './run.ts';
import { literalWord } from './word-draft.ts';

const GIT_VALUED = /^(-[Cc]|--(git-dir|work-tree|namespace|super-prefix|config-env|attr-source|exec-path))$/;

/**
 * git's own options stand before its subcommand: a rule about `git push` means `git -C x push` as well.
 * Some subcommands run a command: `rebase -x`, `difftool -x`, `bisect run`, `submodule foreach`.
 */
export function unwrapGit(words: readonly Word[]): Inner {
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
    const script = value ? { ...word, text: value } : words[index + 1];
    if (script !== undefined) scripts.push([script]);
  }
  const runner = words.findIndex(({ text }) => text === 'run' || text === 'foreach');
  const start = words.findIndex(({ text }, index) => index > runner && !text.startsWith('-'));
  if (runner >= 0 && start >= 0) scripts.push(asScript(words.slice(start)));
  return scripts;
}

/** The first word is a script, the others are its arguments. */
function asScript([script, ...rest]: readonly Word[]): readonly Word[] {
  return script === undefined
    ? []
    : [script, ...rest.map((word) => ({ ...word, text: quoteWord(word.text) }))];
}

/** An expansion stands in the option itself, not in a value behind `=`. */
function isMadeOption(word: Word | undefined): boolean {
  return word?.isMade === true && !word.text.slice(0, word.unknownFrom).includes('=');
}

/** An alias gives a subcommand another name, or runs a shell. */
function maySetAlias(value: Word): boolean {
  const start = 'alias.';
  if (value.unknownFrom >= 0 && value.unknownFrom < start.length) return true;
  return value.text.slice(0, start.length).toLowerCase() === start;
}

import type { Word } from './run.ts';
import type { WordDraft } from './word-draft.ts';

/** The start of an assignment: `NAME=`, `NAME+=` or `NAME[x]=`. */
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])?\+?=/;

/** Variables whose value the shell runs at a start, a prompt or a trace line. */
const EVALUATED = /^(BASH_ENV|PROMPT_COMMAND|PS[0-4]|BASH_FUNC_.*)(\+?=|$)/;

/** Tables that give other names to commands, where an element or all of them are set. */
const NAMING = /^(BASH_ALIASES|BASH_CMDS|[dgs]?(is_)?aliases|(dis_)?functions|commands)(\[|\+?=\()/;

/** Variables that hold a command for another program. */
const PROGRAM = /^[A-Z0-9_]*(EDITOR|PAGER|COMMAND|ASKPASS|BROWSER|EXTERNAL_DIFF|PROXY_CMD)=/;

export function isAssignment(word: Word): boolean {
  return ASSIGNMENT.test(word.text.slice(0, word.plainLength)) || isSubscripted(word);
}

/** `NAME=` so far, so that a parenthesis now opens an array. */
export function isArrayStart(draft: WordDraft): boolean {
  const assignment = ASSIGNMENT.exec(draft.text)?.[0];
  return !draft.isQuoted && assignment === draft.text;
}

/** `NAME=(…)`, whose words were read as data. */
export function isArray(word: Word): boolean {
  return word.isMade && word.text.endsWith('=()');
}

/** A name and an open bracket: blanks and operators may be part of the subscript. */
export function isOpenSubscript({ text, plainLength, openBrackets }: WordDraft): boolean {
  return openBrackets > 0 && /^[A-Za-z_][A-Za-z0-9_]*\[/.test(text.slice(0, plainLength));
}

/** Whether the shell runs what the assignment sets, now or later. Takes the word also where it is another program's argument. */
export function isEvaluated(word: Word): boolean {
  return EVALUATED.test(word.text) || NAMING.test(word.text);
}

/** The value, where it is a command that another program will run. */
export function assignedCommand(word: Word): Word | null {
  const name = PROGRAM.exec(word.text)?.[0];
  return name === undefined ? null : { ...word, text: word.text.slice(name.length) };
}

/** A subscript may be quoted or expanded, `NAME[$i]=`; its name may not. */
function isSubscripted(word: Word): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]*\[/.test(word.text.slice(0, word.plainLength))) return false;
  const end = word.text.indexOf(']');
  return end > 0 && /^\+?=/.test(word.text.slice(end + 1, end + 3));
}

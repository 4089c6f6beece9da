import { type Word, withText } from './word.ts';

/** Variables whose value the shell runs at a start, a prompt or a trace line. */
const EVALUATED = /^(BASH_ENV|PROMPT_COMMAND|PS[0-4]|BASH_FUNC_.*)(\+?=|$)/;

/** Tables that give other names to commands, where an element or all of them are set. */
const NAMING = /^(BASH_ALIASES|BASH_CMDS|[dgs]?(is_)?aliases|(dis_)?functions|commands)(\[|\+?=\()/;

/** Variables that hold a command for another program. */
const PROGRAM = /^[A-Z0-9_]*(EDITOR|PAGER|COMMAND|ASKPASS|BROWSER|EXTERNAL_DIFF|PROXY_CMD)=/;

/** Whether the shell runs what the assignment sets, now or later. Takes the word also where it is another program's argument. */
export function isEvaluated(word: Word): boolean {
  return EVALUATED.test(word.text) || NAMING.test(word.text);
}

/** The value, where it is a command that another program will run. */
export function assignedCommand(word: Word): Word | null {
  const name = PROGRAM.exec(word.text)?.[0];
  return name === undefined ? null : withText(word, word.text.slice(name.length));
}

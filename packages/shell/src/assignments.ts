import { type Word, withText } from './word.ts';

/** Variables whose value the shell runs when it starts, prompts or traces. */
const EVALUATED = /^(BASH_ENV|PROMPT_COMMAND|PS[0-4]|BASH_FUNC_.*)(\+?=|$)/;

/** Arrays that give other names to commands. */
const NAMING = /^(BASH_ALIASES|BASH_CMDS|[dgs]?(is_)?aliases|(dis_)?functions|commands)(\[|\+?=\()/;

/** Variables whose value is a command of another program. */
const PROGRAM = /^[A-Z0-9_]*(EDITOR|PAGER|COMMAND|ASKPASS|BROWSER|EXTERNAL_DIFF|PROXY_CMD)=/;

/** Whether the shell runs the assigned value, now or later. The word may be an assignment or an argument of another program. */
export function isEvaluated(word: Word): boolean {
  return EVALUATED.test(word.text) || NAMING.test(word.text);
}

/** The value, where it is a command that another program will run. */
export function assignedCommand(word: Word): Word | null {
  const name = PROGRAM.exec(word.text)?.[0];
  return name === undefined ? null : withText(word, word.text.slice(name.length));
}

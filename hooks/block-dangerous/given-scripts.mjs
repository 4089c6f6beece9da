import { runsUnseenScript, runsWhatItWrites } from './text-rules.mjs';

const MAX_SCRIPTS = 20;

/** The scripts that a text itself gives to a shell: printed into it, in a heredoc, in an array, or in a file that it writes and runs. */
export function scriptsGiven(call) {
  const isWritten = runsWhatItWrites(call);
  const scripts = isWritten || runsUnseenScript(call) ? [...printed(call), ...read(call, isWritten)] : [];
  return [...new Set([...scripts, ...arraysRun(call)])].slice(0, MAX_SCRIPTS);
}

/** The arguments of `printf` are lines as often as not. */
function printed({ commands }) {
  return commands
    .filter(({ name }) => /^(echo|printf)$/.test(name))
    .map(({ name, words: [, ...words] }) =>
      words.filter((word) => !/^-[neE]+$/.test(word)).join(name === 'echo' ? ' ' : '\n'),
    );
}

function read({ heredocs }, isWritten) {
  return heredocs.filter(({ isStored }) => isWritten || !isStored).map(({ text }) => text);
}

/** `X=(rm -rf src); "${X[@]}"` */
function arraysRun({ commands, listed }) {
  const isRun = commands.some(({ words }) => /^\$\{\w+\[[@*]\]\}$/.test(words[0] ?? ''));
  return isRun ? [listed.join(' ')] : [];
}

/** The words of `$(echo reset)` and `${X:-reset}`, which may be a subcommand or an option. */
export function unfold(word) {
  const [, printed, otherwise] =
    /^\$\((?:echo|printf)\s+([^$`()]*)\)$|^\$\{\w+:?[-=+]([^$`{}]*)\}$/.exec(word) ?? [];
  const text = printed ?? otherwise;
  if (text === undefined) return [word];
  const words = text.replaceAll(/["'\\]/g, '').split(/\s+/);
  return words.filter((item) => item !== '' && item !== '--');
}

/** The words that a text prints, which another command may get from a pipe. */
export function printedWords(commands) {
  return commands.flatMap(({ name, words }) => (/^(echo|printf)$/.test(name) ? words.slice(1) : []));
}

/** Whether the program before a command adds words to it. */
export function isGivenWords({ commands, starts }, index) {
  return starts[index] < 0 && /^(parallel|g?xargs)$/.test(commands[index - 1]?.name ?? '');
}

/** For a text that may run more than was parsed: its parts with their words, without quotes, expansions and comments. */
export function flattenedParts(text) {
  const plain = text
    .replaceAll(/\$\{?IFS\}?/g, ' ')
    .replaceAll(/\$\{(\w+)\}/g, '$1')
    .replaceAll(/["'\\]/g, '');
  return plain
    .split(/[;&|\n]+/)
    .filter((part) => !/^\s*#/.test(part))
    .map((part) => ({
      part,
      words: part
        .replaceAll(/[$`(){}<>,]+/g, ' ')
        .trim()
        .split(/\s+/),
    }));
}

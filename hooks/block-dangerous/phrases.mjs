/**
 * Whether the words say one of the phrases, such as `system prune -a|--all`: all its parts stand among them, in
 * any order. A letter is also found among joined ones (`-af`), a long option also cut short (`--recurs`) or
 * with its value, a program also by its path.
 */
export function sayAny(words, phrases) {
  return phrases.some((phrase) =>
    phrase.split(' ').every((part) => part.split('|').some((one) => words.some((word) => isPart(one, word)))),
  );
}

function isPart(part, word) {
  if (/^-\w$/.test(part)) return /^-\w+$/.test(word) && word.includes(part[1]);
  if (part.startsWith('--')) return isLongOption(part, word);
  const plain = word.toLowerCase();
  const lower = part.toLowerCase();
  return (
    plain === lower ||
    plain.endsWith(`/${lower}`) ||
    plain.startsWith(`${lower}/`) ||
    plain.startsWith(`${lower}=`)
  );
}

function isLongOption(part, word) {
  if (part.includes('=')) return word === part;
  const given = word.split('=', 1)[0];
  return given.length > 3 && part.startsWith(given);
}

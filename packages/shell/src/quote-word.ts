/** One word that a POSIX shell reads back as exactly `word`. */
export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_/.,:@%+-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** One word that a POSIX shell reads back as exactly `word`. */
export function quoteWord(term: string): string {
  if (/^[A-Za-z0-9_/.,:@%+-]+$/.test(term)) return term;
  return `'${term.replaceAll("'", `'\\''`)}'`;
}

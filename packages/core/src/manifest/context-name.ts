/**
 * Whether a word can name an internal operation of an agent: `commit`, `pr`, `summary`. The list is open,
 * because each agent has its own.
 */
export function isContextName(word: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(word);
}

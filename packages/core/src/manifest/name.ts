/** A name of a hook package: also a folder name and a word on a command line. Source: architecture.md §8. */
export function isPackageName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}

/** A name an environment variable can have in every shell. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name);
}

/**
 * Whether a word can name an internal operation of an agent: `commit`, `pr`, `summary`. The list is open,
 * because each agent has its own.
 */
export function isContextName(word: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(word);
}

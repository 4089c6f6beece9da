/** A name of a hook package: also a folder name and a word on a command line. Source: architecture.md §8. */
export function isPackageName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}

/** A name an environment variable can have in every shell. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name);
}

/** `1 error`, `3 errors`, `2 entries`. */
export function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`.replace(/([^aeiou])ys$/, '$1ies')}`;
}

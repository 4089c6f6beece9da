/** `1 error`, `3 errors`, `2 entries`. */
export function counted(count: number, subject: string): string {
  return `${count} ${count === 1 ? subject : `${subject}s`.replace(/([^aeiou])ys$/, '$1ies')}`;
}

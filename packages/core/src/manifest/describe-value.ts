const MAX_SHOWN = 60;

/** What stands in a file, for a sentence about it: `the text "yes"`, `the number 5`, `a list`. */
export function describeFound(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return `the text ${quote(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return `${value}`;
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** The same of what may be a secret: without the value itself. */
export function describeKind(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'boolean' ? '`true` or `false`' : describeFound(value);
}

/** The text between double quotes, short and without anything a terminal would obey. */
export function quote(text: string): string {
  return `"${showText(text)}"`;
}

/** The same without the quotes. */
export function showText(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  // Control characters, line separators, and marks that turn the direction of text round.
  return shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029"\\]/gu, (sign) => {
    if (sign === '"' || sign === '\\') return `\\${sign}`;
    return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

/** "`a`, `b` or `c`" */
export function describeWords(allowed: readonly string[]): string {
  const quoted = allowed.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

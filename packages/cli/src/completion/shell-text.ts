/** A text in single quotes, as every shell reads it. */
export function quoteSh(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text in single quotes, as fish reads it. */
export function quoteFish(text: string): string {
  return `'${text.replace(/['\\]/g, (sign) => `\\${sign}`)}'`;
}

/** As `quoteSh`, where quotes are needed. */
export function wordSh(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : quoteSh(text);
}

/** Output that a document shows, as a pattern: `…` stands for anything, a line of it alone for any lines. */
export function asPattern(output: string): RegExp {
  const literal = output.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/^…$/gm, '[\\s\\S]*').replaceAll('…', '.*')}$`);
}

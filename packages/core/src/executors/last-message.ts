/** Of what a program that broke wrote to standard error the last line that says what happened, not where; '' = none. */
export function lastMessage(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('Node.js v'));
  return lines.at(-1) ?? '';
}

/** Asks a person at the terminal, on standard error; the caller has looked whether there is one. */
import type { Output } from './terminal.ts';

/** Default no; null = interrupted. */
export async function askYes(err: Output, message: string): Promise<boolean | null> {
  // The library asks this one variable whether it may draw lines, and nothing of the locale.
  if (err.glyph('utf8', 'ascii') === 'ascii') process.env['TERM'] = 'linux';
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message, initialValue: false, output: process.stderr });
  return isCancel(answer) ? null : answer;
}

/** What is typed is not shown; null = interrupted. */
export async function askSecret(message: string): Promise<string | null> {
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message, output: process.stderr });
  return isCancel(answer) ? null : answer;
}

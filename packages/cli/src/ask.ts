/** Asks a person at the terminal, on standard error; the caller has looked whether there is one. */

/** Default no; interrupted = no. */
export async function askYes(message: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message, initialValue: false, output: process.stderr })) === true;
}

/** What is typed is not shown; null = interrupted. */
export async function askSecret(message: string): Promise<string | null> {
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message, output: process.stderr });
  return isCancel(answer) ? null : answer;
}

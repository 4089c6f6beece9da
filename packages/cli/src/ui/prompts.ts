/** Prompts the user at the terminal, on standard error; the caller has checked that there is one. */
import type { Output } from './output.ts';

/** Default no; null = interrupted. */
export async function promptYes(err: Output, message: string): Promise<boolean | null> {
  const { confirm, isCancel } = await loadPrompts(err);
  const output = await orGone(confirm({ message, initialValue: false, output: process.stderr }));
  return isCancel(output) ? null : output;
}

/** The value of the chosen option; null = interrupted. */
export async function promptChoice(
  err: Output,
  message: string,
  options: readonly { readonly value: string; readonly label: string }[],
): Promise<string | null> {
  const { isCancel, select } = await loadPrompts(err);
  const output = await orGone(select({ message, options: [...options], output: process.stderr }));
  return isCancel(output) ? null : output;
}

/** The values of the chosen options, at least one; null = interrupted. */
export async function promptChoices(
  err: Output,
  message: string,
  options: readonly { readonly value: string; readonly label: string }[],
): Promise<readonly string[] | null> {
  const { isCancel, multiselect } = await loadPrompts(err);
  const output = await orGone(
    multiselect({ message, options: [...options], required: true, output: process.stderr }),
  );
  return isCancel(output) ? null : output;
}

function loadPrompts(err: Output) {
  // The library checks this one variable before it draws lines, and nothing of the locale.
  if (err.glyph('utf8', 'ascii') === 'ascii') process.env['TERM'] = 'linux';
  return import('@clack/prompts');
}

/** What is typed is not shown; null = interrupted. */
export async function promptSecret(message: string): Promise<string | null> {
  const { isCancel, password } = await import('@clack/prompts');
  const output = await orGone(password({ message, output: process.stderr }));
  return isCancel(output) ? null : output;
}

const SHOW_CURSOR = '\u001b[?25h';

/** Null if the input has ended, by Ctrl-D: Node would end with 0, as if all were done. */
function orGone<T>(output: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      process.stderr.write(`${SHOW_CURSOR}\n`);
      resolve(null);
    };
    process.once('beforeExit', leave);
    output.then(resolve, reject).finally(() => process.off('beforeExit', leave));
  });
}

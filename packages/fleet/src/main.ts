import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { cleanLine } from '@hookmd/core/text';
import type { Action, ActionContext } from './action.ts';
import { actions } from './actions.ts';
import { commonOptions, parseWords, type Values } from './parse-words.ts';
import { usageError } from './usage-error.ts';

/** After a signal the process ends after this time at the latest. */
const LAST_MS = 1_000;

/**
 * Runs `hooks fleet` with the words after `fleet`, prints to the standard streams and returns the exit code:
 * 0 success, 1 no, 2 usage or configuration error, 3 bug.
 */
export async function main(words: readonly string[]): Promise<0 | HookError['exitCode']> {
  const isJson = words.includes('--json');
  // A reader that has left (`| head`) is no error.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => process.exit(0));
  try {
    return await run(words, isJson);
  } catch (error) {
    return report(error, isJson);
  }
}

async function run(words: readonly string[], isJson: boolean): Promise<0 | 1> {
  const [name = '--help', ...rest] = words;
  if (name === '--help' || name === '-h') {
    process.stdout.write(summary());
    return 0;
  }
  const row = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (row === undefined)
    throw usageError(
      `\`hooks fleet\` has no action "${cleanLine(name)}".`,
      '`hooks fleet --help` lists all.',
    );
  const { action } = await row.load();
  const { values, positionals } = parseWords(name, action, rest);
  if (values['help'] !== undefined) {
    process.stdout.write(help(name, action));
    return 0;
  }
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  // A daemon started this process, and ends. Undefined = none did.
  const isConnected: boolean | undefined = process.connected;
  if (isConnected === true) process.once('disconnect', end);
  else if (isConnected === false) end();
  try {
    return await action.run(makeContext(positionals, values, isJson, ending.signal));
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end).off('disconnect', end);
    // Left over, such as a connection that is being made.
    if (ending.signal.aborted) setTimeout(() => process.exit(), LAST_MS).unref();
  }
}

function makeContext(
  words: readonly string[],
  values: Values,
  isJson: boolean,
  signal: AbortSignal,
): ActionContext {
  const texts = (name: string): readonly string[] => (values[name] ?? []).map(String);
  return {
    words,
    texts,
    text: (name) => texts(name).at(-1),
    has: (name) => values[name] !== undefined,
    isJson,
    environment: process.env,
    cwd: process.cwd(),
    signal,
    out: (line = '') => void process.stdout.write(`${line}\n`),
    err: (line = '') => void process.stderr.write(`${line.split('\n').map(cleanLine).join('\n')}\n`),
    print: (document) => void process.stdout.write(`${JSON.stringify(document, null, 2)}\n`),
  };
}

function summary(): string {
  const rows = Object.entries(actions).map(([name, { about }]) => `  ${name.padEnd(8)}  ${about}\n`);
  return `One signed policy for many machines, and every decision of their hooks in one place.

Usage:
  hooks fleet <action> [options]

Actions:
${rows.join('')}
\`hooks fleet ACTION --help\` shows the options and examples of an action.
`;
}

function help(name: string, { usage, about, options, examples }: Action): string {
  const rows = [...options, ...commonOptions];
  const width = Math.max(...rows.map(({ flags }) => flags.length));
  const lines = rows.map((row) => `  ${row.flags.padEnd(width)}  ${row.about}\n`);
  return `${about}

Usage:
  hooks fleet ${`${name} ${usage}`.trim()} [options]

Options:
${lines.join('')}
Examples:
${examples.map((example) => `  ${example}\n`).join('')}`;
}

function report(error: unknown, isJson: boolean): HookError['exitCode'] {
  const known = isHookError(error)
    ? error
    : new HookError('INTERNAL', { detail: describeError(error) }, { exitCode: 3 });
  const { code, remedy, exitCode } = known;
  const message = cleanLine(known.message);
  if (isJson) {
    const document = { schema: 'hookmd.error/1', code, message, remedy };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else process.stderr.write(`${code}  ${message}\n  ${cleanLine(remedy)}\n`);
  if (known !== error && process.env['HOOKMD_LOG'] === 'debug' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  return exitCode;
}

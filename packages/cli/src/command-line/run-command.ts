import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { showError } from '../ui/error.ts';
import { type ColorMode, cut, isTerminalAt, openOutput, printJson } from '../ui/output.ts';
import type { Choices, Command, ExitCode } from './command.ts';
import { agentVariable, type Context, currentDirectory, Options, placesOf } from './context.ts';
import { isPath, parseArguments } from './parser.ts';

/** What the prompt draws before a choice, and a column at the end. */
const MARGIN = 6;

/** Runs one command: arguments, streams, errors. Never throws. */
export async function runCommand(command: Command, words: readonly string[]): Promise<ExitCode> {
  let context: Context | null = null;
  try {
    const parsed = parseArguments(command, words);
    if (parsed.isHelp) return 0;
    context = await makeContext(command, parsed.words, parsed.options);
    const change = trustChange(command, context);
    if (change !== null) await prepareTrustChange(change, context);
    if (parsed.missing === null) return await command.run(context);
    if (!context.mayPrompt || command.choices === undefined) throw parsed.missing;
    const chosen = await chooseWords(command.name, await command.choices(context), context);
    return chosen === null ? 130 : await command.run({ ...context, words: chosen });
  } catch (error) {
    // The words may be unreadable; the error still has the requested format.
    context ??= await makeContext(command, [], new Options({ json: words.includes('--json') }));
    const exitCode = reportError(error, context);
    return command.exitCodeOfError?.(words, exitCode) ?? exitCode;
  }
}

/** Null = the user left the prompt. */
async function chooseWords(
  command: string,
  { question, options, isSeveral }: Choices,
  context: Context,
): Promise<readonly string[] | null> {
  const { promptChoice, promptChoices } = await import('../ui/prompts.ts');
  if (options.length === 0) throw new HookError('NOTHING_TO_CHOOSE', { command }, { exitCode: 1 });
  const shown = options.map(({ value, label }) => ({ value, label: cut(label, context.err.width - MARGIN) }));
  if (isSeveral) return promptChoices(context.err, question, shown);
  const chosen = await promptChoice(context.err, question, shown);
  return chosen === null ? null : [chosen];
}

/** Throws USAGE. */
export async function makeContext(
  command: Command,
  words: readonly string[],
  options: Options,
): Promise<Context> {
  const environment = process.env;
  const isJson = options.has('json');
  const given = options.word('color', ['auto', 'always', 'never']) ?? 'auto';
  const color: ColorMode = isJson ? 'never' : given;
  return {
    words,
    options,
    environment,
    cwd: currentDirectory(),
    out: await openOutput('stdout', environment, color),
    err: await openOutput('stderr', environment, color),
    isJson,
    stateDir: options.text('state', command.stateIsFilter ? isPath : undefined),
    get mayPrompt() {
      return !isJson && !environment['CI'] && isTerminalAt(0) && isTerminalAt(2);
    },
    print: printJson,
  };
}

/** The words that change trust, as the user writes them; null where the command changes nothing. */
function trustChange(
  { name, changesTrust = false }: Command,
  { words: [first = ''], options }: Context,
): string | null {
  if (typeof changesTrust === 'boolean') return changesTrust ? name : null;
  const given = changesTrust.find((word) =>
    word.startsWith('--') ? options.has(word.slice(2)) : word === first,
  );
  return given === undefined ? null : `${name} ${given}`;
}

/** An agent must not approve or disable its own guards. For the user, the launcher is repaired on the way; `--fix` reports that itself. */
async function prepareTrustChange(command: string, context: Context): Promise<void> {
  const variable = agentVariable(context.environment);
  if (variable !== null) throw new HookError('AGENT_CALLS', { command, variable });
  if (context.options.has('fix')) return;
  const { repairLauncher } = await import('../launcher/launcher-places.ts');
  repairLauncher(placesOf(context));
}

function reportError(error: unknown, context: Context): ExitCode {
  if (isHookError(error)) {
    showError(context, error);
    return error.exitCode;
  }
  showError(context, new HookError('INTERNAL', { detail: describeError(error) }, { exitCode: 3 }));
  if (context.environment['HOOKMD_LOG'] === 'debug' && error instanceof Error)
    context.err.line(error.stack ?? '');
  return 3;
}

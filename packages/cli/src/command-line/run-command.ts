import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { showError } from '../ui/error.ts';
import { type ColorMode, isTerminalAt, openOutput, printJson } from '../ui/output.ts';
import { agentVariable } from './agent-variables.ts';
import type { Command, ExitStatus } from './command.ts';
import type { Context } from './context.ts';
import { currentDirectory } from './current-directory.ts';
import { Options } from './options.ts';
import { isPath, parseArguments } from './parser.ts';

/** Runs one command: arguments, streams, errors. Returns the exit status; never throws. */
export async function runCommand(command: Command, words: readonly string[]): Promise<ExitStatus> {
  let context: Context | null = null;
  try {
    const parsed = parseArguments(command, words);
    if (parsed.isHelp) return 0;
    context = await makeContext(command, parsed.words, parsed.options);
    rejectAgents(command, context);
    if (trustChange(command, context.words) !== null) await repairForPerson(context);
    return await command.run(context);
  } catch (error) {
    // Where not even the words could be read, only the form of the error is known.
    const form = new Options({ json: words.includes('--json') });
    return fail(error, context ?? (await makeContext(command, [], form)));
  }
}

/** What a command works with. Throws USAGE. */
export async function makeContext(
  command: Command,
  words: readonly string[],
  options: Options,
): Promise<Context> {
  const environment = process.env;
  const color = (options.word('color', ['auto', 'always', 'never']) ?? 'auto') satisfies ColorMode;
  const isJson = options.has('json');
  return {
    words,
    options,
    environment,
    cwd: currentDirectory(),
    out: await openOutput('stdout', environment, isJson ? 'never' : color),
    err: await openOutput('stderr', environment, isJson ? 'never' : color),
    isJson,
    stateDir: options.text('state', command.stateIsFilter ? isPath : undefined),
    get mayAsk() {
      return !isJson && !environment['CI'] && isTerminalAt(0) && isTerminalAt(2);
    },
    print: printJson,
  };
}

/** An agent does not approve or switch off its own guards. */
function rejectAgents(command: Command, { environment, words }: Context): void {
  const called = trustChange(command, words);
  const variable = called === null ? null : agentVariable(environment);
  if (called !== null && variable !== null) throw new HookError('AGENT_CALLS', { command: called, variable });
}

/** A person is at work: agents that start what was moved find it again. */
async function repairForPerson(context: Context): Promise<void> {
  const { placesOf } = await import('./context.ts');
  const { repairLauncher } = await import('../launcher/launcher-places.ts');
  repairLauncher(placesOf(context));
}

/** What is called, by the words a person writes, where that changes trust; else null. */
function trustChange(
  { name, changesTrust = false }: Command,
  [first = '']: readonly string[],
): string | null {
  if (typeof changesTrust === 'boolean') return changesTrust ? name : null;
  return changesTrust.includes(first) ? `${name} ${first}` : null;
}

function fail(error: unknown, context: Context): ExitStatus {
  if (isHookError(error)) {
    showError(context, error);
    return error.exitCode;
  }
  showError(context, new HookError('INTERNAL', { detail: describeError(error) }, { exitCode: 3 }));
  if (context.environment['HOOKMD_LOG'] === 'debug' && error instanceof Error)
    context.err.line(error.stack ?? '');
  return 3;
}

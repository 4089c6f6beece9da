import { describeError, HookError, isHookError } from '@hookmd/core/internal/errors/hook-error';
import { agentVariable } from './agent-variables.ts';
import type { Command, ExitStatus } from './command.ts';
import type { Context } from './context.ts';
import { Options, parseArguments } from './parse-arguments.ts';
import { type ColorMode, openOutput } from './terminal.ts';
import { showError } from './views/error.ts';

/** Runs one command: arguments, streams, errors. Returns the exit status; never throws. */
export async function runCommand(command: Command, words: readonly string[]): Promise<ExitStatus> {
  endQuietlyWithoutReader(process.stdout);
  endQuietlyWithoutReader(process.stderr);
  let context = makeContext([], new Options({ json: words.includes('--json') }));
  try {
    const parsed = parseArguments(command, words);
    context = makeContext(parsed.words, parsed.options);
    if (parsed.options.has('help')) {
      const { commandHelp } = await import('./help.ts');
      context.out.line(commandHelp(command));
      return 0;
    }
    refuseAgents(command, context);
    return await command.run(context);
  } catch (error) {
    return fail(error, context);
  }
}

/** `hooks list | head -1`: nobody reads on, and that is no error. */
function endQuietlyWithoutReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

function makeContext(words: readonly string[], options: Options): Context {
  const environment = process.env;
  const color = (options.word('color', ['auto', 'always', 'never']) ?? 'auto') satisfies ColorMode;
  const isJson = options.has('json');
  return {
    words,
    options,
    environment,
    cwd: process.cwd(),
    out: openOutput(process.stdout, environment, isJson ? 'never' : color),
    err: openOutput(process.stderr, environment, isJson ? 'never' : color),
    isJson,
    mayAsk: process.stdin.isTTY === true && process.stderr.isTTY === true && !environment['CI'] && !isJson,
    print: (document) => {
      process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    },
  };
}

/** An agent does not approve or switch off its own guards. */
function refuseAgents(command: Command, { environment }: Context): void {
  const variable = command.changesTrust ? agentVariable(environment) : null;
  if (variable !== null) throw new HookError('AGENT_CALLS', { command: command.name, variable });
}

function fail(error: unknown, context: Context): ExitStatus {
  if (isHookError(error)) {
    showError(context, error);
    return error.exitCode;
  }
  showError(context, new HookError('INTERNAL', { detail: describeError(error) }, { exitCode: 3 }));
  if (context.environment['HOOKMD_LOG'] === 'debug' && error instanceof Error) context.err.line(error.stack ?? '');
  return 3;
}

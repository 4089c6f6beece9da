import { quoteWord } from '../events/quote-word.ts';
import { checkProgram, fail, isExecutableFile, type PreflightFailure } from './program-file.ts';
import type { Shebang } from './shebang.ts';

/** What stands before the script when the kernel (or `env`) obeys a `#!` line, every program absolute. */
export type InterpreterArgv = readonly [string, ...string[]];

/** Resolves the `#!` line of `file`. `findProgram` searches the PATH that `env` will search. */
export function resolveInterpreter(
  file: string,
  shebang: Shebang,
  findProgram: (name: string) => string | null,
): InterpreterArgv | PreflightFailure {
  const { interpreter, line, env } = shebang;
  if (shebang.hasCarriageReturn) {
    return fail(
      'INTERPRETER_CRLF',
      `The first line of ${file} ends in CR LF, so the system looks for an interpreter whose name ends in CR.`,
      `Convert it to LF line ends: sed -i 's/\\r$//' ${quoteWord(file)}`,
    );
  }
  if (!interpreter.startsWith('/')) {
    return missing(`${file} has the first line "#!${line}", which names no absolute path.`, file);
  }
  if (!isExecutableFile(interpreter)) return missing(explainInterpreter(file, interpreter), file);
  if (env === null || env.program === null) return [interpreter, ...shebang.args];
  const program = env.program.startsWith('/') ? env.program : findProgram(env.program);
  if (program === null) {
    return fail(
      'INTERPRETER_MISSING',
      `${file} asks for "${env.program}", which is in no folder of PATH.`,
      `Install ${env.program}, or correct the first line of ${file}.`,
    );
  }
  if (!isExecutableFile(program)) return missing(explainInterpreter(file, program), file);
  // Without options `env` has nothing left to do.
  return env.options.length === 0
    ? [program, ...env.args]
    : [interpreter, ...env.options, program, ...env.args];
}

export function isFailure(result: InterpreterArgv | PreflightFailure): result is PreflightFailure {
  return !Array.isArray(result);
}

function explainInterpreter(file: string, interpreter: string): string {
  const problem = checkProgram(interpreter)?.message ?? `${interpreter} is not a program.`;
  return `${file} asks for an interpreter that cannot run: ${problem}`;
}

function missing(message: string, file: string): PreflightFailure {
  return fail('INTERPRETER_MISSING', message, `Correct the first line of ${file}, or install what it names.`);
}

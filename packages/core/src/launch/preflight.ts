import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { findScript, type ScriptArgument } from '@hookmd/shell';
import {
  checkProgram,
  explainMissing,
  fail,
  inspectPath,
  isExecutableFile,
  isFailure,
  type PreflightFailure,
  readShebang,
  resolveInterpreter,
} from './program-file.ts';

export type Preflight = { ok: true } | PreflightFailure;

/**
 * Checks whether the kernel would start `argv` in `cwd`, before the start.
 *
 * Afterwards the cases cannot be distinguished: a missing interpreter, a CR in the first line and a missing directory are all
 * ENOENT on the program; `python3 missing.py` exits with 2, which means "block"; and an empty file exits with 0, which means
 * "allow".
 *
 * Synchronous, about ten system calls. `path` is the PATH of the handler, which `env` will search. What cannot be checked (an
 * unknown option before the script, no file descriptor left) passes.
 */
export function preflight(argv: readonly [string, ...string[]], cwd: string, path: string): Preflight {
  return checkDirectory(cwd) ?? checkCommand(argv[0], path) ?? checkScripts(argv, cwd, path) ?? { ok: true };
}

function checkDirectory(cwd: string): PreflightFailure | null {
  const { kind } = inspectPath(cwd);
  if (kind === 'directory') return null;
  const problem = kind === 'missing' ? explainMissing(cwd) : 'is not a directory';
  return fail(
    'CWD_MISSING',
    `The working directory ${cwd} ${problem}.`,
    `Create ${cwd}, or start in an existing directory.`,
  );
}

function checkCommand(program: string, path: string): PreflightFailure | null {
  if (!isAbsolute(program)) {
    return fail(
      'PROGRAM_MISSING',
      `"${program}" is not an absolute path, so the working directory or PATH would choose the program.`,
      'Approve the hook again: that resolves its program.',
    );
  }
  const problem = checkProgram(program);
  if (problem !== null) return problem;
  const shebang = readShebang(program);
  if (shebang === null) return null;
  const interpreter = resolveInterpreter(program, shebang, (name) => firstOnPath(name, path));
  if (isFailure(interpreter)) return interpreter;
  if (shebang.env?.needsSplit !== true) return null;
  return fail(
    'INTERPRETER_MISSING',
    `${program} has the first line "#!${shebang.line}": env gets all of it as the name of one program.`,
    `Write: #!${shebang.interpreter} -S ${shebang.args.join(' ')}`,
  );
}

/** Also the script of a script that is an interpreter, as the shims of version managers are: `bash …/shims/python3 x.py`. */
function checkScripts(
  argv: readonly [string, ...string[]],
  cwd: string,
  path: string,
): PreflightFailure | null {
  const argument = findScript(argv);
  const problem = checkScript(argument, argv[0], cwd, path);
  const at = argument === null ? -1 : argv.indexOf(argument.script);
  if (problem !== null || at < 1) return problem;
  return checkScripts([argv[at] ?? '', ...argv.slice(at + 1)], cwd, path);
}

function checkScript(
  argument: ScriptArgument | null,
  program: string,
  cwd: string,
  path: string,
): PreflightFailure | null {
  if (argument === null) return null;
  const file = resolve(cwd, argument.script);
  const { kind, isEmpty } = inspectPath(file);
  if (isEmpty) {
    return fail('EMPTY', `${file}, which ${program} is to run, is empty.`, `Restore the content of ${file}.`);
  }
  const rest = argument.suffixes.map((suffix) => file + suffix);
  if (kind !== 'missing' || rest.some((name) => inspectPath(name).kind === 'file')) return null;
  if (firstOnPath(argument.script, path) !== null) return null; // bash and ksh look there next
  return fail(
    'SCRIPT_MISSING',
    `${file}, which ${program} is to run, ${explainMissing(file)}.`,
    `Restore ${file}, or correct the command.`,
  );
}

/** Every event comes through here, and loading `which` would cost it 4 ms. */
function firstOnPath(name: string, path: string): string | null {
  if (name === '' || name.includes('/')) return null;
  const directories = path.split(delimiter).filter(isAbsolute);
  return directories.map((directory) => join(directory, name)).find(isExecutableFile) ?? null;
}

import { basename, isAbsolute, resolve } from 'node:path';
import { findProgram } from './find-program.ts';
import {
  checkProgram,
  fail,
  isExecutableFile,
  isFailure,
  isPlainText,
  type PreflightFailure,
  parseEnvCall,
  readShebang,
  resolveInterpreter,
} from './program-file.ts';

/** As deep as Linux follows scripts whose interpreters are scripts. */
const MAX_INTERPRETERS = 4;

/** A program and its arguments; never empty. */
export type Argv = readonly [string, ...string[]];
export type Launch = { ok: true; argv: Argv } | PreflightFailure;

export interface LaunchOptions {
  /** What a relative program path counts from. */
  packageDir: string;
  /** Where bare names are looked up; empty and relative elements do not count. */
  path: string;
  /** A file without a first line cannot be run: the system would have to guess its interpreter. */
  mustStartAlone?: boolean;
}

/**
 * The command line to approve and keep: every program in it absolute, and a script behind the
 * interpreter of its first line, so that PATH at the event cannot choose another.
 *
 * Links are not followed: `python3` of a virtual environment must keep its name. Arguments are
 * left as they are. For approval, not for the event path.
 */
export function resolveLaunch(
  argv: Argv,
  { packageDir, path, mustStartAlone = false }: LaunchOptions,
): Launch {
  const [name, ...rest] = argv;
  const program = name.includes('/') ? resolve(packageDir, name) : findProgram(name, path);
  if (program === null) {
    return fail(
      'PROGRAM_MISSING',
      `"${name}" is not on your PATH.`,
      `Install ${name}, or correct the command.`,
    );
  }
  let pinned: Argv = pinEnvCall([program, ...rest], path);
  for (let depth = 0; depth <= MAX_INTERPRETERS; depth += 1) {
    const problem = checkProgram(pinned[0]);
    if (problem !== null) return problem;
    const shebang = readShebang(pinned[0]);
    if (shebang === null)
      return (mustStartAlone ? checkStart(pinned[0]) : null) ?? { ok: true, argv: pinned };
    const interpreter = resolveInterpreter(pinned[0], shebang, (wanted) => findProgram(wanted, path));
    if (isFailure(interpreter)) return interpreter;
    pinned = [...interpreter, ...pinned];
  }
  return fail(
    'INTERPRETER_MISSING',
    `${program} is a script whose interpreters are scripts, more than ${MAX_INTERPRETERS} deep.`,
    `Name a compiled interpreter in the first line of ${program}.`,
  );
}

/** A shell, and some libraries, would run such a file by themselves; the system does not. */
function checkStart(file: string): PreflightFailure | null {
  if (!isPlainText(file)) return null;
  return fail(
    'INTERPRETER_MISSING',
    `${file} is a script without a \`#!\` line, so the system cannot start it.`,
    `Write \`#!/bin/sh\`, or what it is written for, into the first line of ${file}.`,
  );
}

/** `env python3 x.py` as a command looks up python3 at the event, just as on a first line. */
function pinEnvCall(argv: Argv, path: string): Argv {
  if (basename(argv[0]) !== 'env') return argv;
  const { options, program, args } = parseEnvCall(argv.slice(1));
  const found = program === null || isAbsolute(program) ? program : findProgram(program, path);
  return found === null || !isExecutableFile(found) ? argv : [argv[0], ...options, found, ...args];
}

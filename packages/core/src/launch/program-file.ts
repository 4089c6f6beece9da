import { Buffer } from 'node:buffer';
import { accessSync, closeSync, constants, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { quoteWord } from '../events/text.ts';

/** Why a program would not start as it should. */
export interface PreflightFailure {
  ok: false;
  code:
    | 'PROGRAM_MISSING'
    | 'NOT_A_FILE'
    | 'NOT_EXECUTABLE'
    | 'EMPTY'
    | 'INTERPRETER_MISSING'
    | 'INTERPRETER_CRLF'
    | 'SCRIPT_MISSING'
    | 'CWD_MISSING';
  /** What is wrong, with the path. */
  message: string;
  /** What to do, in the imperative. */
  remedy: string;
}

/** What is at a path, after links. `missing` also if the path is not accessible. */
export function inspectPath(path: string): {
  kind: 'file' | 'directory' | 'other' | 'missing';
  isEmpty: boolean;
} {
  try {
    const stats = statSync(path);
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
    return { kind, isEmpty: kind === 'file' && stats.size === 0 };
  } catch {
    return { kind: 'missing', isEmpty: false };
  }
}

/** Why nothing is found at `path`, as the end of a sentence that begins with it. */
export function explainMissing(path: string): string {
  try {
    statSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return `cannot be reached (${code})`;
  }
  return isLink(path) ? 'is a link to something that does not exist' : 'does not exist';
}

/** True for a regular file that this user may execute. */
export function isExecutableFile(path: string): boolean {
  return inspectPath(path).kind === 'file' && mayExecute(path);
}

/** Null for a program that the kernel would start, except an empty one: that "runs" and always allows. */
export function checkProgram(file: string): PreflightFailure | null {
  const { kind, isEmpty } = inspectPath(file);
  if (kind === 'missing') {
    return fail(
      'PROGRAM_MISSING',
      `${file} ${explainMissing(file)}.`,
      `Restore ${file}, or correct the command.`,
    );
  }
  if (kind !== 'file') {
    return fail('NOT_A_FILE', `${file} is not a regular file.`, 'Name the program itself in the command.');
  }
  if (isEmpty) return fail('EMPTY', `${file} is empty.`, `Restore the content of ${file}.`);
  if (!mayExecute(file)) {
    return fail('NOT_EXECUTABLE', `${file} is not executable.`, `Run \`chmod +x ${quoteWord(file)}\`.`);
  }
  return null;
}

export function fail(code: PreflightFailure['code'], message: string, remedy: string): PreflightFailure {
  return { ok: false, code, message, remedy };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function mayExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** More than any kernel reads (Linux 256, macOS 512). */
const LINE_BYTES = 1024;

/** The `#!` line of a script, taken apart. */
export interface Shebang {
  /** As written, without `#!`. */
  line: string;
  /** Ends in CR: the kernel then looks for an interpreter whose name ends in CR. */
  hasCarriageReturn: boolean;
  interpreter: string;
  /** As this platform's kernel passes them: Linux all in one, macOS word by word. */
  args: string[];
  /** Where the interpreter is `env`. */
  env: EnvCall | null;
}

/** The program that `env` starts on a `#!` line. */
export interface EnvCall {
  /** What comes before the program: `-i`, `-u NAME`, `NAME=value`; without `-S`. */
  options: string[];
  /** The program `env` looks up; null where this parser does not understand the line. */
  program: string | null;
  args: string[];
  /** Has several words but no `-S`: Linux gives `env` one name with blanks in it. */
  needsSplit: boolean;
}

/** Reads the first line of `file`; null when it is no `#!` line or may not be read (an executable may be unreadable). */
export function readShebang(file: string): Shebang | null {
  const start = textStart(file);
  if (!start.startsWith('#!')) return null;
  const line = start.slice(2).split('\n', 1)[0] ?? '';
  const written = line.replace(/\r$/, '').trim();
  const interpreter = /^\S*/.exec(written)?.[0] ?? '';
  const rest = written.slice(interpreter.length).trim();
  const words = rest === '' ? [] : rest.split(/\s+/);
  return {
    line: written,
    hasCarriageReturn: line.endsWith('\r'),
    interpreter,
    args: process.platform === 'linux' && rest !== '' ? [rest] : words,
    env: basename(interpreter) === 'env' ? parseEnvCall(words) : null,
  };
}

/** Begins like a text: no program for a machine has so many bytes without a control character. */
export function isPlainText(file: string): boolean {
  const start = textStart(file);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters identify binary files
  return start !== '' && !/[\u0000-\u0008\u000E-\u001F\u007F\uFFFD]/.test(start.replace(/\uFFFD+$/, ''));
}

export function parseEnvCall(words: readonly string[]): EnvCall {
  const first = words[0] ?? '';
  const isSplit = /^(-S|--split-string)/.test(first);
  const rest = isSplit ? [first.replace(/^(-S|--split-string=?)/, ''), ...words.slice(1)] : [...words];
  const left = rest.filter((word) => word !== '');
  const options: string[] = [];
  while (
    left[0] !== undefined &&
    /^(-i|-|--ignore-environment|-u.+|--unset=.+|[A-Za-z_]\w*=.*)$/.test(left[0])
  ) {
    options.push(left.shift() as string);
  }
  if (left[0] === '-u') return { options, program: null, args: [], needsSplit: false };
  const [program, ...args] = left;
  // Quotes, escapes and ${VAR} of `-S`, and options not named above.
  const isClear = program !== undefined && !program.startsWith('-') && !/["'\\$]/.test(left.join(' '));
  return {
    options,
    program: isClear ? program : null,
    args,
    needsSplit: words.length > 1 && !first.startsWith('-') && process.platform === 'linux',
  };
}

function textStart(file: string): string {
  return readStart(file, LINE_BYTES)?.toString('utf8') ?? '';
}

/** The first bytes of a file, through links, without waiting for the writer of a pipe; null = it cannot be read. */
export function readStart(file: string, maxBytes: number): Buffer | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const bytes = Buffer.alloc(maxBytes);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, maxBytes, 0));
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** The arguments before the script when the kernel (or `env`) follows a `#!` line, every program absolute. */
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
      `${file} names "${env.program}", which is not on your PATH.`,
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
  return `${file} names an interpreter that cannot run: ${problem}`;
}

function missing(message: string, file: string): PreflightFailure {
  return fail('INTERPRETER_MISSING', message, `Correct the first line of ${file}, or install what it names.`);
}

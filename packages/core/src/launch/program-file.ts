import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { quoteWord } from '../events/quote-word.ts';

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

/** What stands at a path, after links. `missing` also where the way there is closed. */
export function inspectPath(path: string): {
  kind: 'file' | 'folder' | 'other' | 'missing';
  isEmpty: boolean;
} {
  try {
    const stats = statSync(path);
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
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

/** Null for a program that the kernel would start, empty ones aside: those "run" and say yes to everything. */
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
    return fail('NOT_EXECUTABLE', `${file} may not be executed.`, `Run: chmod +x ${quoteWord(file)}`);
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

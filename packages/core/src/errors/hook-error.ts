import { type Code, catalogue, fillSentence, type Parameters } from './catalogue.ts';

/**
 * The exit code of the command: 1 = expected failure, 2 = usage or configuration, 3 = a bug in HookMD, 130 = the user
 * interrupted a question or a download.
 */
export type ExitCode = 1 | 2 | 3 | 130;

/**
 * An error of the caller or the machine, or a bug: thrown, and printed by the command line.
 *
 * Recognized by `isHookError`, not by `instanceof`: each command is a bundle of its own.
 */
export class HookError extends Error {
  readonly code: Code;
  readonly remedy: string;
  readonly exitCode: ExitCode;
  readonly isHookError = true as const;

  constructor(code: Code, parameters: Parameters, options: { cause?: unknown; exitCode?: ExitCode } = {}) {
    super(
      fillSentence(catalogue()[code].message, parameters),
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = 'HookError';
    this.code = code;
    this.remedy = fillSentence(catalogue()[code].remedy, parameters);
    this.exitCode = options.exitCode ?? catalogue()[code].exitCode ?? 2;
  }
}

/** Whether a thrown value is a HookError, also of another copy of this package. */
export function isHookError(error: unknown): error is HookError {
  return error instanceof Error && (error as Partial<HookError>).isHookError === true;
}

/** One line for any thrown value, without a stack trace. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return code !== undefined && !error.message.includes(code) ? `${code}: ${error.message}` : error.message;
}

/** The same for a value that other code threw, which may throw again when it is described. */
export function describeThrown(error: unknown): string {
  try {
    return describeError(error);
  } catch {
    return 'something that cannot be described';
  }
}

/** Whether an error of the file system has one of these codes. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

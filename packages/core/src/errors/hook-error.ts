import { type Code, catalogue, fillSentence, type Parameters } from './catalogue.ts';

/**
 * How a command ends because of this error: 1 = expected failure, 2 = usage or configuration,
 * 3 = a bug in HookMD, 130 = a person interrupted a question or a download.
 */
export type ExitCode = 1 | 2 | 3 | 130;

/**
 * The caller's or the machine's fault, or a bug: thrown, and shown by the command line.
 *
 * Told apart by `isHookError`, not by `instanceof`: each command is a bundle of its own.
 */
export class HookError extends Error {
  readonly code: Code;
  readonly remedy: string;
  readonly exitCode: ExitCode;
  readonly isHookError = true as const;

  constructor(code: Code, parameters: Parameters, options: { cause?: unknown; exitCode?: ExitCode } = {}) {
    super(
      fillSentence(catalogue()[code].says, parameters),
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = 'HookError';
    this.code = code;
    this.remedy = fillSentence(catalogue()[code].remedy, parameters);
    this.exitCode = options.exitCode ?? catalogue()[code].exitCode ?? 2;
  }
}

export function isHookError(error: unknown): error is HookError {
  return error instanceof Error && (error as Partial<HookError>).isHookError === true;
}

/** One line for any thrown value, without a stack trace. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return code !== undefined && !error.message.includes(code) ? `${code}: ${error.message}` : error.message;
}

/** The same of what somebody else threw: it may refuse even to be described. */
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

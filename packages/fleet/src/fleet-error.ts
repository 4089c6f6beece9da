/** What went wrong, why, and one fix that works as printed. The command prints it and ends with `exitCode`. */
export class FleetError extends Error {
  readonly code: string;
  readonly remedy: string;
  readonly exitCode: 1 | 2;

  /** `exitCode`: 1 = expected failure (default), 2 = usage or configuration. */
  constructor(
    code: string,
    message: string,
    remedy: string,
    { exitCode = 1, cause }: { exitCode?: 1 | 2; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'FleetError';
    this.code = code;
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** A wrong call of a command. */
export function usageError(message: string, remedy: string): FleetError {
  return new FleetError('USAGE', message, remedy, { exitCode: 2 });
}

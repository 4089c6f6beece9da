import {
  type Code,
  describeError,
  HookError,
  type Issue,
  isErrno,
  issue,
  type Parameters,
} from '@hookmd/core/errors';

/** A reason to reject a fetched package. */
export interface Problem {
  readonly code: Code;
  readonly parameters: Parameters;
}

/**
 * A package is rejected for all of `issues`; the message of the error is the first of them. An error of another bundle is
 * recognized by its `issues`, not by `instanceof`.
 */
export class PackageRejected extends HookError {
  readonly issues: readonly Issue[];

  constructor(first: Problem, rest: readonly Problem[] = []) {
    super(first.code, first.parameters, { exitCode: 1 });
    this.issues = [first, ...rest].map(({ code, parameters }) => issue(code, parameters));
  }
}

/** Throws PackageRejected if there is any problem. */
export function rejectProblems(problems: readonly Problem[]): void {
  const [first, ...rest] = problems;
  if (first !== undefined) throw new PackageRejected(first, rest);
}

export function damaged(detail: string): Problem {
  return { code: 'ARCHIVE_DAMAGED', parameters: { detail } };
}

/** `detail` follows "it". */
export function tooLarge(detail: string): Problem {
  return { code: 'PACKAGE_TOO_LARGE', parameters: { detail } };
}

export function isProblem(value: object): value is Problem {
  return 'code' in value && 'parameters' in value;
}

export function unreadable(path: string, why: unknown): Problem {
  const detail = isErrno(why, 'ENOENT', 'ENOTDIR')
    ? 'there is no such directory or file'
    : describeError(why);
  return { code: 'SOURCE_UNREADABLE', parameters: { path, detail } };
}

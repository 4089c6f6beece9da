import { type Code, catalogue, fillSentence, type Parameters, type Severity } from './catalogue.ts';

/** Where in a file something is wrong. Lines and columns count from 1. */
export interface Location {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** A problem in a file or value of others: returned, never thrown, all of them at once. */
export interface Issue extends Partial<Location> {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly remedy: string;
}

/** Makes an issue from its row of the catalogue. */
export function issue(code: Code, parameters: Parameters, location: Partial<Location> = {}): Issue {
  const row = catalogue()[code];
  // One by one: a place may be more than that, such as a problem of the parser with its own message.
  const { path, line, column } = location;
  return {
    code,
    severity: row.severity,
    message: fillSentence(row.message, parameters),
    remedy: fillSentence(row.remedy, parameters),
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

/** Whether at least one of the issues is an error. */
export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some((issue) => issue.severity === 'error');
}

/** It explains why something in a hooks directory is not a hook: no mistake, and of interest only on request. */
export function isAboutNoHook({ code }: Pick<Issue, 'code'>): boolean {
  return code === 'MANIFEST_MISSING' || code === 'EXECUTABLE_SKIPPED';
}

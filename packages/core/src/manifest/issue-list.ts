import { type Code, catalogue, type Parameters } from '../errors/catalogue.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { KeyPath, Locate, TextPlace } from './text-place.ts';

/** A hostile file has thousands; nobody reads more than these. */
const MAX_ISSUES = 100;

/** Collects the issues of one file, each with its place. */
export interface IssueList {
  /**
   * `at` is the path of the value (or `of` its key) the issue is about, or the place itself.
   * Parameters that are dear to make are given as a function: it is not called once the list is full.
   */
  readonly add: (
    code: Code,
    parameters: Parameters | (() => Parameters),
    at?: KeyPath | TextPlace,
    of?: 'key' | 'value',
  ) => void;
  /** True as soon as one error was added, also one beyond the limit. */
  readonly hasErrors: () => boolean;
  /** In the order of their lines. */
  readonly sorted: () => readonly Issue[];
}

export function createIssueList(path: string, locate: Locate | null): IssueList {
  const issues: Issue[] = [];
  let hidden = 0;
  let hasErrors = false;

  return {
    add(code, parameters, at, of) {
      if (catalogue()[code].severity === 'error') hasErrors = true;
      if (issues.length >= MAX_ISSUES) {
        hidden++;
        return;
      }
      const values = typeof parameters === 'function' ? parameters() : parameters;
      const place = at === undefined ? null : 'line' in at ? at : (locate?.(at, of) ?? null);
      // Only the place of it: what is given may be a problem with a message of its own.
      issues.push(
        issue(code, values, place === null ? { path } : { path, line: place.line, column: place.column }),
      );
    },
    hasErrors: () => hasErrors,
    sorted() {
      const inOrder = [...issues].sort(
        (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
      );
      return hidden === 0 ? inOrder : [...inOrder, issue('MORE_ISSUES', { count: hidden }, { path })];
    },
  };
}

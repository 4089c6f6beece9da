import { type Code, catalogue, type Parameters } from '../errors/catalogue.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { isEventName } from '../events/events.ts';

/** A hostile file has thousands; more than these are of no use. */
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

/** An empty list of issues about one file. `locate` finds the line and column of a key; null = issues have no location. */
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
      const location = at === undefined ? null : 'line' in at ? at : (locate?.(at, of) ?? null);
      // Only the place of it: what is given may be a problem with a message of its own.
      issues.push(
        issue(
          code,
          values,
          location === null ? { path } : { path, line: location.line, column: location.column },
        ),
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

/** Names a value inside a parsed file: `['requires', 'os', 0]`. */
export type KeyPath = readonly (string | number)[];

/** Counts from 1; columns in UTF-16 units, as editors do. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The position of a value, or of its key; for a path that does not exist, of its nearest part. */
export type Locate = (path: KeyPath, of?: 'key' | 'value') => TextPlace;

/** Turns offsets of a text into places of the file whose line `firstLine` the text begins on. */
export function createLineTable(text: string, firstLine: number): (offset: number) => TextPlace {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: firstLine + low, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** `requires.os[0]`, as people write it. */
export function formatKeyPath(path: KeyPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

const MAX_SHOWN = 60;

/** Describes a value of a file in a sentence: `the text "yes"`, `the number 5`, `a list`. */
export function describeFound(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return `the string ${quote(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return `${value}`;
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** The same of what may be a secret: without the value itself. */
export function describeKind(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'a string';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'boolean' ? '`true` or `false`' : describeFound(value);
}

/** The text between double quotes, short and without anything a terminal would obey. */
export function quote(text: string): string {
  return `"${showText(text)}"`;
}

/** The same without the quotes. */
export function showText(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  // Control characters, line separators, and marks that turn the direction of text round.
  return shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029"\\]/gu, (sign) => {
    if (sign === '"' || sign === '\\') return `\\${sign}`;
    return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

/** "`a`, `b` or `c`" */
export function describeWords(allowed: readonly string[]): string {
  const quoted = allowed.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** Warns of a key that is none, with the nearest of those that are known there. */
export function addUnknownKey(path: KeyPath, known: readonly string[], issues: IssueList): void {
  const last = String(path.at(-1) ?? '');
  issues.add(
    'MANIFEST_UNKNOWN_KEY',
    () => ({ key: showText(formatKeyPath(path)), suggestion: didYouMean(last, known) }),
    path,
    'key',
  );
}

/** A key of another system that has another name in a manifest. */
interface ForeignKey {
  readonly system: string;
  readonly instead: string;
}

const SETTINGS = "an agent's settings file";

const foreignKeys: Readonly<Record<string, ForeignKey>> = {
  hooks: { system: SETTINGS, instead: '`events: [PreToolUse]` and `command: ./handler.sh`' },
  disableAllHooks: { system: SETTINGS, instead: '`enabled: false`' },
  'allowed-tools': { system: 'a skill', instead: '`matcher: Bash|Write`' },
  tools: { system: 'a sub-agent', instead: '`matcher: Bash|Write`' },
};

/** Reports a key of another system with its name here; false = it is not in the table. */
export function addForeignKey(key: string, issues: IssueList): boolean {
  const row = isEventName(key)
    ? { system: SETTINGS, instead: `\`events: [${key}]\`` }
    : Object.hasOwn(foreignKeys, key)
      ? foreignKeys[key]
      : undefined;
  if (row === undefined) return false;
  issues.add('MANIFEST_FOREIGN_KEY', { key, ...row }, [key], 'key');
  return true;
}

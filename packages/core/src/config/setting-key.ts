import type { Parameters } from '../errors/catalogue.ts';
import { HookError } from '../errors/hook-error.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { isJsonObject, type JsonValue } from '../events/json.ts';
import { quote, showText } from '../yaml/issue-list.ts';
import { type ConfigRow, configRows, nameRules } from './keys.ts';

/** What needs no quotes in a key. */
const BARE = /^[\w*/:@+-]+$/;

/**
 * Splits a key as users write it: `hooks.concurrency`, `package."my.hook".mode`. Null = not a key.
 *
 * Steps are joined by dots; one with a dot, a blank or a quote is in double quotes, as in JSON.
 */
export function parseSettingKey(text: string): readonly string[] | null {
  const steps: string[] = [];
  const step = /("(?:[^"\\]|\\.)*"|[^."\s]+)(\.|$)/y;
  while (step.lastIndex < text.length || steps.length === 0) {
    const match = step.exec(text);
    const name = match === null ? null : unquote(match[1] ?? '');
    if (match === null || name === null) return null;
    steps.push(name);
    const isLast = match[2] === '';
    if (isLast) return steps;
    if (step.lastIndex === text.length) return null; // it ends with a dot
  }
  return null;
}

/** The dotted key of a setting. Steps that are not plain names are quoted. */
export function formatSettingKey(path: readonly string[]): string {
  return path.map((step) => (BARE.test(step) ? step : JSON.stringify(step))).join('.');
}

/** The key as one word of a command line. */
export function settingWord(path: readonly string[]): string {
  const key = formatSettingKey(path);
  return /^[\w./:@+-]+$/.test(key) ? key : `'${key.replaceAll("'", `'\\''`)}'`;
}

function unquote(text: string): string | null {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}

/** The value at a path of keys; undefined where there is none. */
export function valueAt(document: JsonValue, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    document,
  );
}

/** The row in `configRows` for a key, or why there is none. */
export type ChildKey =
  | { readonly pattern: string }
  | { readonly siblings: ReadonlySet<string> }
  | { readonly expected: string; readonly example: string };

/** The pattern of a key below another pattern; '' is the top. */
export function findChild(pattern: string, key: string): ChildKey {
  const prefix = pattern === '' ? '' : `${pattern}.`;
  const below = Object.keys(configRows).filter((name) => name.startsWith(prefix));
  const siblings = new Set(below.map((value) => value.slice(prefix.length).split('.', 1)[0] ?? ''));
  if (!siblings.has('*')) return siblings.has(key) ? { pattern: prefix + key } : { siblings };
  const child = `${prefix}*`;
  const rule = nameRules[child];
  if (rule === undefined || rule.isValid(key)) return { pattern: child };
  return { expected: rule.expected, example: exampleBelow(child) };
}

/** A line that shows a setting of this pattern, or one below it. */
export function exampleBelow(pattern: string): string {
  const found = Object.entries(configRows).find(
    ([name]) => name === pattern || name.startsWith(`${pattern}.`),
  );
  return found?.[1].example ?? '';
}

/** The meaning of a user's key: one setting, a value inside the mapping of one, or a section of several. */
export interface FoundKey {
  readonly pattern: string;
  /** Null = a section. */
  readonly row: ConfigRow | null;
  /** Steps inside the value of the setting. */
  readonly inside: readonly string[];
}

/** Finds what a key names. Throws SETTING_NOT_FOUND, or CONFIG_VALUE for a name that cannot be one. */
export function findKey(path: readonly string[]): FoundKey {
  let pattern = '';
  for (const [index, step] of path.entries()) {
    const row = configRows[pattern];
    if (row !== undefined) {
      if (!isMapping(pattern)) throw notFound(path, []);
      return { pattern, row, inside: path.slice(index) };
    }
    const child = findChild(pattern, step);
    if ('siblings' in child) throw notFound(path, siblingKeys(path.slice(0, index), child.siblings));
    if ('expected' in child)
      throw new HookError('CONFIG_VALUE', nameParameters(path.slice(0, index), step, child));
    pattern = child.pattern;
  }
  return { pattern, row: configRows[pattern] ?? null, inside: [] };
}

/** Parameters of CONFIG_VALUE for a name that its place does not allow. */
export function nameParameters(
  path: readonly string[],
  name: string,
  { expected, example }: { readonly expected: string; readonly example: string },
): Parameters {
  // A user who writes `TOKEN=value`, as in a shell, meant to write a secret.
  const shown = quote(name.replace(/=.*$/s, '=…'));
  return { key: showText(path.join('.')), detail: `contains ${shown}, which is not ${expected}`, example };
}

/** Settings whose value is a mapping with arbitrary keys. */
function isMapping(pattern: string): boolean {
  return pattern === 'package.*.options';
}

function siblingKeys(above: readonly string[], siblings: ReadonlySet<string>): readonly string[] {
  return [...siblings].map((name) => formatSettingKey([...above, name]));
}

function notFound(path: readonly string[], known: readonly string[]): HookError {
  const key = formatSettingKey(path);
  // A package whose name has dots looks like a key too many.
  const dotted = path[0] === 'package' && path.length > 3 ? 'Put a name with dots in double quotes. ' : '';
  return new HookError('SETTING_NOT_FOUND', {
    key: showText(key),
    suggestion: didYouMean(key, known) + dotted,
  });
}

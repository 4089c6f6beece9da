import type { Parameters } from '../errors/catalogue.ts';
import { HookError } from '../errors/hook-error.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { quote, showText } from '../manifest/describe-value.ts';
import { type ConfigRow, configRows, nameRules } from './keys.ts';
import { formatSettingKey } from './setting-key.ts';

/** What stands for a key in `configRows`, or why there is none. */
export type ChildKey =
  | { readonly pattern: string }
  | { readonly siblings: ReadonlySet<string> }
  | { readonly expected: string; readonly example: string };

/** The pattern of a key below another pattern; '' is the top. */
export function findChild(pattern: string, key: string): ChildKey {
  const prefix = pattern === '' ? '' : `${pattern}.`;
  const below = Object.keys(configRows).filter((one) => one.startsWith(prefix));
  const siblings = new Set(below.map((one) => one.slice(prefix.length).split('.', 1)[0] ?? ''));
  if (!siblings.has('*')) return siblings.has(key) ? { pattern: prefix + key } : { siblings };
  const child = `${prefix}*`;
  const rule = nameRules[child];
  if (rule === undefined || rule.isValid(key)) return { pattern: child };
  return { expected: rule.expected, example: exampleBelow(child) };
}

/** A line that shows a setting of this pattern, or one below it. */
export function exampleBelow(pattern: string): string {
  const found = Object.entries(configRows).find(([one]) => one === pattern || one.startsWith(`${pattern}.`));
  return found?.[1].example ?? '';
}

/** What a person's key names: one setting, something inside the mapping of one, or a section of several. */
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
  // Whoever writes `TOKEN=value`, as in a shell, meant to write a secret.
  const shown = quote(name.replace(/=.*$/s, '=…'));
  return { key: showText(path.join('.')), detail: `holds ${shown}, which is not ${expected}`, example };
}

/** Settings whose value is a mapping of keys nobody lists. */
function isMapping(pattern: string): boolean {
  return pattern === 'package.*.options';
}

function siblingKeys(above: readonly string[], siblings: ReadonlySet<string>): readonly string[] {
  return [...siblings].map((name) => formatSettingKey([...above, name]));
}

function notFound(path: readonly string[], known: readonly string[]): HookError {
  const key = formatSettingKey(path);
  // A package whose name has dots looks like a key too many.
  const dotted = path[0] === 'package' && path.length > 3 ? 'A name with dots stands in double quotes. ' : '';
  return new HookError('SETTING_NOT_FOUND', {
    key: showText(key),
    suggestion: didYouMean(key, known) + dotted,
  });
}

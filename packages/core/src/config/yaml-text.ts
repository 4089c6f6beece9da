import { parseYaml } from '../manifest/yaml.ts';
import { isJsonObject, type JsonValue } from '../protocol/json.ts';

/** A value on one line, as YAML reads it in a block and between braces. */
export function flowText(value: JsonValue): string {
  if (typeof value === 'string') return scalarText(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, inner]) => flowPairs([key], inner ?? null));
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** `a: { b: value }`: what stands between the braces of a mapping. */
export function flowPairs(path: readonly string[], value: JsonValue): string {
  const [step = '', ...rest] = path;
  return `${scalarText(step)}: ${rest.length === 0 ? flowText(value) : `{ ${flowPairs(rest, value)} }`}`;
}

/** A key on a line of its own for each step, two blanks further in each time. */
export function blockLines(
  path: readonly string[],
  value: JsonValue,
  indent: string,
  newline: string,
): string {
  return path
    .map((step, depth) => {
      const isLast = depth === path.length - 1;
      return `${indent}${'  '.repeat(depth)}${scalarText(step)}:${isLast ? ` ${flowText(value)}` : ''}`;
    })
    .join(newline);
}

/** Plain where nobody can take it for something else, else in double quotes. */
function scalarText(text: string): string {
  if (/^[A-Za-z_/](?:[\w ./@+-]*[\w./@+-])?$/.test(text) && readsAs(text)) return text;
  // What JSON leaves as it is and YAML does not take: DEL, C1, line separators, the byte order mark.
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Not so for `true`, `null` and their like. */
function readsAs(text: string): boolean {
  const reading = parseYaml(text);
  return 'value' in reading && reading.value === text;
}

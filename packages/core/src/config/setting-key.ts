import { isJsonObject, type JsonValue } from '../events/json.ts';

/** What needs no quotes in a key. */
const BARE = /^[\w*/:@+-]+$/;

/**
 * The steps of a key as people write it: `hooks.concurrency`, `package."my.hook".mode`. Null where it is none.
 *
 * Steps are joined by dots; one that holds a dot, a blank or a quote stands in double quotes, as in JSON.
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

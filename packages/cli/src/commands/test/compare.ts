import { isJsonObject, type JsonValue } from '@hookmd/core/events';
import { loadPattern } from '@hookmd/core/matching';
import { type Difference, patternIn } from './cases.ts';

type Value = JsonValue | undefined;

/** A row for each value of `found` that differs from the expected one. A string `/…/` is a pattern. */
export async function compareValues(
  key: string,
  expected: Value,
  found: Value,
): Promise<readonly Difference[]> {
  if (isJsonObject(expected) && isJsonObject(found)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    return compareAll(keys.map((name) => [`${key}.${name}`, expected[name], found[name]]));
  }
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    return compareAll(expected.map((value: Value, index) => [`${key}[${index}]`, value, found[index]]));
  }
  const isSame = Object.is(expected, found) || (await matches(expected, found));
  return isSame ? [] : [{ key, expected, found }];
}

async function compareAll(rows: readonly [string, Value, Value][]): Promise<readonly Difference[]> {
  return (await Promise.all(rows.map((row) => compareValues(...row)))).flat();
}

/** Linear, because the package's author wrote the pattern. */
async function matches(expected: Value, found: Value): Promise<boolean> {
  const source = typeof expected === 'string' ? patternIn(expected) : null;
  if (source === null || typeof found !== 'string') return false;
  const loaded = await loadPattern(source);
  return 'pattern' in loaded && loaded.pattern.test(found);
}

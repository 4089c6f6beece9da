import type { Wanted } from './row.ts';

/** How a value differs from what is wanted: a line for each place. Keys that are not wanted are free. */
export function differences(found: unknown, wanted: Wanted, path = ''): readonly string[] {
  return compare(found, wanted, path, false);
}

/** As `differences`, with no key more than wanted. */
export function exactDifferences(found: unknown, wanted: Wanted, path = ''): readonly string[] {
  return compare(found, wanted, path, true);
}

function compare(found: unknown, wanted: Wanted, path: string, isExact: boolean): readonly string[] {
  const print = (expected: string): readonly string[] => [
    `${path || 'it'}: expected ${expected}, found ${show(found)}`,
  ];
  if (wanted === undefined) return found === undefined ? [] : print('nothing');
  if (wanted instanceof RegExp)
    return typeof found === 'string' && wanted.test(found) ? [] : print(String(wanted));
  if (isList(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return print(show(wanted));
    return wanted.flatMap((item, index) => compare(found[index], item, `${path}[${index}]`, isExact));
  }
  if (typeof wanted !== 'object' || wanted === null)
    return Object.is(found, wanted) ? [] : print(show(wanted));
  if (!isObject(found)) return print(show(wanted));
  const keys = Object.keys(wanted);
  const unwanted = isExact ? Object.keys(found).filter((key) => !keys.includes(key)) : [];
  return [
    ...keys.flatMap((key) => compare(found[key], wanted[key], path === '' ? key : `${path}.${key}`, isExact)),
    ...unwanted.map(
      (key) => `${path === '' ? key : `${path}.${key}`}: expected nothing, found ${show(found[key])}`,
    ),
  ];
}

function isList(wanted: Wanted): wanted is readonly Wanted[] {
  return Array.isArray(wanted);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text =
    JSON.stringify(value, (_, inner) => (inner instanceof RegExp ? String(inner) : inner)) ?? 'nothing';
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

import { isObject } from './compare.ts';

/**
 * The JSON a command printed, without the packages that come with HookMD: what they are is no part of these rows.
 * Undefined where it is no JSON.
 */
export function readJson(text: string): unknown {
  try {
    return withoutBundled(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function withoutBundled(document: unknown): unknown {
  if (!isObject(document)) return document;
  const kept = (list: unknown): unknown =>
    Array.isArray(list) ? list.filter((one) => !isBundled(one)) : list;
  return { ...document, ...mapKey(document, 'hooks', kept), ...mapKey(document, 'issues', kept) };
}

function mapKey(
  document: Readonly<Record<string, unknown>>,
  key: string,
  map: (value: unknown) => unknown,
): object {
  return Object.hasOwn(document, key) ? { [key]: map(document[key]) } : {};
}

function isBundled(one: unknown): boolean {
  return isObject(one) && (one.source === 'bundled' || String(one.path).includes('/bundled-hooks/'));
}

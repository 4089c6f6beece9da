import { isObject } from './compare.ts';

/**
 * The JSON a command printed, without what comes with HookMD: what that is is no part of these rows. Built-ins are
 * left out of lists only: what they decide is said.
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
  const isList = document.schema === 'hookmd.list/1';
  const cached = (list: unknown): unknown =>
    Array.isArray(list) ? list.filter((item) => !isBundled(item) && !(isList && isBuiltin(item))) : list;
  return { ...document, ...mapKey(document, 'hooks', cached), ...mapKey(document, 'issues', cached) };
}

function mapKey(
  document: Readonly<Record<string, unknown>>,
  key: string,
  map: (value: unknown) => unknown,
): object {
  return Object.hasOwn(document, key) ? { [key]: map(document[key]) } : {};
}

function isBuiltin(item: unknown): boolean {
  return isObject(item) && item.source === 'builtin';
}

function isBundled(item: unknown): boolean {
  return isObject(item) && (item.source === 'bundled' || String(item.path).includes('/bundled-hooks/'));
}

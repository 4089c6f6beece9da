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
  const kept = (list: unknown): unknown =>
    Array.isArray(list) ? list.filter((one) => !isBundled(one) && !(isList && isBuiltin(one))) : list;
  return { ...document, ...mapKey(document, 'hooks', kept), ...mapKey(document, 'issues', kept) };
}

function mapKey(
  document: Readonly<Record<string, unknown>>,
  key: string,
  map: (value: unknown) => unknown,
): object {
  return Object.hasOwn(document, key) ? { [key]: map(document[key]) } : {};
}

function isBuiltin(one: unknown): boolean {
  return isObject(one) && one.source === 'builtin';
}

function isBundled(one: unknown): boolean {
  return isObject(one) && (one.source === 'bundled' || String(one.path).includes('/bundled-hooks/'));
}

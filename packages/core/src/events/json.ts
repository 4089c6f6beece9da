/** A value of JSON. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** An object of JSON. Members may be undefined, which means absent. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Whether a value is an object, and neither an array nor null. Does not check its members. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** JSON with sorted keys: the same text for the same value. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isJsonObject(item)
      ? Object.fromEntries(
          Object.keys(item)
            .sort()
            .map((key) => [key, item[key]]),
        )
      : item,
  );
}

/** Parses JSON; undefined = invalid. For documents of other programs use `readJsonDocument`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Same JSON value, whatever the order of keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}

const MAX_DEPTH = 64;
const MAX_KEYS = 10_000;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const NO_KEYS: ReadonlySet<string> = new Set();

export type JsonReading = { readonly value: JsonValue } | { readonly error: string };

/**
 * Reads exactly one JSON document of another program.
 *
 * Stricter than `JSON.parse`, which accepts 200,000 levels, reads `block` then `allow` under one key as `allow`, and makes own
 * keys of `__proto__`.
 */
export function readJsonDocument(text: string): JsonReading {
  return readDocument(text, FORBIDDEN_KEYS);
}

/**
 * The same of a payload, in which a model chooses the keys of a tool's input: one that hooks could not read would pass them. Keys such as
 * `__proto__` are own keys there, like every other one.
 */
export function readPayloadDocument(text: string): JsonReading {
  return readDocument(text, NO_KEYS);
}

function readDocument(text: string, forbidden: ReadonlySet<string>): JsonReading {
  const problem = inspectStructure(text, forbidden);
  if (problem !== null) return { error: problem };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** How often an object may begin before the search is given up: each try may read to the end. */
const MAX_TRIES = 100;

/**
 * Reads the first JSON object with this key out of a text that has other things around it; a text that is one whole
 * JSON document is read as such. For hooks that run under a shell which greets.
 */
export function findJsonObject(text: string, key: string): JsonReading {
  const whole = readJsonDocument(text);
  if ('value' in whole) return whole;
  let start = text.indexOf('{');
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries++) {
    const end = endOfObject(text, start);
    const reading = end < 0 ? null : readJsonDocument(text.slice(start, end + 1));
    const isObject = reading !== null && 'value' in reading;
    if (isObject && isJsonObject(reading.value) && Object.hasOwn(reading.value, key)) return reading;
    start = text.indexOf('{', isObject ? end + 1 : start + 1);
  }
  return { error: `no object with \`${key}\` in it` };
}

/** Where the brace that opens at `start` is closed; -1 = nowhere. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x22) at = endOfString(text, at);
    else if (character === 0x7b) depth++;
    else if (character === 0x7d && --depth === 0) return at;
  }
  return -1;
}

/** Decodes UTF-8, or reports that it is not UTF-8; nothing is replaced silently. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * One pass over the tokens that matter for depth, number of keys, duplicates and forbidden keys.
 * What is not JSON at all is left to `JSON.parse`.
 */
function inspectStructure(text: string, forbidden: ReadonlySet<string>): string | null {
  const frames: (Set<string> | null)[] = [];
  let keyCount = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x7b || character === 0x5b) {
      if (frames.length === MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
      frames.push(character === 0x7b ? new Set() : null);
    } else if (character === 0x7d || character === 0x5d) {
      frames.pop();
    } else if (character === 0x22) {
      const end = endOfString(text, at);
      const keys = frames.at(-1);
      if (keys && isFollowedByColon(text, end)) {
        if (++keyCount > MAX_KEYS) return `it has more than ${MAX_KEYS} keys`;
        const key = decodeString(text.slice(at, end + 1));
        if (keys.has(key)) return `the key ${JSON.stringify(key)} appears twice`;
        if (forbidden.has(key)) return `the key ${JSON.stringify(key)} is not allowed`;
        keys.add(key);
      }
      at = end;
    }
  }
  return null;
}

/** The end of a string that starts at `start`: the next quote after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === 0x5c) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}

function isFollowedByColon(text: string, end: number): boolean {
  for (let at = end + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09) continue;
    return character === 0x3a;
  }
  return false;
}

function decodeString(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}

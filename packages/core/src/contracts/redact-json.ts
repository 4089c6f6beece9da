import { isJsonObject, type JsonValue } from '../events/json.ts';
import { isDiscriminator } from '../protocols/replace-texts.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const REDACTED = '"[redacted]"';

/** An object or a list that is still open. */
interface Frame {
  readonly isObject: boolean;
  /** What a value in it belongs to is to be redacted. */
  isNamed: boolean;
  awaitsKey: boolean;
  /** Its key or position is the last step. */
  hasStep: boolean;
}

/**
 * Redacts values in a string that is one JSON object or list, in place: nothing but those values is rewritten, so that
 * whitespace, numbers and duplicate keys stay as they are. Any other string is returned as it is.
 *
 * `outer` are the steps that lead to the string. Without recursion, linear. `remember` gets every removed value.
 */
function redactJsonText(
  text: string,
  outer: Steps,
  paths: KeyPaths,
  remember: (value: string) => void,
): string {
  if (!isJsonText(text)) return text;
  const steps = [...outer];
  const frames: Frame[] = [];
  const pieces: string[] = [];
  let written = 0;
  const redact = (start: number, end: number): void => {
    const value = JSON.parse(text.slice(start, end)) as string | number;
    if (value === '') return;
    remember(String(value));
    pieces.push(text.slice(written, start), REDACTED);
    written = end;
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    const frame = frames.at(-1);
    if (sign === QUOTE) {
      const end = endOfString(text, at);
      if (frame?.awaitsKey) readKey(frame, frames.at(-2), JSON.parse(text.slice(at, end)), steps, paths);
      else if (frame?.isNamed) redact(at, end);
      at = end - 1;
    } else if (sign === 0x7b || sign === 0x5b) {
      const isObject = sign === 0x7b;
      if (!isObject) steps.push(0);
      frames.push({ isObject, awaitsKey: isObject, hasStep: !isObject, isNamed: frame?.isNamed ?? false });
    } else if (sign === 0x7d || sign === 0x5d) {
      if (frames.pop()?.hasStep) steps.pop();
    } else if (sign === COMMA && frame !== undefined) {
      frame.awaitsKey = frame.isObject;
      if (!frame.isObject) steps.push(Number(steps.pop()) + 1);
    } else if (isNumberStart(sign)) {
      const end = endOfNumber(text, at);
      if (frame?.isNamed) redact(at, end);
      at = end - 1;
    }
  }
  return [...pieces, text.slice(written)].join('');
}

function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readKey(
  frame: Frame,
  parent: Frame | undefined,
  key: string,
  steps: (string | number)[],
  paths: KeyPaths,
): void {
  if (frame.hasStep) steps.pop();
  steps.push(key);
  frame.hasStep = true;
  frame.awaitsKey = false;
  frame.isNamed = (parent?.isNamed ?? false) || isNamed(steps, paths);
}

/** Behind the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at++;
    else if (sign === QUOTE) return at + 1;
  }
  return text.length;
}

function isNumberStart(sign: number): boolean {
  return sign === 0x2d || (sign >= 0x30 && sign <= 0x39);
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && /[\d.eE+-]/.test(text.charAt(at))) at++;
  return at;
}

const MARKER = '[redacted]';

export interface RedactedMessages {
  /** The same list where nothing was found. */
  readonly messages: readonly JsonValue[];
  readonly removed: readonly string[];
}

/**
 * Replaces values under the named keys of messages by `[redacted]`, also in strings that are JSON. In a list or an object every
 * string and number is replaced; `true`, `false`, `null` and all keys stay (G9).
 *
 * Differs from `protocols/replace-texts.ts`, whose result is checked afterwards: nothing checks this one. Pure.
 */
export function redactMessages(messages: readonly JsonValue[], paths: KeyPaths): RedactedMessages {
  const removed: string[] = [];
  // A path from the top starts with `messages`.
  const steps: (string | number)[] = ['messages'];
  const remember = (value: string): void => {
    removed.push(value);
  };
  const hide = (value: string | number): JsonValue => {
    if (value === '' || value === MARKER) return value;
    remember(String(value));
    return MARKER;
  };
  const walkList = (list: readonly JsonValue[], isInside: boolean): readonly JsonValue[] => {
    const after = list.map((item, index) => {
      steps.push(index);
      const walked = walk(item, isInside) as JsonValue;
      steps.pop();
      return walked;
    });
    return after.every((item, index) => item === list[index]) ? list : after;
  };
  const walk = (value: JsonValue | undefined, isInside: boolean): JsonValue | undefined => {
    if (typeof value === 'string')
      return isInside ? hide(value) : redactJsonText(value, steps, paths, remember);
    if (typeof value === 'number') return isInside ? hide(value) : value;
    if (Array.isArray(value)) return walkList(value, isInside);
    if (!isJsonObject(value)) return value;
    let isSame = true;
    const entries = Object.entries(value).map(([key, inner]): [string, JsonValue | undefined] => {
      steps.push(key);
      const isMeant = isNamed(steps, paths) || (isInside && !isDiscriminator(key, inner));
      const after = walk(inner, isMeant);
      steps.pop();
      isSame &&= after === inner;
      return [key, after];
    });
    return isSame ? value : Object.fromEntries(entries);
  };
  return { messages: walkList(messages, false), removed };
}

/** The location of a value: keys of objects, indexes of lists. */
export type Steps = readonly (string | number)[];

/** Paths of keys, by their last one. */
export type KeyPaths = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Keys that identify a message or a part of it, without which it could not be read. */
const STRUCTURE: readonly string[] = ['role', 'type'];

/** More would be looked for at every key of every message. */
const MAX_PATHS = 100;

/**
 * Names under which secrets commonly stand, without case, dashes and underscores: what a hook may redact that declares
 * `redact` and no `redactKeys`.
 */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  'accesskey',
  'accesstoken',
  'apikey',
  'apitoken',
  'authorization',
  'clientsecret',
  'credentials',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'refreshtoken',
  'secret',
  'secretaccesskey',
  'secretkey',
  'sessiontoken',
  'token',
]);

/**
 * Reads paths such as `token`, `auth.token` or `messages.0.token`: keys joined by dots, from any depth on, `*` for any
 * of them; positions in lists may be left out. The last key must be one that the hook may redact.
 */
export function readKeyPaths(
  paths: readonly string[],
  redactKeys: readonly string[],
): { readonly paths: KeyPaths } | { readonly violation: string } {
  const unique = [...new Set(paths)];
  if (unique.length > MAX_PATHS)
    return { violation: `named ${unique.length} paths to redact, more than ${MAX_PATHS}` };
  const byLastKey = new Map<string, (readonly string[])[]>();
  for (const path of unique) {
    const keys = path.split('.');
    const last = keys.at(-1) ?? '';
    if (keys.includes('')) return { violation: `"${path}" is no path of keys joined by dots` };
    if (STRUCTURE.includes(last))
      return { violation: `\`${last}\` identifies the message and cannot change` };
    if (!mayRedact(path, last, redactKeys)) return { violation: describeForeignKey(path, redactKeys) };
    byLastKey.set(last, [...(byLastKey.get(last) ?? []), keys]);
  }
  return { paths: byLastKey };
}

/** Whether one of the paths ends where `steps` ends. */
function isNamed(steps: Steps, paths: KeyPaths): boolean {
  const last = steps.at(-1);
  return typeof last === 'string' && (paths.get(last) ?? []).some((path) => isEndOf(steps, path));
}

function isEndOf(steps: Steps, path: readonly string[]): boolean {
  let at = steps.length - 1;
  for (const key of path.toReversed()) {
    const isMeant = (step: string | number | undefined): boolean => key === '*' || key === String(step);
    while (typeof steps[at] === 'number' && !isMeant(steps[at])) at--;
    if (at < 0 || !isMeant(steps[at])) return false;
    at--;
  }
  return true;
}

function mayRedact(path: string, last: string, redactKeys: readonly string[]): boolean {
  if (redactKeys.length > 0) return redactKeys.includes(last) || redactKeys.includes(path);
  return SECRET_KEYS.has(last.toLowerCase().replaceAll(/[-_]/g, ''));
}

function describeForeignKey(path: string, redactKeys: readonly string[]): string {
  const may = redactKeys.length > 0 ? redactKeys.join(', ') : 'the usual names of secrets';
  return `redacted ${path}, may redact ${may}; declare the key under \`redactKeys\``;
}

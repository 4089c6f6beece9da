import { isJsonObject, type JsonValue } from '../events/json.ts';
import { isDiscriminator } from '../protocols/replace-texts.ts';
import { isNamed, type KeyPaths } from './key-paths.ts';
import { redactJsonText } from './redact-json-text.ts';

const MARKER = '[redacted]';

export interface RedactedMessages {
  /** The same list where nothing was found. */
  readonly messages: readonly JsonValue[];
  readonly removed: readonly string[];
}

/**
 * Replaces by `[redacted]` what stands under the named keys of messages, in texts that are JSON too. Of a list or an
 * object every text and number in it is replaced; `true`, `false`, `null` and all keys stay.
 *
 * Not `wires/redact-paths.ts`, which only says in our words what a hook wants of an output, and is judged afterwards:
 * its paths begin at the top, and it leaves numbers and JSON inside texts. Nothing is judged after this one.
 *
 * Pure. Source: features.md G9.
 */
export function redactMessages(messages: readonly JsonValue[], paths: KeyPaths): RedactedMessages {
  const removed: string[] = [];
  // Whoever writes a path from the top writes `messages` first.
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

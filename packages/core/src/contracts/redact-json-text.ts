import { isNamed, type KeyPaths, type Steps } from './key-paths.ts';

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
 * Redacts values in a text that is one JSON object or list, in place: nothing but those values is written anew, so that
 * blanks, numbers and keys that stand twice stay as they are. Any other text is given back.
 *
 * `outer` are the steps that lead to the text. Without recursion, linear. `remember` is told every value.
 */
export function redactJsonText(
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

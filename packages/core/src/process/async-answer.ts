import type { Buffer } from 'node:buffer';
import { isJsonObject, parseJson } from '../events/json.ts';

/** An answer that begins later than this is none. */
const LONGEST_ANSWER = 4096;
const MOST_BRACES = 64;

export interface AsyncAnswer {
  /** Where it ends in the text. */
  readonly end: number;
  /** Null = it does not say. */
  readonly timeoutMs: number | null;
}

/** Of a handler that is still running. */
export function asyncAnswerOf(stdout: Buffer): AsyncAnswer | null {
  return findAsyncAnswer(stdout.toString('utf8', 0, LONGEST_ANSWER));
}

/**
 * The answer `{"async": true}` at the beginning of what a handler printed, which may go on behind it; null = there is none (yet).
 *
 * Source: contracts.md §2, features.md K-2.
 */
export function findAsyncAnswer(printed: string): AsyncAnswer | null {
  const text = printed.slice(0, LONGEST_ANSWER);
  if (!/^\s*\{/.test(text) || !text.includes('"async"')) return null;
  let at = -1;
  for (let braces = 0; braces < MOST_BRACES; braces += 1) {
    at = text.indexOf('}', at + 1);
    if (at < 0) return null;
    const answer = parseJson(text.slice(0, at + 1));
    if (!isJsonObject(answer)) continue;
    if (answer['async'] !== true) return null;
    const seconds = answer['asyncTimeout'];
    const isTime = typeof seconds === 'number' && seconds > 0;
    return { end: at + 1, timeoutMs: isTime ? Math.ceil(seconds * 1000) : null };
  }
  return null;
}

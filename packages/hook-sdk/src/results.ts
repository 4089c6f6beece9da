import type { Answer } from '@hookmd/core/events';
import { isEmpty, toPlainJson } from './plain-json.ts';

// A module may replace them: these are those of the time before.
const { isArray } = Array;
const { entries, freeze, hasOwn } = Object;

/** Shared by every copy of the SDK, so that an answer of one is known to another. */
const SAID: unique symbol = Symbol.for('hookmd.said') as typeof SAID;

/** What a verb gives and `run` returns. Nobody writes one by hand: the verbs know what an event permits. */
export interface HookAnswer {
  readonly [SAID]: Said;
}

/** What one verb said. `patch` becomes an input where the input is known. */
export type Said = Omit<Answer, 'input' | 'halt' | 'suppressOutput'> & {
  readonly patch?: object;
};

export function makeAnswer(said: Said): HookAnswer {
  return freeze({ [SAID]: said });
}

type Merge = (a: unknown, b: unknown) => unknown;

const one: Merge = (a, b) => (isSame(a, b) ? a : CONTRADICTION);
const all: Merge = (a, b) => [...(a as readonly unknown[]), ...(b as readonly unknown[])];
const lines: Merge = (a, b) => (a === b ? a : `${String(a)}\n${String(b)}`);
const CONTRADICTION = Symbol('contradiction');

/** How two answers become one, key by key. */
const merges: { readonly [K in keyof Required<Said>]: Merge } = {
  verdict: one,
  reason: lines,
  patch: mergePatches,
  output: one,
  feedback: lines,
  context: all,
  followUps: all,
  messages: one,
  callback: one,
  hint: lines,
  redact: all,
  tools: one,
  userMessages: all,
};

/**
 * All that a hook said, as one. `returned` is what `run` came to: an answer, several in an array, or nothing.
 *
 * Null = no opinion. Throws where two answers contradict each other, where something is no answer of a verb, and
 * where a value is nothing that JSON has.
 */
export function mergeResults(returned: unknown): Said | null {
  const answers: readonly unknown[] = isArray(returned) ? returned : [returned];
  const said: Record<string, unknown> = {};
  for (let index = 0; index < answers.length; index++) {
    const answer = answers[index];
    if (answer === undefined || answer === null) continue;
    const fields = readAnswer(answer) as Readonly<Record<string, unknown>>;
    for (const key in fields) {
      const value = fields[key];
      if (value === undefined || !hasOwn(fields, key)) continue;
      const merged = key in said ? merges[key as keyof Said](said[key], value) : value;
      if (merged === CONTRADICTION) throw new TypeError(`run returned two answers that differ in \`${key}\``);
      said[key] = merged;
    }
  }
  if ('messages' in said && 'callback' in said)
    throw new TypeError('run returned `replaceMessages` and `callback`, which exclude each other');
  if (isEmpty(said)) return null;
  return toPlainJson(said, 'the answer') as unknown as Said;
}

function readAnswer(answer: unknown): Said {
  if (typeof answer === 'object' && answer !== null && SAID in answer) return answer[SAID] as Said;
  throw new TypeError(
    `run returned ${isArray(answer) ? 'an array in an array' : `a value of type ${typeof answer}`} that no verb made: return what h.block(…) and its like give, several of them in an array, or nothing`,
  );
}

function mergePatches(a: unknown, b: unknown): unknown {
  const merged: Record<string, unknown> = { ...(a as object) };
  for (const [key, value] of entries(b as object)) {
    if (hasOwn(merged, key) && !isSame(merged[key], value)) return CONTRADICTION;
    merged[key] = value;
  }
  return merged;
}

const { stringify } = JSON;

function isSame(a: unknown, b: unknown): boolean {
  return stringify(a) === stringify(b);
}

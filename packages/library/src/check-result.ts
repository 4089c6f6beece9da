import { describeThrown, HookError } from '@hookmd/core/internal/errors/hook-error';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import { messages } from './message-shape.ts';
import { must, problemsOf, type Shape, text } from './shape.ts';

/** Throws RESULT_INVALID where what a function of the agent gave back is not of this shape. */
export function checkResult(name: string, shape: Shape, result: unknown, fix: string): void {
  const problems = problemsOf(shape, result, 'result');
  if (problems.length > 0) throw new HookError('RESULT_INVALID', { name, detail: problems.join(' '), fix });
}

/** What a recipe gives. */
export const textOrMessages: Shape = {
  holds: (value) => text.holds(value) || messages.holds(value),
  problems: (value, path) =>
    Array.isArray(value)
      ? messages.problems(value, path)
      : must('text, or a list of messages', () => false).problems(value, path),
};

const sentence = must('text or null', (value) => value === null || text.holds(value));

/** What `check` says of an input; null = nothing. Who throws says the same, and nonsense is no yes. */
export function problemOf(check: (input: JsonObject) => unknown, input: JsonObject): string | null {
  try {
    const said = check(input) ?? null;
    return sentence.holds(said) ? (said as string | null) : sentence.problems(said, 'check(input)').join(' ');
  } catch (error) {
    return describeThrown(error);
  }
}

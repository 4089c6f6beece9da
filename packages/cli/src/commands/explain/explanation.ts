import { type Code, didYouMean, errorTopics, HookError, issue, type Parameters } from '@hookmd/core/errors';
import { firstErrors } from './first-errors.ts';

/** An error code as `hooks explain` shows it. A word in braces is a placeholder for a value of the user. */
export interface Explanation {
  readonly code: string;
  readonly topic: string;
  readonly severity: string;
  readonly message: string;
  /** The usual cause; null where the message already has it. */
  readonly cause: string | null;
  readonly fix: string;
  /** The message with the values of an example, or null. */
  readonly example: string | null;
}

/** Every code of the catalogue, in the order of its topics. */
export function explanations(): readonly Explanation[] {
  return Object.entries(errorTopics()).flatMap(([topic, rows]) =>
    Object.entries(rows).map(([code, { severity, message, remedy }]) => {
      const first = firstErrors.find((error) => error.code === code);
      const more = first?.more === undefined ? '' : ` ${first.more}`;
      return {
        code,
        topic,
        severity,
        message,
        cause: first?.cause ?? null,
        fix: generalFix(remedy) + more,
        example: first === undefined ? null : exampleOf(first.code, first.parameters, message),
      };
    }),
  );
}

/** Of any case. Throws CODE_NOT_FOUND. */
export function explanationOf(name: string): Explanation {
  const all = explanations();
  const found = all.find(({ code }) => code === name.toUpperCase());
  if (found !== undefined) return found;
  const codes = all.map(({ code }) => code);
  throw new HookError('CODE_NOT_FOUND', { name, suggestion: didYouMean(name, codes) });
}

/** The remedy of a row without the parts that only one call can fill. */
export function generalFix(remedy: string): string {
  return remedy
    .replace(/\{(fix|remedy)\}\.?/, 'It depends on the cause, so the message contains it.')
    .replace('{suggestion}', '');
}

function exampleOf(code: Code, parameters: Parameters, message: string): string | null {
  const example = issue(code, parameters).message;
  return example === message ? null : example;
}

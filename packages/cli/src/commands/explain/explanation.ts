import { type Code, didYouMean, errorTopics, HookError, issue, type Parameters } from '@hookmd/core/errors';
import { firstErrors } from './first-errors.ts';
import { causes, harmless, infoFix, nothingToDo, states } from './run-words.ts';

/** An error code, a state or a cause as `hooks explain` shows it. A word in braces is a placeholder for a value of the user. */
export interface Explanation {
  readonly code: string;
  readonly topic: string;
  /** Null = it is no error code. */
  readonly severity: string | null;
  readonly message: string;
  /** The usual cause; null where the message already has it. */
  readonly cause: string | null;
  readonly fix: string;
  /** The message with the values of an example, or null. */
  readonly example: string | null;
}

/** The states, then every code of the catalogue in the order of its topics, then the causes. */
export function explanations(): readonly Explanation[] {
  const word = { severity: null, cause: null, example: null };
  const stateRows = Object.entries(states).map(([code, { meaning: message, fix }]) => {
    return { ...word, code, topic: 'States of a hook', message, fix };
  });
  const causeRows = [...causes].map(([code, message]) => {
    const fix = harmless.has(code) ? nothingToDo : infoFix;
    return { ...word, code, topic: 'Causes of a run that failed or was skipped', message, fix };
  });
  const codes = codeRows();
  const isNew = ({ code }: Explanation): boolean => !codes.some((row) => row.code === code);
  return [...stateRows, ...codes, ...causeRows.filter(isNew)];
}

/** What a user meets first: the states, then the most frequent errors. */
export function firstExplanations(): readonly Explanation[] {
  const first = [...Object.keys(states), ...firstErrors.map(({ code }) => code as string)];
  return explanations().filter(({ code }) => first.includes(code));
}

function codeRows(): readonly Explanation[] {
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
  // `unapproved` is a state, and UNAPPROVED a code.
  const isMeant = ({ code }: Explanation): boolean => code.toLowerCase() === name.toLowerCase();
  const found = all.find(({ code }) => code === name) ?? all.find(isMeant);
  if (found !== undefined) return found;
  const codes = all.map(({ code }) => code);
  throw new HookError('CODE_NOT_FOUND', { name, suggestion: didYouMean(name, codes) });
}

/** The remedy of a row without the parts that only one call can fill. */
export function generalFix(remedy: string): string {
  return remedy
    .replace(/\{(fix|remedy)\}\.?/, 'The fix depends on the cause; the printed message contains it.')
    .replace(/For example: `\{example\}`\./, 'The printed message contains an example.')
    .replace('{suggestion}', '');
}

function exampleOf(code: Code, parameters: Parameters, message: string): string | null {
  const example = issue(code, parameters).message;
  return example === message ? null : example;
}

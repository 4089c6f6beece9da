import type { Budget } from './budget.ts';

const TOKENS =
  /(?<![\w$])([A-Za-z_]\w*)=(?:"([^"]*)"|'([^']*)'|([^\s;&|()<>"'`]*))|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;
const MAX_VALUE = 1_000;
/** Steps of the budget for each character that is filled in. */
const TO_FILL_IN = 3;

/**
 * The text with each `$NAME` replaced by the value that the text assigned to it before: `X=rm; $X -rf src`. An
 * approximation without branches, loops and scopes: evaluate the original text too.
 */
export function fillInVariables(text: string, budget: Budget): string {
  const values = new Map<string, string>();
  const fillIn = (name: string, otherwise: string): string => {
    const value = values.get(name);
    budget.spend(TO_FILL_IN * (value?.length ?? 0));
    return value ?? otherwise;
  };
  return text.replace(
    TOKENS,
    (
      whole: string,
      name?: string,
      inDouble?: string,
      inSingle?: string,
      plain?: string,
      braced?: string,
      used?: string,
    ) => {
      if (name === undefined) return fillIn(braced ?? used ?? '', whole);
      const value = inDouble ?? inSingle ?? plain ?? '';
      const filled = value.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (inner: string, variable: string) =>
        fillIn(variable, inner),
      );
      if (filled.length <= MAX_VALUE && !isCutOff(filled)) values.set(name, filled);
      else values.delete(name);
      return whole;
    },
  );
}

/** `"$(git log "$1")"` ends at its second quote here. Half an expansion would nest the rest of the text in it. */
function isCutOff(value: string): boolean {
  if (!/\$[({]|`/.test(value)) return false;
  const count = (character: string): number => value.split(character).length - 1;
  return count('(') !== count(')') || count('{') !== count('}') || count('`') % 2 === 1;
}

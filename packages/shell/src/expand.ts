import type { Budget } from './budget.ts';

const MAX_WORDS = 1_000;
const FEW_WORDS = 64;
/** Steps of the budget for one word. */
const TO_EXPAND = 60;

/**
 * The words that braces expand to: `{-f,origin}`, `-{u,f}`, `+{main,dev}`. Quoted braces are expanded too, to be safe.
 *
 * More than a thousand words exceed the budget, because any of them could be dangerous. With `isGuess`, where the braces
 * may be JSON, only a few words are returned.
 */
export function expandBraces(word: string, budget: Budget, isGuess = false): string[] {
  const most = isGuess ? FEW_WORDS : MAX_WORDS;
  const done: string[] = [];
  const open = [word];
  while (open.length > 0 && done.length < most) {
    const next = open.shift() ?? '';
    budget.spend(TO_EXPAND + next.length);
    const group = findGroup(next);
    if (group === null || (isGuess && open.length > most)) done.push(next);
    else {
      const [before, after] = [next.slice(0, group.start), next.slice(group.end)];
      const words = next.slice(group.start + 1, group.end - 1).split(',');
      budget.spend(words.length * (next.length / 8 + 8));
      for (const inner of words) open.push(before + inner + after);
    }
  }
  if (open.length > 0 && !isGuess) budget.spend(Number.POSITIVE_INFINITY);
  return done;
}

/** A pattern with each `[…]` replaced. Searches up to the last `]` only, which keeps it linear. */
export function replaceBrackets(text: string, replacement: string): string {
  const end = text.lastIndexOf(']') + 1;
  return text.slice(0, end).replaceAll(/\[[^\]]*\]/g, replacement) + text.slice(end);
}

/** The first innermost group with a comma; one without a comma is literal, as in `@{u}`. */
function findGroup(word: string): { readonly start: number; readonly end: number } | null {
  let start = -1;
  let hasComma = false;
  for (let at = word.indexOf('{'); at >= 0 && at < word.length; at += 1) {
    const character = word[at];
    if (character === '{') [start, hasComma] = [at, false];
    else if (character === ',') hasComma = true;
    else if (character === '}' && start >= 0) {
      if (hasComma) return { start, end: at + 1 };
      start = -1;
    }
  }
  return null;
}

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

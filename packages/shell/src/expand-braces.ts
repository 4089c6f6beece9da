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

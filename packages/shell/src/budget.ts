import { type ShellSplit, splitShell } from './split.ts';

/** A step takes 3 to 9 ns. The base is enough for a thousand paths; a text of 64 KiB gets at most 36 ms. */
const BASE_STEPS = 2_000_000;
const STEPS_PER_CHARACTER = 34;
/** Steps for each character that is parsed, and for each that is parsed again inside of scripts and words. */
const TO_READ_TEXT = 4;
const TO_READ_AGAIN = 2;
/** Ordinary text needs less. */
const MOST_READ_AGAIN = 10;

class OverBudget extends Error {}

/**
 * The work that a guard may do for one call. It counts steps instead of time, so that the same call always gets the same
 * decision, and no text makes the guard hang. `length` is that of the text.
 */
export class Budget {
  #left: number;

  constructor(length: number) {
    this.#left = BASE_STEPS + STEPS_PER_CHARACTER * length;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new OverBudget();
  }

  /** The commands of a text. A text that cannot be read to its end counts as over budget, because it may run anything. */
  split(text: string): ShellSplit {
    this.spend(TO_READ_TEXT * text.length);
    const affordable = Math.ceil(this.#left / TO_READ_AGAIN);
    const found = splitShell(text, Math.min(affordable, 65_536 + MOST_READ_AGAIN * text.length));
    if (found.isIncomplete) throw new OverBudget();
    this.spend(TO_READ_AGAIN * found.work);
    return found;
  }
}

/** The guard, the length of its input, and its decision for a reason to block. */
export interface Guarded<T> {
  readonly guard: string;
  readonly subject?: string;
  readonly length: number;
  readonly block: (reason: string) => T;
}

/**
 * The decision of `evaluate`, which gets a budget for an input of that length. If it exceeds the budget or throws, the
 * decision is that of `block`: a guard never allows a call that it cannot check.
 */
export function evaluateWithin<T>(
  { guard, subject = 'command', length, block }: Guarded<T>,
  evaluate: (budget: Budget) => T,
): T {
  try {
    return evaluate(new Budget(length));
  } catch (error) {
    if (error instanceof OverBudget) {
      return block(
        `This ${subject} is too long or too nested for ${guard} to check. Split it into smaller ${subject}s.`,
      );
    }
    // For the user: the trace of the event shows it.
    console.error(error);
    return block(
      `${guard} failed while it checked this ${subject} (${error instanceof Error ? error.name : 'unknown'}), so the ${subject} is blocked. Write it in a simpler form, or split it into smaller ${subject}s.`,
    );
  }
}

interface Link {
  readonly pattern: string;
  /** The most characters between the previous link and this one; only the first link has none. */
  readonly reach?: number;
  /** Characters that must not be between them. */
  readonly barrier?: string;
}

/**
 * Makes a test for patterns that follow one another, each within reach of the previous one, in one pass: a single regular
 * expression with these gaps would take quadratic time. Matches of two links must not overlap: use lookahead.
 */
export function makeChain(links: readonly Link[], flags = ''): (text: string) => boolean {
  const barriers = links.map(({ barrier = '' }) => barrier);
  const groups = [...links.map(({ pattern }) => pattern), `[${escapeClass(barriers.join(''))}]`];
  const any = new RegExp(groups.map((group) => `(${group})`).join('|'), `g${flags}`);
  return (text: string): boolean => {
    // Only the last match of each link matters: it reaches furthest.
    const ends: number[] = links.map(() => -1);
    const endOf = (link: number): number => ends[link] ?? -1;
    for (const match of text.matchAll(any)) {
      const [found, ...named] = match;
      const at = named.findIndex((group) => group !== undefined);
      const isReached =
        at < links.length &&
        (at === 0 || (endOf(at - 1) >= 0 && match.index - endOf(at - 1) <= (links[at]?.reach ?? 0)));
      if (isReached && at === links.length - 1) return true;
      for (let next = 1; next < links.length; next += 1) {
        if ([...found].some((character) => barriers[next]?.includes(character))) ends[next - 1] = -1;
      }
      if (isReached) ends[at] = match.index + found.length;
    }
    return false;
  };
}

function escapeClass(characters: string): string {
  return characters.replaceAll(/[\]\\^-]/g, '\\$&');
}

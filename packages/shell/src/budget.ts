import { type ShellSplit, splitShell } from './split.ts';

/** A step is 3 to 9 ns. Every text gets the base, which is enough to judge a thousand paths; 64 KiB get 36 ms at most. */
const BASE_STEPS = 2_000_000;
const STEPS_PER_CHARACTER = 34;
/** To read a text as a shell does: its characters, and those that are read again in it, as scripts and as words. */
const TO_READ_TEXT = 4;
const TO_READ_AGAIN = 2;
/** No ordinary text needs more, and there is no use in going on with another one. */
const MOST_READ_AGAIN = 10;

class OverBudget extends Error {}

/**
 * What a guard may spend on one call. It counts steps of work instead of time, so that the same call always gets the
 * same decision, and so that no text makes the guard hang.
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

  /** The commands of a text. What could not be read to its end counts as over budget: it may run anything. */
  split(text: string): ShellSplit {
    this.spend(TO_READ_TEXT * text.length);
    const affordable = Math.ceil(this.#left / TO_READ_AGAIN);
    const found = splitShell(text, Math.min(affordable, 65_536 + MOST_READ_AGAIN * text.length));
    if (found.isIncomplete) throw new OverBudget();
    this.spend(TO_READ_AGAIN * found.work);
    return found;
  }
}

/** What is evaluated, and what a reason to block becomes. */
export interface Guarded<T> {
  readonly guard: string;
  readonly what?: string;
  readonly length: number;
  readonly block: (reason: string) => T;
}

/**
 * The decision of `evaluate`, which gets a budget for a call of that length. Over the budget, and where the evaluation
 * fails, it is what `block` makes of a reason: a guard that cannot check a call never lets it pass.
 */
export function evaluateWithin<T>(
  { guard, what = 'command', length, block }: Guarded<T>,
  evaluate: (budget: Budget) => T,
): T {
  try {
    return evaluate(new Budget(length));
  } catch (error) {
    if (error instanceof OverBudget) {
      return block(
        `This ${what} is too long or too nested for ${guard} to check. Split it into smaller ${what}s.`,
      );
    }
    // For the user: the trace of the event shows it.
    console.error(error);
    return block(
      `${guard} failed while it checked this ${what} (${error instanceof Error ? error.name : 'unknown'}), so the ${what} is blocked. Write it in a simpler form, or split it into smaller ${what}s.`,
    );
  }
}

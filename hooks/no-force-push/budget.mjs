// Generated from hooks/block-dangerous/budget.mjs by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// hooks/block-dangerous/budget.mjs
var BASE_STEPS = 2e6;
var STEPS_PER_CHARACTER = 34;
var TO_READ_TEXT = 4;
var TO_READ_AGAIN = 2;
var MOST_READ_AGAIN = 10;
var OverBudget = class extends Error {
};
var Budget = class {
  #left;
  constructor(length) {
    this.#left = BASE_STEPS + STEPS_PER_CHARACTER * length;
  }
  spend(steps) {
    this.#left -= steps;
    if (this.#left < 0) throw new OverBudget();
  }
  /** The commands of a text. What could not be read to its end counts as over budget: it may run anything. */
  split(splitShell, text) {
    this.spend(TO_READ_TEXT * text.length);
    const affordable = Math.ceil(this.#left / TO_READ_AGAIN);
    const found = splitShell(text, Math.min(affordable, 65536 + MOST_READ_AGAIN * text.length));
    if (found.isIncomplete) throw new OverBudget();
    this.spend(TO_READ_AGAIN * found.work);
    return found;
  }
};
function evaluateWithin({ guard, what = "command", length, block = (reason) => reason }, evaluate) {
  try {
    return evaluate(new Budget(length));
  } catch (error) {
    if (error instanceof OverBudget) {
      return block(
        `This ${what} is too long or too nested for ${guard} to check. Split it into smaller ${what}s.`
      );
    }
    console.error(error);
    return block(
      `${guard} failed while it checked this ${what} (${error.name}), so the ${what} is blocked. Write it in a simpler form, or split it into smaller ${what}s.`
    );
  }
}
export {
  Budget,
  evaluateWithin
};

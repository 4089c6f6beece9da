import type { ModelCost } from '../../events/outcome.ts';
import type { ModelReply } from './model-caller.ts';

/** Characters of a token, where a provider does not count: rather too few than too many. */
const CHARACTERS_PER_TOKEN = 3;

/** What one run has cost so far. */
export class Meter {
  #inputTokens = 0;
  #outputTokens = 0;
  #turns = 0;

  /** Counts a turn before it is taken: one that never ends was asked too. */
  begin(): void {
    this.#turns += 1;
  }

  /** `sent` is what it was asked with, in characters. */
  add({ inputTokens, outputTokens, text, calls }: ModelReply, sent: number): void {
    const said = text.length + calls.reduce((sum, { input }) => sum + input.length, 0);
    this.#inputTokens += counted(inputTokens, sent);
    this.#outputTokens += counted(outputTokens, said);
  }

  get tokens(): number {
    return this.#inputTokens + this.#outputTokens;
  }

  /** Null where no model was asked. */
  get cost(): ModelCost | null {
    if (this.#turns === 0) return null;
    return { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens, turns: this.#turns };
  }
}

/** What a provider says is believed where it can be a count: a negative one would lengthen the run. */
function counted(tokens: number | null, characters: number): number {
  return Number.isSafeInteger(tokens) && Number(tokens) >= 0
    ? Number(tokens)
    : Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

import type { AiDialogue } from './dialogue.ts';
import { usageOf } from './model-answer.ts';
import type { SdkMessage, SdkStep } from './sdk-shapes.ts';

/** The messages of one run of the SDK's own loop, which hooks may replace between two calls of the model. */
export class Turns {
  readonly #dialogue: AiDialogue;
  /** What the run began with, or what hooks put in its place. */
  #base: readonly SdkMessage[];
  /** How many of the messages that the run made `#base` stands for. */
  #covered = 0;
  #ended = 0;

  constructor(dialogue: AiDialogue) {
    this.#dialogue = dialogue;
    this.#base = dialogue.messages;
  }

  /** Whether hooks replaced what the run began with. */
  get isReplaced(): boolean {
    return this.#covered > 0;
  }

  /** TurnEnd for every step that is over and has not had it. `made` = all messages of the run. */
  async end(steps: readonly SdkStep[], made: readonly SdkMessage[]): Promise<void> {
    const dialogue = this.#dialogue;
    for (const step of steps.slice(this.#ended)) {
      this.#ended += 1;
      dialogue.messages = this.#conversation(made);
      const outcome = dialogue.deliver(
        await dialogue.hooks.turn({
          toolsUsed: step.toolCalls.length > 0,
          usage: usageOf(step.usage, dialogue.options.contextWindow),
          ...(step.text === '' ? {} : { response: step.text }),
        }),
      );
      if (outcome.kind === 'replaced' && outcome.messages.length > 0) {
        this.#base = outcome.messages;
        this.#covered = made.length;
      }
    }
    dialogue.messages = this.#conversation(made);
  }

  #conversation(made: readonly SdkMessage[]): readonly SdkMessage[] {
    return [...this.#base, ...made.slice(this.#covered)];
  }
}

/** All messages that a run has made: AI SDK 7 names them, in 6 the last step has them all. */
export function messagesMade(
  { responseMessages }: { readonly responseMessages?: readonly SdkMessage[] },
  steps: readonly SdkStep[],
): readonly SdkMessage[] {
  return responseMessages ?? steps.at(-1)?.response.messages ?? [];
}

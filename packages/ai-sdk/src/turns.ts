import type { AiDialogue } from './dialogue.ts';
import { usageOf } from './model-messages.ts';
import type { SdkMessage, SdkStep } from './sdk-shapes.ts';

/** The messages of one run of the SDK's own loop, which hooks may replace between two calls of the model. */
export class Turns {
  readonly #dialogue: AiDialogue;
  /** The messages at the beginning of the run, or those that replaced them. */
  #base: readonly SdkMessage[];
  /** How many messages of the run `#base` includes. */
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

  /** TurnEnd for every finished step that has not had it. `made` = all messages of the run. */
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

/** All messages of a run: AI SDK 7 has a field for them, in 6 they are in the last step. */
export function messagesMade(
  { responseMessages }: { readonly responseMessages?: readonly SdkMessage[] },
  steps: readonly SdkStep[],
): readonly SdkMessage[] {
  return responseMessages ?? steps.at(-1)?.response.messages ?? [];
}

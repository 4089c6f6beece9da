import { HookError } from '@hookmd/core/errors';
import type { Message } from '@hookmd/core/events';
import { HookBlockedError } from '@hookmd/library/adapter';
import type { AiDialogue } from './dialogue.ts';
import { checkGenerated } from './guard-calls.ts';
import { usageOf } from './model-messages.ts';
import type { SdkMessage, SdkResult, SdkStep } from './sdk-shapes.ts';

/** Runs the AI SDK's own loop on these messages: `agent.generate({ messages })`. */
export type Generate<R extends SdkResult> = (messages: readonly SdkMessage[]) => PromiseLike<R>;

const running = new WeakSet<AiDialogue>();

/**
 * A message of the user, and everything until the agent stops: UserPromptSubmit, the run with a TurnEnd for each
 * response of the model, Stop, and further runs where hooks continue.
 */
export async function run<R extends SdkResult>(
  dialogue: AiDialogue,
  prompt: string,
  generate: Generate<R>,
  signal: AbortSignal | undefined,
): Promise<R> {
  const { hooks } = dialogue;
  if (running.has(dialogue)) throw new HookError('RUN_CONTINUES', {});
  running.add(dialogue);
  dialogue.signal = signal;
  dialogue.reset();
  try {
    const submitted = dialogue.deliver(await hooks.prompt(prompt, signal));
    signal?.throwIfAborted();
    if (submitted.kind === 'blocked') throw new HookBlockedError('UserPromptSubmit', submitted.reason);
    dialogue.throwIfHalted();
    dialogue.unsaid = [...dialogue.unsaid, ...submitted.context];
    let result = await runLoop(dialogue, [prompt], generate);
    for (;;) {
      const stop = dialogue.deliver(await hooks.stop(await reportOf(dialogue, result)));
      signal?.throwIfAborted();
      if (stop.kind === 'replaced' && stop.messages.length > 0) dialogue.messages = stop.messages;
      if (stop.kind !== 'continue') return result;
      result = await runLoop(dialogue, stop.followUps, generate);
    }
  } catch (error) {
    if (!(error instanceof HookBlockedError) && signal?.aborted !== true) await dialogue.fail(error);
    throw error;
  } finally {
    running.delete(dialogue);
    dialogue.signal = undefined;
  }
}

/** One run of the SDK's own loop, which begins with messages of the user. */
export async function runLoop<R extends SdkResult>(
  dialogue: AiDialogue,
  texts: readonly string[],
  generate: Generate<R>,
): Promise<R> {
  const { signal } = dialogue;
  const [first = '', ...more] = texts;
  const added = [messageOf(first, dialogue.unsaid), ...more.map((text) => messageOf(text))];
  dialogue.unsaid = [];
  dialogue.messages = [...dialogue.messages, ...added];
  const turns = new Turns(dialogue);
  dialogue.onStep = async (start) => {
    await turns.end(start.steps, messagesMade(start, start.steps));
    return turns.isReplaced ? { ...start, messages: dialogue.messages } : start;
  };
  try {
    const result = await generate(dialogue.messages);
    checkGenerated(result);
    const steps = await result.steps;
    if (steps.length > 0 && !dialogue.wraps.any) throw new HookError('AGENT_NOT_WRAPPED', {});
    signal?.throwIfAborted();
    // The SDK may end a streamed run without an error.
    if (dialogue.failure !== undefined) throw dialogue.failure.error;
    await turns.end(steps, messagesMade(await namedIn(result), steps));
    dialogue.throwIfHalted();
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    // The SDK's own error may only be that there was no response.
    throw dialogue.halted ?? dialogue.failure?.error ?? error;
  } finally {
    dialogue.onStep = undefined;
  }
}

/** A message of the user with texts of hooks for the model. */
function messageOf(text: string, context: readonly string[] = []): SdkMessage {
  return { role: 'user', content: [text, ...context].map((part) => ({ type: 'text', text: part })) };
}

async function namedIn(result: SdkResult): Promise<{ readonly responseMessages?: readonly SdkMessage[] }> {
  const { responseMessages } = result as { readonly responseMessages?: readonly SdkMessage[] };
  const named = await responseMessages;
  return named === undefined ? {} : { responseMessages: named };
}

async function reportOf(
  { hooks, messages }: AiDialogue,
  { text }: SdkResult,
): Promise<{ readonly lastAssistantMessage: string; readonly messages?: readonly Message[] }> {
  const whole = hooks.concerns('Stop') ? { messages: messages.flatMap(spoken) } : {};
  return { lastAssistantMessage: await text, ...whole };
}

/** The message as text, without tool calls and their outputs. */
function spoken({ role, content }: SdkMessage): readonly Message[] {
  if (role !== 'user' && role !== 'assistant') return [];
  const parts =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : (content as readonly { type: string; text?: string }[]);
  const texts = parts.filter(({ type }) => type === 'text').map(({ text = '' }) => text);
  return texts.length === 0 ? [] : [{ role, content: texts.join('\n') }];
}

/** The messages of one run of the SDK's own loop, which hooks may replace between two calls of the model. */
class Turns {
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
function messagesMade(
  { responseMessages }: { readonly responseMessages?: readonly SdkMessage[] },
  steps: readonly SdkStep[],
): readonly SdkMessage[] {
  return responseMessages ?? steps.at(-1)?.response.messages ?? [];
}

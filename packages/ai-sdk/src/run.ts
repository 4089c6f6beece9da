import { HookError } from '@hookmd/core/errors';
import type { Message } from '@hookmd/core/events';
import { HookBlockedError } from '@hookmd/library/adapter';
import type { AiDialogue } from './dialogue.ts';
import { checkGenerated } from './guard-calls.ts';
import type { SdkMessage, SdkResult } from './sdk-shapes.ts';
import { messagesMade, Turns } from './turns.ts';

/** Makes the AI SDK answer these messages, with all the steps that it takes: `agent.generate({ messages })`. */
export type Generate<R extends SdkResult> = (messages: readonly SdkMessage[]) => PromiseLike<R>;

const running = new WeakSet<AiDialogue>();

/**
 * A message of the user, and everything until the agent stops: UserPromptSubmit, the run with a TurnEnd for each answer
 * of the model, Stop, and further runs where hooks send the agent back.
 */
export async function run<R extends SdkResult>(
  dialogue: AiDialogue,
  prompt: string,
  generate: Generate<R>,
  signal: AbortSignal | undefined,
): Promise<R> {
  const { hooks } = dialogue;
  if (running.has(dialogue)) throw new HookError('RUN_GOES_ON', {});
  running.add(dialogue);
  dialogue.signal = signal;
  dialogue.reset();
  try {
    const said = dialogue.deliver(await hooks.prompt(prompt, signal));
    signal?.throwIfAborted();
    if (said.kind === 'blocked') throw new HookBlockedError('UserPromptSubmit', said.reason);
    dialogue.throwIfHalted();
    dialogue.unsaid = [...dialogue.unsaid, ...said.context];
    let result = await answer(dialogue, [prompt], generate);
    for (;;) {
      const stop = dialogue.deliver(await hooks.stop(await reportOf(dialogue, result)));
      signal?.throwIfAborted();
      if (stop.kind === 'replaced' && stop.messages.length > 0) dialogue.messages = stop.messages;
      if (stop.kind !== 'continue') return result;
      result = await answer(dialogue, stop.followUps, generate);
    }
  } catch (error) {
    if (!(error instanceof HookBlockedError) && signal?.aborted !== true) await dialogue.fail(error);
    throw error;
  } finally {
    running.delete(dialogue);
    dialogue.signal = undefined;
  }
}

/** One run of the SDK's own loop, begun by messages of the user. */
export async function answer<R extends SdkResult>(
  dialogue: AiDialogue,
  texts: readonly string[],
  generate: Generate<R>,
): Promise<R> {
  const { signal } = dialogue;
  const [first = '', ...others] = texts;
  const added = [messageOf(first, dialogue.unsaid), ...others.map((text) => messageOf(text))];
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
    // Where answers are streamed, the SDK may end as if all were well.
    if (dialogue.failure !== undefined) throw dialogue.failure.error;
    await turns.end(steps, messagesMade(await namedIn(result), steps));
    dialogue.throwIfHalted();
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    // Or it says only that there was no answer.
    throw dialogue.halted ?? dialogue.failure?.error ?? error;
  } finally {
    dialogue.onStep = undefined;
  }
}

/** A message of the user, with what hooks want the model to know beside it. */
function messageOf(text: string, context: readonly string[] = []): SdkMessage {
  return { role: 'user', content: [text, ...context].map((one) => ({ type: 'text', text: one })) };
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
  const told = hooks.concerns('Stop') ? { messages: messages.flatMap(spoken) } : {};
  return { lastAssistantMessage: await text, ...told };
}

/** What was said in words: calls of tools and their outputs are none. */
function spoken({ role, content }: SdkMessage): readonly Message[] {
  if (role !== 'user' && role !== 'assistant') return [];
  const parts =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : (content as readonly { type: string; text?: string }[]);
  const texts = parts.filter(({ type }) => type === 'text').map(({ text = '' }) => text);
  return texts.length === 0 ? [] : [{ role, content: texts.join('\n') }];
}

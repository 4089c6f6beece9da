import type { BaseMessage } from '@langchain/core/messages';
import type { LangChainDialogue } from './dialogue.ts';
import { replacingAll, spoken, textsOfHooks } from './messages.ts';
import { usageOf } from './response-view.ts';
import type { State, Update } from './shapes.ts';

/** Between two calls of the model: the first one's turn is over. Throws HookBlockedError. */
export async function betweenCalls(
  dialogue: LangChainDialogue,
  { messages }: State,
): Promise<Update | undefined> {
  const replaced = await endTurn(dialogue, messages);
  dialogue.throwIfHalted();
  return replaced === null ? undefined : { messages: replaced };
}

/** The model is done: TurnEnd, then Stop, which may continue the run. Throws HookBlockedError. */
export async function afterAgent(
  dialogue: LangChainDialogue,
  { messages }: State,
  signal: AbortSignal | undefined,
): Promise<Update | undefined> {
  const replaced = await endTurn(dialogue, messages);
  dialogue.throwIfHalted();
  signal?.throwIfAborted();
  const stop = dialogue.deliver(await dialogue.hooks.stop(reportOf(dialogue, messages)));
  if (stop.kind === 'replaced' && stop.messages.length > 0) return { messages: replacingAll(stop.messages) };
  if (stop.kind === 'continue')
    return { messages: [...(replaced ?? []), ...textsOfHooks(stop.followUps)], jumpTo: 'model' };
  return replaced === null ? undefined : { messages: replaced };
}

/** TurnEnd, where a turn has not had it. Returns the update that replaces the conversation; null = none. */
async function endTurn(
  dialogue: LangChainDialogue,
  messages: readonly BaseMessage[],
): Promise<BaseMessage[] | null> {
  const { turn, hooks } = dialogue;
  dialogue.messages = messages;
  if (turn === null) return null;
  dialogue.turn = null;
  const { response, toolsUsed, windowTokens } = turn;
  const outcome = dialogue.deliver(
    await hooks.turn({
      toolsUsed,
      usage: usageOf(response, windowTokens),
      ...(response.text === '' ? {} : { response: response.text }),
    }),
  );
  return outcome.kind === 'replaced' && outcome.messages.length > 0 ? replacingAll(outcome.messages) : null;
}

function reportOf(
  { hooks }: LangChainDialogue,
  messages: readonly BaseMessage[],
): Parameters<typeof hooks.stop>[0] {
  if (!hooks.concerns('Stop')) return {};
  const conversation = spoken(messages);
  const last = conversation.findLast(({ role }) => role === 'assistant');
  return { messages: conversation, ...(last === undefined ? {} : { lastAssistantMessage: last.content }) };
}

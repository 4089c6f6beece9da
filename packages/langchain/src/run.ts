import { HookBlockedError } from '@hookmd/library/adapter';
import type { BaseMessage } from '@langchain/core/messages';
import type { LangChainDialogue } from './dialogue.ts';
import { removing, replacingAll, spoken, textsOfHooks, unanswered } from './messages.ts';
import { usageOf } from './model-view.ts';
import type { State, Update } from './shapes.ts';

/**
 * UserPromptSubmit. A blocked message is removed from the conversation, which may be stored, and the run ends;
 * `afterAgent` throws then.
 */
export async function beginRun(
  dialogue: LangChainDialogue,
  { messages }: State,
  signal: AbortSignal | undefined,
): Promise<Update | undefined> {
  const { hooks, passed } = dialogue;
  dialogue.reset();
  const open = unanswered(messages);
  const unseen = open.filter(({ id = '' }) => !passed.has(id));
  if (dialogue.isMain && unseen.length > 0) {
    const outcome = dialogue.deliver(await hooks.prompt(unseen.map(({ text }) => text).join('\n\n'), signal));
    if (outcome.kind === 'blocked')
      dialogue.halted = new HookBlockedError('UserPromptSubmit', outcome.reason);
    else dialogue.unsaid = [...dialogue.unsaid, ...outcome.context];
  }
  if (dialogue.halted !== null) return { messages: removing(unseen), jumpTo: 'end' };
  dialogue.passed = idsOf(open);
  const added = textsOfHooks(dialogue.unsaid);
  dialogue.unsaid = [];
  return added.length === 0 ? undefined : { messages: added };
}

function idsOf(messages: readonly BaseMessage[]): ReadonlySet<string> {
  return new Set(messages.flatMap(({ id }) => id ?? []));
}

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

import type { Message } from '@hookmd/core/events';
import { AIMessage, type BaseMessage, HumanMessage, RemoveMessage } from '@langchain/core/messages';

/** LangGraph's id for all messages. */
const ALL = '__remove_all__';

/** LangChain's mark of a message that has the role of the user and is not from the user. */
const BY_HOOKS = { additional_kwargs: { lc_source: 'hooks' } };

/** Texts of hooks as messages of the user. */
export function textsOfHooks(texts: readonly string[]): BaseMessage[] {
  return texts.map((content) => new HumanMessage({ content, ...BY_HOOKS }));
}

/** The messages of the user at the end, which have no response yet. */
export function unanswered(messages: readonly BaseMessage[]): readonly BaseMessage[] {
  const last = messages.findLastIndex((message) => !isOfUser(message));
  return messages
    .slice(last + 1)
    .filter(({ additional_kwargs: { lc_source: source } }) => source === undefined);
}

/** The update that removes these messages from the conversation. */
export function removing(messages: readonly BaseMessage[]): BaseMessage[] {
  return messages.flatMap(({ id }) => (id === undefined ? [] : [new RemoveMessage({ id })]));
}

/** The update that replaces the conversation by these messages. */
export function replacingAll(messages: readonly Message[]): BaseMessage[] {
  const made = messages.map(({ role, content }) =>
    role === 'assistant' ? new AIMessage(content) : new HumanMessage({ content, ...BY_HOOKS }),
  );
  return [new RemoveMessage({ id: ALL }), ...made];
}

/** The messages as text, without tool calls and their outputs. */
export function spoken(messages: readonly BaseMessage[]): readonly Message[] {
  return messages.flatMap((message): readonly Message[] => {
    const role = isOfUser(message) ? 'user' : 'assistant';
    if (role === 'assistant' && !AIMessage.isInstance(message)) return [];
    return message.text === '' ? [] : [{ role, content: message.text }];
  });
}

/** A copy of the message, of the same class, with other fields. */
export function withFields<M extends BaseMessage>(message: M, fields: Partial<M>): M {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(message)), message, fields);
  copy.lc_kwargs = { ...message.lc_kwargs, ...fields };
  return copy;
}

function isOfUser(message: BaseMessage): boolean {
  return HumanMessage.isInstance(message);
}

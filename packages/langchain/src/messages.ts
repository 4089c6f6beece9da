import type { Message } from '@hookmd/core/events';
import { AIMessage, type BaseMessage, HumanMessage, RemoveMessage } from '@langchain/core/messages';

/** What LangGraph takes for all messages there are. */
const ALL = '__remove_all__';

/** LangChain marks so what looks like a message of the person and is none. */
const BY_HOOKS = { additional_kwargs: { lc_source: 'hooks' } };

/** Texts of hooks as messages of the user. */
export function saidByHooks(texts: readonly string[]): BaseMessage[] {
  return texts.map((content) => new HumanMessage({ content, ...BY_HOOKS }));
}

/** The messages at the end that the person wrote, and that nobody has answered. */
export function unanswered(messages: readonly BaseMessage[]): readonly BaseMessage[] {
  const last = messages.findLastIndex((message) => !isOfUser(message));
  return messages
    .slice(last + 1)
    .filter(({ additional_kwargs: { lc_source: source } }) => source === undefined);
}

/** What takes these messages out of the conversation. */
export function removing(messages: readonly BaseMessage[]): BaseMessage[] {
  return messages.flatMap(({ id }) => (id === undefined ? [] : [new RemoveMessage({ id })]));
}

/** What makes these messages the conversation. */
export function replacingAll(messages: readonly Message[]): BaseMessage[] {
  const made = messages.map(({ role, content }) =>
    role === 'assistant' ? new AIMessage(content) : new HumanMessage({ content, ...BY_HOOKS }),
  );
  return [new RemoveMessage({ id: ALL }), ...made];
}

/** What was said in words: calls of tools and their outputs are none. */
export function spoken(messages: readonly BaseMessage[]): readonly Message[] {
  return messages.flatMap((message): readonly Message[] => {
    const role = isOfUser(message) ? 'user' : 'assistant';
    if (role === 'assistant' && !AIMessage.isInstance(message)) return [];
    return message.text === '' ? [] : [{ role, content: message.text }];
  });
}

/** The same message with other fields: of the class that it is, and the original stays as it was. */
export function withFields<M extends BaseMessage>(message: M, fields: Partial<M>): M {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(message)), message, fields);
  copy.lc_kwargs = { ...message.lc_kwargs, ...fields };
  return copy;
}

function isOfUser(message: BaseMessage): boolean {
  return HumanMessage.isInstance(message);
}

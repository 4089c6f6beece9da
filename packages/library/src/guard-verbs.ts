import { guardCall, rejecting } from './guard-call.ts';
import type { Conversation } from './session.ts';
import { verbRows } from './verb-rows.ts';

/** The same conversation, whose verbs refuse wrong arguments. */
export function guardVerbs(conversation: Conversation): Conversation {
  const verbs = Object.entries(verbRows).map(([name, row]) => [
    name,
    guardCall(`session.${name}`, row, conversation[name as keyof typeof verbRows], rejecting),
  ]);
  return { ...conversation, ...Object.fromEntries(verbs) };
}

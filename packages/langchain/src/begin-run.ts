import { HookBlockedError } from '@hookmd/library/adapter';
import type { BaseMessage } from '@langchain/core/messages';
import type { LangChainDialogue } from './dialogue.ts';
import { removing, textsOfHooks, unanswered } from './messages.ts';
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

import type { HookEvent } from '../protocol/event.ts';
import { quoteWord } from '../protocol/quote-word.ts';
import { quickHash } from '../state/quick-hash.ts';
import type { ActiveSet } from './active-set.ts';
import { openSession } from './sessions.ts';
import { POLICY_HOOK } from './unmet-demands.ts';

/** As many as a person reads in one message. */
const MAX_NAMED = 5;

/**
 * What the user of an agent should know of the hooks themselves, each once per session: which ones are not approved,
 * which ones changed since, which ones failed while the event went on.
 */
export function messagesForUser(
  stateDir: string,
  event: HookEvent,
  set: ActiveSet,
  failedOpen: readonly string[],
): readonly string[] {
  const untrusted = set.inactive.filter(({ cause }) => cause === 'UNTRUSTED');
  const changed = set.hooks.filter(({ hasChanged }) => hasChanged);
  const refusals = set.hooks.filter(({ qualifiedName }) => qualifiedName === POLICY_HOOK);
  const messages = [
    ...refusals.map(({ notRunnable }): Message => [`policy ${notRunnable}`, notRunnable ?? '']),
    ...aboutSome(untrusted, (names, one) => [
      `untrusted ${names}`,
      `Not approved, so they do not run: ${names}. \`hooks info ${one}\` shows what each would do.`,
    ]),
    ...aboutSome(changed, (names, one) => [
      `changed ${names}`,
      `Changed since they were approved: ${names}. The approved bytes go on running; see \`hooks diff ${one}\`.`,
    ]),
    ...failedOpen.map(
      (name): Message => [
        `failed-open ${name}`,
        `The hook ${name} failed and the call went on without it. \`hooks trace\` says why.`,
      ],
    ),
  ];
  if (messages.length === 0) return [];
  const session = openSession(stateDir, event.agent.name, event.session_id);
  // A short key: the file of a long one is named by SHA-256, and loading that costs every event 2 ms.
  return messages.filter(([key]) => session.claim(quickHash(key))).map(([, text]) => text);
}

type Message = readonly [key: string, text: string];

function aboutSome(
  hooks: readonly { readonly name: string; readonly qualifiedName: string }[],
  say: (names: string, one: string) => Message,
): readonly Message[] {
  const [first] = hooks;
  if (first === undefined) return [];
  const rest = hooks.length - MAX_NAMED;
  const shown = hooks
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ');
  // In full: a plain name that two packages have is refused by `hooks diff`.
  return [say(rest > 0 ? `${shown} and ${rest} more` : shown, quoteWord(first.qualifiedName))];
}

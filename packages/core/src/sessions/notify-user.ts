import type { HookEvent } from '../events/event.ts';
import type { HookRun } from '../events/outcome.ts';
import { cleanLine, quoteWord } from '../events/text.ts';
import type { ActiveSet } from '../registry/hook-index/hook-index.ts';
import { POLICY_HOOK } from '../registry/hook-index/index-file.ts';
import { quickHash } from '../state/hash.ts';
import { openSession } from './sessions.ts';

const MAX_NAMED = 5;

/**
 * Messages for the user of the agent about the hooks, each once per session: hooks that are not approved, changed since,
 * failed while the call proceeded, or fail closed and returned output with unknown keys.
 */
export function messagesForUser(
  stateDir: string,
  event: HookEvent,
  set: ActiveSet,
  failedOpen: readonly string[],
  runs: readonly HookRun[],
): readonly string[] {
  const withCause = (cause: string): ActiveSet['inactive'] =>
    set.inactive.filter((one) => one.cause === cause);
  const changed = set.hooks.filter(({ hasChanged }) => hasChanged);
  const refusals = set.hooks.filter(({ qualifiedName }) => qualifiedName === POLICY_HOOK);
  const messages = [
    ...refusals.map(({ notRunnable }): Message => [`policy ${notRunnable}`, notRunnable ?? '']),
    ...aboutSome(withCause('UNTRUSTED'), (names, one) => [
      `untrusted ${names}`,
      `Not approved, so they do not run: ${names}. \`hooks info ${one}\` shows what each would do.`,
    ]),
    ...aboutSome(withCause('VANISHED'), (names, one) => [
      `vanished ${names}`,
      `Gone from this project since they were approved, so they do not run: ${names}. \`hooks info ${one}\` says more.`,
    ]),
    ...aboutSome(withCause('STORE_DAMAGED'), (names, one) => [
      `damaged ${names}`,
      `Their approved copies are missing or were changed, so they do not run: ${names}. Run \`hooks trust ${one}\`.`,
    ]),
    ...aboutSome(changed, (names, one) => [
      `changed ${names}`,
      `Changed since they were approved: ${names}. The approved bytes go on running; see \`hooks diff ${one}\`.`,
    ]),
    ...set.unread.map(
      ({ path, isKept }): Message => [
        `unread ${path}`,
        `${cleanLine(path)} cannot be read: ${isKept ? 'what it said before goes on' : 'nothing of it counts'}. \`hooks check\` says what is wrong.`,
      ],
    ),
    ...failedOpen.map(
      (name): Message => [
        `failed-open ${name}`,
        `The hook ${name} failed and the call went on without it. \`hooks trace\` says why.`,
      ],
    ),
    ...misunderstood(set, runs).map(
      ({ qualifiedName, warnings }): Message => [
        `misunderstood ${qualifiedName}`,
        `The hook ${qualifiedName} must agree, and part of its answer was not understood (${firstOf(warnings)}). The call went on.`,
      ],
    ),
  ];
  if (messages.length === 0) return [];
  const session = openSession(stateDir, event.agent.name, event.session_id);
  // A short key: the file of a long one is named by SHA-256, and loading that costs every event 2 ms.
  return messages.filter(([key]) => session.claim(quickHash(key))).map(([, text]) => text);
}

/** An unknown key fails no hook, but it may be the misspelled block of a guard. */
function misunderstood({ hooks }: ActiveSet, runs: readonly HookRun[]): readonly HookRun[] {
  const warned = runs.filter(({ outcome, warnings }) => outcome === 'success' && warnings.length > 0);
  return warned.filter((run) =>
    hooks.some((one) => one.onFailure === 'block' && one.qualifiedName === run.qualifiedName),
  );
}

/** Cleaned, because it contains key names of the handler. */
function firstOf(warnings: readonly string[]): string {
  const rest = warnings.length - 1;
  return cleanLine(warnings[0] ?? '') + (rest > 0 ? ` and ${rest} more` : '');
}

type Message = readonly [key: string, text: string];

function aboutSome(
  hooks: readonly { readonly name: string; readonly qualifiedName: string }[],
  render: (names: string, first: string) => Message,
): readonly Message[] {
  const [first] = hooks;
  if (first === undefined) return [];
  const rest = hooks.length - MAX_NAMED;
  const shown = hooks
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ');
  // The qualified name: `hooks diff` rejects a plain name that two packages have.
  return [render(rest > 0 ? `${shown} and ${rest} more` : shown, quoteWord(first.qualifiedName))];
}

import type { HookEvent } from '../events/event.ts';
import type { HookRun } from '../events/outcome.ts';
import { cleanLine, quoteWord } from '../events/text.ts';
import type { HookIndex } from '../registry/hook-index/hook-index.ts';
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
  set: HookIndex,
  failedOpen: readonly string[],
  runs: readonly HookRun[],
): readonly string[] {
  const withCause = (cause: string): HookIndex['inactive'] =>
    set.inactive.filter((inactiveHook) => inactiveHook.cause === cause);
  const changed = set.hooks.filter(({ hasChanged }) => hasChanged);
  const rejections = set.hooks.filter(({ qualifiedName }) => qualifiedName === POLICY_HOOK);
  const messages = [
    ...rejections.map(({ notRunnable }): Message => [`policy ${notRunnable}`, notRunnable ?? '']),
    ...set.notices.map((text): Message => [`policy ${text}`, text]),
    ...aboutSome(withCause('UNAPPROVED'), (names, value) => [
      `unapproved ${names}`,
      `Not approved, so they do not run: ${names}. \`hooks info ${value}\` shows what each would do.`,
    ]),
    ...aboutSome(withCause('VANISHED'), (names, item) => [
      `vanished ${names}`,
      `These approved hooks are gone from this project, so they do not run: ${names}. \`hooks info ${item}\` shows more.`,
    ]),
    ...aboutSome(withCause('STORE_DAMAGED'), (names, entry) => [
      `damaged ${names}`,
      `Their approved copies are missing or were changed, so they do not run: ${names}. Run \`hooks approve ${entry}\`.`,
    ]),
    ...aboutSome(changed, (names, element) => [
      `changed ${names}`,
      `These hooks changed after you approved them: ${names}. The approved version still runs; see \`hooks diff ${element}\`.`,
    ]),
    ...set.unread.map(
      ({ path, isCached }): Message => [
        `unread ${path}`,
        `${cleanLine(path)} cannot be read: ${isCached ? 'the last valid version applies' : 'nothing of it counts'}. \`hooks check\` shows the cause.`,
      ],
    ),
    ...failedOpen.map(
      (name): Message => [
        `failed-open ${name}`,
        `The hook ${name} failed, and the call proceeded. \`hooks trace\` shows why.`,
      ],
    ),
    ...misunderstood(set, runs).map(
      ({ qualifiedName, warnings }): Message => [
        `misunderstood ${qualifiedName}`,
        `HookMD did not understand a part of the output of ${qualifiedName} (${firstOf(warnings)}), and the call proceeded.`,
      ],
    ),
  ];
  if (messages.length === 0) return [];
  const session = openSession(stateDir, event.agent.name, event.session_id);
  // A short key: the file of a long one is named by SHA-256, and loading that costs every event 2 ms.
  return messages.filter(([key]) => session.claim(quickHash(key))).map(([, text]) => text);
}

/** An unknown key fails no hook, but it may be the misspelled block of a guard. */
function misunderstood({ hooks }: HookIndex, runs: readonly HookRun[]): readonly HookRun[] {
  const warned = runs.filter(({ outcome, warnings }) => outcome === 'success' && warnings.length > 0);
  return warned.filter((run) =>
    hooks.some((hook) => hook.onFailure === 'block' && hook.qualifiedName === run.qualifiedName),
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

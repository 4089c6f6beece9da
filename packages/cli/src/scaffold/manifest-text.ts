import { isToolEvent } from '@hookmd/core/events';
import type { ScaffoldSpec } from './scaffold-spec.ts';

/** What the manifest says of the language of its handler. */
interface Described {
  readonly file: string;
  readonly command: string | null;
  readonly requires: string | null;
  readonly says?: string;
}

/** HOOK.md of a new package: every key that a person will want to see, and what to do next. */
export function manifestText(
  { name, event, isGuard }: ScaffoldSpec,
  { file, command, requires, says = '' }: Described,
): string {
  const keys = [
    `description: ${isGuard ? `Blocks what must not happen on ${event}` : `Writes down every ${event}`}`,
    'version: 0.1.0',
    'protocol: hookmd',
    `events: [${event}]`,
    ...(isGuard && isToolEvent(event) ? ['matcher: shell'] : []),
    ...(command === null ? [] : [`command: ${command}`]),
    'timeout: 5s',
    isGuard ? 'onFailure: block' : 'observe: true',
    ...(requires === null ? [] : [`requires: ${requires}`]),
  ];
  return `---
${keys.join('\n')}
---

# ${name}

Say here what it does and why, what it does not see, and how to change it: people read this before they approve it.

${isGuard ? guardBody(event, file) : observerBody(event, file)}
${says}## After a change

\`hooks test ${name}\` runs the cases in \`tests/${name}.json\`. Only approved bytes run: after an edit
\`hooks diff ${name}\` shows what changed, and \`hooks trust ${name}\` approves it.

\`docs/manifest.md\` of HookMD has every key, \`hooks events ${event}\` the fields of the event and what it permits.
`;
}

function guardBody(event: ScaffoldSpec['event'], file: string): string {
  const when = isToolEvent(event)
    ? '`matcher` says which tools it is asked about; `if: Bash(git push*)` would say which calls, and sees through\nquotes, pipes and `sh -c`.'
    : 'It is asked every time.';
  return `## How it works

The condition is marked in \`${file}\`. ${when}

\`onFailure: block\`: where it crashes, or does not answer within \`timeout\`, the answer is no. Leave it out, and a
failure lets the agent go on.
`;
}

function observerBody(event: ScaffoldSpec['event'], file: string): string {
  return `## How it works

\`observe: true\`: it is told of ${event} after everything is decided, sees the decision and redacted data, and changes
nothing. \`${file}\` appends a line to \`events.log\` in its data folder, \`HOOK_DATA_DIR\`.
`;
}

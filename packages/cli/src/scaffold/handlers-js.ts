import type { EventName } from '@hookmd/core/events';

/** `judge` is the whole of what a person edits. */
function guard(event: EventName, judge: string): string {
  return `// Asked on ${event}; the event is JSON on standard input.
// Exit 0 without a word: no objection. Exit 2: it is blocked, and standard error says why.
import { readFileSync } from 'node:fs';

/** Your condition: why it is blocked, or null. */
function judge(event) {
${judge}
  return null;
}

const reason = judge(JSON.parse(readFileSync(0, 'utf8')));
if (reason !== null) {
  console.error(reason);
  process.exitCode = 2;
}
`;
}

export function jsToolGuard(event: EventName): string {
  return guard(
    event,
    `  const command = event.tool.command ?? '';
  if (/git push.*--force/s.test(command)) return 'force push: ask a person first';`,
  );
}

export function jsGuard(event: EventName, field: string): string {
  return guard(
    event,
    `  if (event.${field}.includes('forbidden')) return 'forbidden: say here what to do instead';`,
  );
}

export function jsObserver(event: EventName): string {
  return `// Told of ${event} after everything is decided; the event is JSON on standard input.
// It says nothing. A line for each event is in events.log of its own data folder.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const event = JSON.parse(readFileSync(0, 'utf8'));
const line = [new Date().toISOString(), event.hook_event_name, event.tool_name ?? ''].join(' ');
appendFileSync(join(process.env.HOOK_DATA_DIR, 'events.log'), \`\${line}\\n\`);
`;
}

import type { EventName } from '@hookmd/core/events';

const SDK = `'@hookmd/sdk'`;

/** `judge` is the whole of what a person edits. */
function guard(event: EventName, { judge, subject }: { judge: string; subject: string }): string {
  return `// Asked on ${event}. No answer: no objection. A throw: the hook failed, and \`onFailure\` of HOOK.md decides.
import { defineHook } from ${SDK};

/** Your condition: why it is blocked, or null. */
${judge}

export default defineHook({
  on: '${event}',
  run(event, h) {
    const reason = judge(${subject});
    if (reason !== null) return h.block(reason);
  },
});
`;
}

export function tsToolGuard(event: EventName): string {
  return guard(event, {
    judge: `function judge(command: string): string | null {
  if (/git push.*--force/s.test(command)) return 'force push: ask a person first';
  return null;
}`,
    subject: `event.tool.command ?? ''`,
  });
}

export function tsGuard(event: EventName, field: string): string {
  return guard(event, {
    judge: `function judge(text: string): string | null {
  if (text.includes('forbidden')) return 'forbidden: say here what to do instead';
  return null;
}`,
    subject: `event.${field}`,
  });
}

export function tsObserver(event: EventName): string {
  return `// Told of ${event} after everything is decided.
// It says nothing. A line for each event is in events.log of its own data folder.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineHook } from ${SDK};

export default defineHook({
  on: '${event}',
  run(event, h) {
    const line = [new Date().toISOString(), event.hook_event_name].join(' ');
    appendFileSync(join(h.env['HOOK_DATA_DIR'] ?? '.', 'events.log'), \`\${line}\\n\`);
  },
});
`;
}

/** For editors and `tsc`; what is run is built without it. */
export const tsConfig: string = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      moduleDetection: 'force',
      types: ['node'],
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    },
  },
  null,
  2,
)}\n`;

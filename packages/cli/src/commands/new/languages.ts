import type { EventName } from '@hookmd/core/events';

export type Lang = 'sh' | 'js' | 'ts' | 'py';

/** How a new package is written in one language. */
interface LangRow {
  readonly file: string;
  readonly isExecutable?: true;
  /** As the manifest has them; null = the manifest does not need them. */
  readonly command: string | null;
  readonly requires: string | null;
  /** Further files by path; `sdkTypes` is the declaration file of the SDK, null = it comes from npm. */
  files?(sdkTypes: string | null): Readonly<Record<string, string>>;
  /** The section of the manifest about them. */
  notes?(sdkTypes: string | null): string;
  /** What a new observer does with an event. */
  readonly records: string;
  /** `field` of the payload decides; null = the command of a tool call. */
  guard(event: EventName, field: string | null): string;
  observer(event: EventName): string;
}

const invoked = (event: EventName, comment: string): string =>
  `${comment} Runs on ${event}; the event is JSON on standard input.
${comment} Exit 0 without output: no decision. Exit 2: blocked, with the reason from standard error.
`;

const reported = (event: EventName, comment: string): string =>
  `${comment} Runs on ${event} after everything is decided; the event is JSON on standard input.
${comment} It prints nothing. It appends a line for each event to events.log in its data directory.
`;

const RECORDS = 'appends a line to `events.log` in its data directory, `HOOK_DATA_DIR`';

const sh: LangRow = {
  file: 'handler.sh',
  records: RECORDS,
  isExecutable: true,
  command: '[./handler.sh]',
  requires: null,
  guard(event, field) {
    const head = `#!/bin/sh\n${invoked(event, '#')}`;
    if (field === null)
      return `${head}
# An argument over 8 KiB gets no variable; its name is listed here.
case ",\${HOOK_TOOL_INPUT_OMITTED:-}," in
*,command,*)
	echo 'this command is too long to check' >&2
	exit 2
	;;
esac

# Your check. Replace this example.
case \${HOOK_TOOL_INPUT_COMMAND:-} in
*'git push'*--force*)
	echo 'force push: ask the user first' >&2
	exit 2
	;;
esac
`;
    return `${head}event=$(cat)

# Your check. This example searches everything after "${field}", so it may block too much, but not too little.
# To check only that field, use jq or a handler in JavaScript.
case $event in
*'"${field}":'*forbidden*)
	echo 'forbidden: write here what to do instead' >&2
	exit 2
	;;
esac
`;
  },
  observer: (event) => `#!/bin/sh
${reported(event, '#')}printf '%s %s %s\\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$HOOK_EVENT" "\${HOOK_TOOL_NAME:-}" >>"$HOOK_DATA_DIR/events.log"
`,
};

const js: LangRow = {
  file: 'handler.mjs',
  records: RECORDS,
  command: '[node, ./handler.mjs]',
  requires: '{ node: ">=20" }',
  guard: (event, field) => `${invoked(event, '//')}import { readFileSync } from 'node:fs';

/** Your check: returns the reason to block, or null. */
function check(event) {
${
  field === null
    ? `  const command = event.tool.command ?? '';
  if (/git push.*--force/s.test(command)) return 'force push: ask the user first';`
    : `  if (event.${field}.includes('forbidden')) return 'forbidden: write here what to do instead';`
}
  return null;
}

const reason = check(JSON.parse(readFileSync(0, 'utf8')));
if (reason !== null) {
  console.error(reason);
  process.exitCode = 2;
}
`,
  observer: (event) => `${reported(event, '//')}import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const event = JSON.parse(readFileSync(0, 'utf8'));
const line = [new Date().toISOString(), event.hook_event_name, event.tool_name ?? ''].join(' ');
appendFileSync(join(process.env.HOOK_DATA_DIR, 'events.log'), \`\${line}\\n\`);
`,
};

/** For editors and `tsc`; the build does not read it. */
const tsConfig = (sdkTypes: string | null): object => ({
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    moduleDetection: 'force',
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    ...(sdkTypes === null ? {} : { paths: { '@hookmd/sdk': [sdkTypes] } }),
  },
});

const SDK = `'@hookmd/sdk'`;

const ts: LangRow = {
  file: 'handler.ts',
  command: null,
  requires: null,
  records: 'writes a line to the event log; `hooks trace --json` shows it',
  files: (sdkTypes) => ({ 'tsconfig.json': `${JSON.stringify(tsConfig(sdkTypes), null, 2)}\n` }),
  notes: (sdkTypes) => `## Types

This hook needs no build step: \`hooks enable\` bundles \`handler.ts\` and its imports. It does not check types; \`tsc -p .\` does.
Imports must be in this directory, from \`@hookmd/sdk\`, or from Node. ${
    sdkTypes === null
      ? `The types of \`@hookmd/sdk\` come from npm. Run \`npm i -D @hookmd/sdk\`
in a parent directory, because your approval covers every file in this one.`
      : `\`tsconfig.json\` finds the SDK's types in \`../../types\`, where \`hooks new\`
wrote them. For Node's types, add \`node\` to \`types\` in \`tsconfig.json\`, and run \`npm i -D @types/node\` in a parent directory,
because your approval covers every file in this one.`
  }

`,
  guard(event, field) {
    const [parameter, condition] =
      field === null
        ? ['command', `/git push.*--force/s.test(command)) return 'force push: ask the user first'`]
        : ['text', `text.includes('forbidden')) return 'forbidden: write here what to do instead'`];
    return `// Runs on ${event}. No result: no decision. If it throws, the hook failed and \`onFailure\` in HOOK.md applies.
import { defineHook } from ${SDK};

/** Your check: returns the reason to block, or null. */
function check(${parameter}: string): string | null {
  if (${condition};
  return null;
}

export default defineHook({
  on: '${event}',
  run(event, h) {
    const reason = check(${field === null ? `event.tool.command ?? ''` : `event.${field}`});
    if (reason !== null) return h.block(reason);
  },
});
`;
  },
  observer: (event) => `// Runs on ${event} after everything is decided.
import { defineHook } from ${SDK};

export default defineHook({
  on: '${event}',
  run(event, h) {
    h.log(\`\${event.hook_event_name} in \${event.cwd}\`);
  },
});
`,
};

const py: LangRow = {
  file: 'handler.py',
  records: RECORDS,
  command: '[python3, ./handler.py]',
  requires: '{ bins: [python3] }',
  guard: (event, field) => `${invoked(event, '#')}import json
${field === null ? 'import re\n' : ''}import sys


def check(event):
    """Your check: returns the reason to block, or None."""
${
  field === null
    ? `    command = event["tool"].get("command") or ""
    if re.search(r"git push.*--force", command, re.DOTALL):
        return "force push: ask the user first"`
    : `    if "forbidden" in event["${field}"]:
        return "forbidden: write here what to do instead"`
}
    return None


reason = check(json.load(sys.stdin.buffer))
if reason is not None:
    print(reason, file=sys.stderr)
    sys.exit(2)
`,
  observer: (event) => `${reported(event, '#')}import json
import os
import sys
from datetime import datetime, timezone

event = json.load(sys.stdin.buffer)
now = datetime.now(timezone.utc).isoformat()
with open(os.path.join(os.environ["HOOK_DATA_DIR"], "events.log"), "a", encoding="utf-8") as log:
    print(now, event["hook_event_name"], event.get("tool_name", ""), file=log)
`,
};

export const langs: Readonly<Record<Lang, LangRow>> = { sh, js, ts, py };
export const langNames: readonly Lang[] = ['sh', 'js', 'ts', 'py'];

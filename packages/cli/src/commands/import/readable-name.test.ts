import type { JsonObject } from '@hookmd/core/events';
import type { Definition } from '@hookmd/core/manifest';
import { expect, it } from 'vitest';
import { readableName } from './readable-name.ts';

/** An entry in the settings of a project. */
function entryOf(hook: JsonObject, event: string): Definition {
  const around = { project: '/p', home: '/home/a', skill: null };
  const entry = {
    ...{ event, hook, matcher: undefined, path: [], groupPath: [], locate: () => ({ line: 1, column: 1 }) },
    ...{ protocol: 'claude', agent: 'Claude Code', runsIn: null, notHonored: [] },
  } as const;
  const root = {
    kind: 'entries',
    source: 'project',
    dir: '/p/settings.json',
    realDir: '/p/settings.json',
    around,
  };
  return {
    root,
    dir: '/p',
    directory: 'x',
    path: root.dir,
    manifestPath: root.dir,
    entry,
  } as unknown as Definition;
}

it.each([
  [{ command: "jq -r '.tool_input.command' >> ~/log.txt" }, 'PreToolUse', 'jq-on-pre-tool-use'],
  [{ command: 'cat | jq -r .x | xargs -r gofmt -w' }, 'PostToolUse', 'gofmt-on-post-tool-use'],
  [
    { command: 'f=$(jq -r .x); case $f in *.go) gofmt -w "$f";; esac' },
    'PostToolUse',
    'gofmt-on-post-tool-use',
  ],
  [{ command: `osascript -e 'display notification "hi"'` }, 'Notification', 'osascript-on-notification'],
  [{ command: 'cd /tmp && timeout 5 /usr/bin/notify-send done' }, 'Stop', 'notify-send-on-stop'],
  [{ command: 'notify-send', args: ['done'] }, 'Stop', 'notify-send-on-stop'],
  [{ command: 'timeout', args: ['5', 'notify-send', 'done'] }, 'Stop', 'notify-send-on-stop'],
  [{ command: 'echo done' }, 'before.tool_call', 'echo-on-before-tool-call'],
  [{ command: '"$TOOL" x' }, 'Stop', 'command-on-stop'],
  [{ type: 'prompt', prompt: 'Done?' }, 'Stop', 'prompt-on-stop'],
  [{ type: 'http', url: 'https://a.example/hook' }, 'Stop', 'http-on-stop'],
  [{ command: 'echo done', name: 'done' }, 'Stop', null],
  [{ command: 'echo done', name: 'not a name' }, 'Stop', 'echo-on-stop'],
])('%j on %s is called %s', (hook, event, name) => {
  expect(readableName(entryOf(hook, event))).toBe(name);
});

import type { Case } from './row.ts';

const config = { entriesFrom: ['~/.codex/hooks.json'] } as const;

/** A file of the user’s with one hook. */
const one = (
  says: string,
  { event, matcher, body }: { event: string; matcher?: string; body: string },
  dispatch: Omit<Case, 'says' | 'files' | 'config'>,
): Case => ({
  says,
  config,
  files: {
    'home/.codex/hooks.json': JSON.stringify({
      hooks: {
        [event]: [
          {
            ...(matcher === undefined ? {} : { matcher }),
            hooks: [
              {
                type: 'command',
                command: 'sh "$HOME"/.codex/hook.sh',
                commandWindows: 'exit 1',
                timeout: 10,
                statusMessage: 'Checking',
              },
            ],
          },
        ],
      },
    }),
    'home/.codex/hook.sh': `input=$(cat)\n${body}\n`,
  },
  ...dispatch,
});

const prints = (output: object): string => `printf '%s' '${JSON.stringify(output)}'`;
const before = (output: object): object => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...output },
});
const shell = (command: string) => ({ tool_name: 'Bash', tool_input: { command } }) as const;
const write = (file_path: string) =>
  ({ tool_name: 'Write', tool_input: { file_path, content: 'one\ntwo\n' } }) as const;

export const codexCases: readonly Case[] = [
  one(
    'PreToolUse: a changed file is a patch, by either name of the matcher, and a denial blocks it',
    {
      event: 'PreToolUse',
      matcher: '^(apply_patch|Edit)$',
      body: `printf '%s' "$input" >"<scratch>/seen"
case "$input" in *'File: .env'*) ${prints(before({ permissionDecision: 'deny', permissionDecisionReason: 'no secrets' }))};; esac`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: write('.env'),
          expect: {
            decision: 'block',
            reason: 'no secrets',
            files: {
              seen: /"tool_name":"apply_patch".*"command":"\*\*\* Begin Patch\\n\*\*\* Add File: \.env\\n\+one\\n\+two\\n\*\*\* End Patch"/,
            },
          },
        },
        {
          fire: 'PreToolUse',
          payload: {
            tool_name: 'Edit',
            tool_input: { file_path: 'a.ts', old_string: 'a\nb', new_string: 'c' },
          },
          expect: { files: { seen: /Update File: a\.ts\\n@@\\n-a\\n-b\\n\+c\\n/ } },
        },
        { fire: 'PreToolUse', payload: shell('cat .env; echo File: .env') },
      ],
    },
  ),
  one(
    'PreToolUse: `allow` changes the arguments and approves nothing, for a command and for a patch',
    {
      event: 'PreToolUse',
      body: `case "$input" in
*apply_patch*) ${prints(
        before({
          permissionDecision: 'allow',
          updatedInput: { command: '*** Begin Patch\n*** Add File: b.txt\n+three\n*** End Patch' },
        }),
      )};;
*) ${prints(before({ permissionDecision: 'allow', updatedInput: { command: 'echo safe' } }))};; esac`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: shell('rm x'),
          expect: { decision: 'none', input: { command: 'echo safe' }, changed: ['command'] },
        },
        {
          fire: 'PreToolUse',
          payload: write('a.txt'),
          expect: { input: { file_path: 'b.txt', content: 'three\n' }, changed: ['content', 'file_path'] },
        },
      ],
    },
  ),
  one(
    'PreToolUse: exit 2 blocks with what it wrote; without a text, and with what Codex does not support, it has failed',
    {
      event: 'PreToolUse',
      body: `case "$input" in
*two*) echo stopped >&2; exit 2;; *mute*) exit 2;; *one*) exit 1;;
*ask*) ${prints(before({ permissionDecision: 'ask' }))};;
*bare*) ${prints(before({ permissionDecision: 'allow' }))};;
*halt*) ${prints({ continue: false, ...before({ permissionDecision: 'deny', permissionDecisionReason: 'x' }) })};;
*old*) ${prints({ decision: 'block', reason: 'the older form' })};;
*) echo plain;; esac`,
    },
    {
      steps: [
        { fire: 'PreToolUse', payload: shell('two'), expect: { decision: 'block', reason: 'stopped' } },
        {
          fire: 'PreToolUse',
          payload: shell('old'),
          expect: { decision: 'block', reason: 'the older form' },
        },
        ...['mute', 'one', 'ask', 'bare', 'halt'].map((command) => ({
          fire: 'PreToolUse' as const,
          payload: shell(command),
          expect: { decision: 'none' as const, failedOpen: [/PreToolUse-hook.sh/] },
        })),
        { fire: 'PreToolUse', payload: shell('ls') },
      ],
    },
  ),
  one(
    'PostToolUse: the result is a text, and the reason of a block replaces it',
    {
      event: 'PostToolUse',
      body: `case "$input" in *'"tool_response":"SECRET"'*) ${prints({ decision: 'block', reason: 'withheld' })};; esac`,
    },
    {
      event: 'PostToolUse',
      payload: { ...shell('cat'), tool_response: { stdout: 'SECRET', stderr: '' } },
      expect: { output: { stdout: 'withheld', stderr: '' }, changed: ['tool_response'] },
    },
  ),
  one(
    'SessionStart: the matcher is for its source, and plain text is context',
    { event: 'SessionStart', matcher: 'startup|resume', body: 'echo "read NOTES.md first"' },
    {
      steps: [
        {
          fire: 'SessionStart',
          payload: { source: 'startup' },
          expect: { context: ['read NOTES.md first'] },
        },
        { fire: 'SessionStart', payload: { source: 'clear' } },
      ],
    },
  ),
  one(
    'Stop: a matcher has no effect, and exit 2 sends the agent on with what it wrote',
    {
      event: 'Stop',
      matcher: 'nothing',
      body: `case "$input" in *'"stop_hook_active":false'*) echo "run the tests" >&2; exit 2;; esac`,
    },
    {
      steps: [
        { fire: 'Stop', payload: { stop_hook_active: false }, expect: { followUps: ['run the tests'] } },
        { fire: 'Stop', payload: { stop_hook_active: true } },
      ],
    },
  ),
  one(
    'PermissionRequest: a decision, and none with a part that Codex does not support',
    {
      event: 'PermissionRequest',
      body: `decision() { printf '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":%s}}' "$1"; }
case "$input" in
*no*) decision '{"behavior":"deny","message":"never"}';;
*two*) echo stopped >&2; exit 2;;
*halt*) decision '{"behavior":"deny","interrupt":true}';; esac`,
    },
    {
      steps: [
        { fire: 'PermissionRequest', payload: shell('no'), expect: { decision: 'block', reason: 'never' } },
        {
          fire: 'PermissionRequest',
          payload: shell('two'),
          expect: { decision: 'block', reason: 'stopped' },
        },
        {
          fire: 'PermissionRequest',
          payload: shell('halt'),
          expect: { decision: 'none', failedOpen: [/PermissionRequest-hook.sh/] },
        },
      ],
    },
  ),
  {
    says: 'a project’s hooks find their files by git, are imported and enabled, and decide the same for three agents',
    files: {
      'project/.codex/hooks.json': JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [
                {
                  type: 'command',
                  command: 'sh "$(git rev-parse --show-toplevel)/.codex/hooks/guard.sh"',
                },
              ],
            },
          ],
        },
      }),
      'project/.codex/hooks/guard.sh': `case "$(cat)" in *'git push'*) ${prints(
        before({ permissionDecision: 'deny', permissionDecisionReason: 'no push' }),
      )};; esac\n`,
    },
    steps: [
      { hooks: 'import .codex/hooks.json --name guard' },
      { hooks: 'enable project/guard --yes --digest <digest project/guard>' },
      {
        fire: 'PreToolUse',
        payload: shell('git push'),
        run: { approved: true },
        expect: { decision: 'block', reason: 'no push' },
      },
      {
        hooks: 'run BeforeTool --agent gemini-cli',
        stdin:
          '{"hook_event_name":"BeforeTool","session_id":"s","cwd":"<project>","tool_name":"run_shell_command","tool_input":{"command":"git push"}}',
        stdout: /"decision":"deny","reason":"no push"/,
      },
      {
        hooks: 'run PreToolUse --agent codex',
        stdin:
          '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"<project>","tool_use_id":"1","tool_name":"Bash","tool_input":{"command":"git push"}}',
        stdout: /"permissionDecision":"deny","permissionDecisionReason":"no push"/,
      },
    ],
  },
];

import type { Case } from './row.ts';

const config = { entriesFrom: ['~/.cursor/hooks.json'] } as const;

/** The user’s hooks.json with one hook, whose script lies beside it. */
const one = (
  says: string,
  { event, hook = {}, body }: { event: string; hook?: object; body: string },
  dispatch: Omit<Case, 'says' | 'files' | 'config'>,
): Case => ({
  says,
  config,
  files: {
    'home/.cursor/hooks.json': JSON.stringify({
      version: 1,
      hooks: { [event]: [{ command: './hooks/hook.sh', ...hook }] },
    }),
    'home/.cursor/hooks/hook.sh': { text: `#!/bin/sh\ninput=$(cat)\n${body}\n`, mode: 0o755 },
  },
  ...dispatch,
});

/** Prints JSON that holds no single quote. */
const prints = (output: object): string => `printf '%s' '${JSON.stringify(output)}'`;
const deny = { permission: 'deny', user_message: 'for the user', agent_message: 'for the agent' };
const read = { tool_name: 'Read', tool_input: { file_path: 'key.pem' } } as const;
const sees = (text: string, output: object): string =>
  `case "$input" in *'${text}'*) ${prints(output)};; *) echo '{}';; esac`;

export const cursorCases: readonly Case[] = [
  one(
    'beforeShellExecution: the command is at the top, the matcher is searched for in it, and both texts arrive',
    {
      event: 'beforeShellExecution',
      hook: { matcher: 'curl |git push', timeout: 10 },
      body: `printf '%s' "$input" >"<scratch>/seen"; pwd >"<scratch>/in"; ${prints(deny)}`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Bash', tool_input: { command: 'cd x\ngit push' }, session_id: 's1' },
          expect: {
            decision: 'block',
            reason: 'for the agent',
            userMessages: ['for the user'],
            files: {
              seen: /"conversation_id":"s1".*"workspace_roots":\["[^"]+\/project"\].*"command":"cd x\\ngit push","cwd":"[^"]+\/project"/,
              in: /^.+\/home\/\.cursor\n$/,
            },
          },
        },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Bash', tool_input: { command: 'git status' } },
          expect: {},
        },
        { fire: 'PreToolUse', payload: read, expect: {} },
      ],
    },
  ),
  one(
    'preToolUse: Cursor’s names of tools, older spellings of the messages and of a denial, and a changed input',
    {
      event: 'preToolUse',
      hook: { matcher: 'Shell|Write' },
      body: `case "$input" in
*'"tool_name":"Shell"'*rm*) ${prints({ permission: 'deny', userMessage: 'u', agentMessage: 'a' })};;
*'"tool_name":"Shell"'*dd*) ${prints({ decision: 'deny', reason: 'r' })};;
*'"tool_name":"Shell"'*) ${prints({ decision: 'allow' })};;
*'"tool_name":"Write"'*old_string*) ${prints({ permission: 'ask', user_message: 'sure?' })};;
*'"tool_name":"Write"'*) ${prints({ updated_input: { file_path: 'b.txt', content: 'x' } })};;
esac`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Bash', tool_input: { command: 'rm x' } },
          expect: { decision: 'block', reason: 'a', userMessages: ['u'] },
        },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Bash', tool_input: { command: 'dd of=/dev/sda' } },
          expect: { decision: 'block', reason: 'r' },
        },
        { fire: 'PreToolUse', payload: { tool_name: 'Bash', tool_input: { command: 'ls' } } },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Edit', tool_input: { file_path: 'a', old_string: 'b', new_string: 'c' } },
          expect: { decision: 'ask', reason: 'sure?' },
        },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Write', tool_input: { file_path: 'a.txt', content: 'x' } },
          expect: { input: { file_path: 'b.txt', content: 'x' }, changed: ['file_path'] },
        },
        { fire: 'PreToolUse', payload: read },
      ],
    },
  ),
  one(
    'beforeMCPExecution: the input is text, and other tools are not meant',
    {
      event: 'beforeMCPExecution',
      body: sees('"tool_name":"drop","tool_input":"{\\"table\\":\\"users\\"}"', deny),
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'mcp__db__drop', tool_input: { table: 'users' } },
          expect: { decision: 'block', reason: 'for the agent', userMessages: ['for the user'] },
        },
        { fire: 'PreToolUse' },
      ],
    },
  ),
  one(
    'beforeReadFile: a path blocks the read, and content is withheld before the model sees it',
    {
      event: 'beforeReadFile',
      body: `case "$input" in
*'"file_path":"<project>/key.pem"'*) ${prints({ permission: 'deny', user_message: 'no keys' })};;
*AKIA*) ${prints({ permission: 'deny', user_message: 'a key' })};;
*) ${prints({ permission: 'allow' })};;
esac`,
    },
    {
      steps: [
        { fire: 'PreToolUse', payload: read, expect: { decision: 'block', reason: 'no keys' } },
        { fire: 'PreToolUse', payload: { ...read, tool_input: { file_path: 'a.txt' } } },
        {
          fire: 'PostToolUse',
          payload: { ...read, tool_input: { file_path: 'a.txt' }, tool_response: { content: 'AKIA1' } },
          expect: { output: { content: 'a key' }, changed: ['tool_response'] },
        },
      ],
    },
  ),
  one(
    'exit 2 blocks; another exit code and text that is no JSON let the call proceed',
    {
      event: 'beforeShellExecution',
      body: `case "$input" in *two*) echo stopped >&2; exit 2;; *one*) exit 1;; *) echo plain;; esac`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Bash', tool_input: { command: 'echo two' } },
          expect: { decision: 'block', reason: 'stopped' },
        },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Bash', tool_input: { command: 'echo one' } },
          expect: { failedOpen: [/beforeShellExecution-hook.sh/] },
        },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Bash', tool_input: { command: 'ls' } },
          expect: { failedOpen: [/beforeShellExecution-hook.sh/] },
        },
      ],
    },
  ),
  one(
    'failClosed: a failure blocks',
    { event: 'beforeShellExecution', hook: { failClosed: true }, body: 'echo plain' },
    { expect: { decision: 'block', reason: /its output must be JSON/ } },
  ),
  one(
    'beforeSubmitPrompt: `continue: false` blocks the prompt, and so does exit 2',
    {
      event: 'beforeSubmitPrompt',
      hook: { matcher: 'UserPromptSubmit' },
      body: `case "$input" in *secret*) ${prints({ continue: false, user_message: 'not this' })};; *key*) echo keys >&2; exit 2;; *) ${prints({ continue: true })};; esac`,
    },
    {
      steps: [
        {
          fire: 'UserPromptSubmit',
          payload: { prompt: 'a secret' },
          expect: { decision: 'block', reason: 'not this' },
        },
        {
          fire: 'UserPromptSubmit',
          payload: { prompt: 'a key' },
          expect: { decision: 'block', reason: 'keys' },
        },
        { fire: 'UserPromptSubmit', payload: { prompt: 'hello' } },
      ],
    },
  ),
  one(
    'afterFileEdit: an edit and a file that was written are edits with the whole path; what it prints counts for nothing',
    {
      event: 'afterFileEdit',
      body: `printf '%s' "$input" | sed 's/.*"file_path"/"file_path"/' >"<scratch>/seen"; echo formatted; exit 0`,
    },
    {
      steps: [
        {
          fire: 'PostToolUse',
          payload: {
            tool_name: 'Edit',
            tool_input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' },
            tool_response: 'ok',
          },
          expect: {
            files: {
              seen: /^"file_path":"[^"]+\/project\/a.ts","edits":\[{"old_string":"x","new_string":"y"}\]/,
            },
          },
        },
        {
          fire: 'PostToolUse',
          payload: { tool_name: 'Write', tool_input: { file_path: '/b', content: 'z' }, tool_response: 'ok' },
          expect: { files: { seen: /^"file_path":"\/b","edits":\[{"old_string":"","new_string":"z"}\]/ } },
        },
      ],
    },
  ),
  one(
    'stop: a follow-up, as often as `loop_count` lets it',
    {
      event: 'stop',
      body: sees('"loop_count":0', { followup_message: 'and the tests' }),
    },
    {
      steps: [
        { fire: 'Stop', payload: { continuations: 0 }, expect: { followUps: ['and the tests'] } },
        { fire: 'Stop', payload: { continuations: 1 } },
      ],
    },
  ),
  one(
    'sessionStart: context; `env` has no effect, and `check` reports it',
    {
      event: 'sessionStart',
      body: prints({ additional_context: 'on main', env: { A: 'b' } }),
    },
    {
      steps: [
        { fire: 'SessionStart', payload: { source: 'startup' }, expect: { context: ['on main'] } },
        {
          hooks: 'check --json',
          issues: [
            {
              code: 'ENTRY_NOT_HONORED',
              message: /Cursor, and HookMD treats it differently: at sessionStart/,
            },
          ],
        },
      ],
    },
  ),
  {
    says: 'a project’s hooks are imported, enabled, and the same for a call of Claude Code, Codex and Gemini CLI',
    files: {
      'project/.cursor/hooks.json': JSON.stringify({
        version: 1,
        hooks: { beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', matcher: 'push' }] },
      }),
      'project/.cursor/hooks/guard.sh': {
        text: `#!/bin/sh\ncat >/dev/null\n${prints({ permission: 'deny', agent_message: 'no push' })}\n`,
        mode: 0o755,
      },
    },
    steps: [
      { hooks: 'import .cursor/hooks.json --name guard' },
      { hooks: 'enable project/guard --yes --digest <digest project/guard>' },
      {
        fire: 'PreToolUse',
        payload: { tool_name: 'Bash', tool_input: { command: 'git push' } },
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

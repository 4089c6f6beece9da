import type { Case } from './row.ts';

const config = { entriesFrom: ['~/.copilot/hooks/team.json'] } as const;

/** A file of the user’s with one hook. */
const one = (
  says: string,
  { event, hook = {}, body }: { event: string; hook?: object; body: string },
  dispatch: Omit<Case, 'says' | 'files' | 'config'>,
): Case => ({
  says,
  config,
  files: {
    'home/.copilot/hooks/team.json': JSON.stringify({
      version: 1,
      hooks: {
        [event]: [{ type: 'command', bash: 'sh "$HOME"/.copilot/hook.sh', powershell: 'exit 1', ...hook }],
      },
    }),
    'home/.copilot/hook.sh': `input=$(cat)\n${body}\n`,
  },
  ...dispatch,
});

const prints = (output: object): string => `printf '%s' '${JSON.stringify(output)}'`;
const deny = (permissionDecisionReason: string): object => ({
  permissionDecision: 'deny',
  permissionDecisionReason,
});
const shell = (command: string) => ({ tool_name: 'Bash', tool_input: { command } }) as const;

export const copilotCases: readonly Case[] = [
  one(
    'preToolUse: Copilot’s names, the arguments as text, and a denial at the top; progress lines are no output',
    {
      event: 'preToolUse',
      hook: { matcher: 'bash|edit', timeoutSec: 5, env: { WHO: 'me in $COPILOT_PROJECT_DIR' } },
      body: `printf '%s' "$input" >"<scratch>/seen"; printf '%s' "$WHO" >"<scratch>/who"
echo '{"type": "progress", "message": "looking"}'
case "$input" in *'\\"command\\":\\"rm'*) ${prints(deny('no rm'))};; esac`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: { ...shell('rm x'), session_id: 's1' },
          expect: {
            decision: 'block',
            reason: 'no rm',
            files: {
              seen: /"timestamp":\d{13}.*"toolName":"bash","sessionId":"s1".*"toolArgs":"{\\"command\\":\\"rm x\\"}"/,
              who: /^me in .+\/project$/,
            },
          },
        },
        { fire: 'PreToolUse', payload: shell('ls') },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Read', tool_input: { file_path: 'a' } },
        },
      ],
    },
  ),
  one(
    'preToolUse: other arguments, and a question',
    {
      event: 'preToolUse',
      body: `case "$input" in
*'"toolName":"create"'*) ${prints({ modifiedArgs: { path: 'b.txt', file_text: 'x' } })};;
*) ${prints({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })};; esac`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Write', tool_input: { file_path: 'a.txt', content: 'x' } },
          expect: { input: { file_path: 'b.txt', content: 'x' }, changed: ['file_path'] },
        },
        { fire: 'PreToolUse', expect: { decision: 'ask', reason: 'sure?' } },
      ],
    },
  ),
  one(
    'preToolUse: every exit code but 0 denies, a signal too, a timeout does not, and what is no JSON counts for nothing',
    {
      event: 'preToolUse',
      hook: { timeoutSec: 1 },
      body: `case "$input" in
*two*) echo stopped >&2; exit 2;;
*json*) ${prints({ ...deny('said so'), permissionDecision: 'allow' })}; exit 2;;
*one*) exit 1;;
*kill*) kill -9 $$;;
*wait*) sleep 20;;
*) echo plain;; esac`,
    },
    {
      steps: [
        { fire: 'PreToolUse', payload: shell('two'), expect: { decision: 'block', reason: 'stopped' } },
        { fire: 'PreToolUse', payload: shell('json'), expect: { decision: 'block', reason: 'said so' } },
        { fire: 'PreToolUse', payload: shell('one'), expect: { decision: 'block', reason: /code 1/ } },
        {
          fire: 'PreToolUse',
          payload: shell('kill'),
          expect: { decision: 'block', reason: /Killed|code 137|SIGKILL/ },
        },
        { fire: 'PreToolUse', payload: shell('wait'), expect: { failedOpen: [/PreToolUse-hook.sh/] } },
        { fire: 'PreToolUse', payload: shell('ls') },
      ],
    },
  ),
  one(
    'postToolUse: another result, and context; a failure on the way changes nothing',
    {
      event: 'postToolUse',
      body: `case "$input" in
*'"textResultForLlm":"SECRET"'*) ${prints({ modifiedResult: { resultType: 'success', textResultForLlm: 'gone' } })};;
*fail*) exit 2;;
*) ${prints({ additionalContext: 'mind' })};; esac`,
    },
    {
      steps: [
        {
          fire: 'PostToolUse',
          payload: { ...shell('cat'), tool_response: { stdout: 'SECRET', stderr: '' } },
          expect: { output: { stdout: 'gone', stderr: '' }, changed: ['tool_response'] },
        },
        {
          fire: 'PostToolUse',
          payload: { ...shell('cat'), tool_response: 'ok' },
          expect: { context: ['mind'] },
        },
        {
          fire: 'PostToolUse',
          payload: { ...shell('cat'), tool_response: 'fail' },
          expect: { failedOpen: [/PostToolUse-hook.sh/] },
        },
      ],
    },
  ),
  one(
    'postToolUseFailure: exit 2 adds what it printed to the failure',
    { event: 'postToolUseFailure', body: 'echo "try again"; exit 2' },
    {
      event: 'PostToolUseFailure',
      expect: { context: ['try again'] },
    },
  ),
  one(
    'userPromptSubmitted and agentStop: a prompt is blocked, and the agent is sent on',
    {
      event: 'agentStop',
      body: `case "$input" in *'"stop_hook_active":false'*) ${prints({ decision: 'block', reason: 'and the tests' })};; esac`,
    },
    {
      steps: [
        { fire: 'Stop', payload: { stop_hook_active: false }, expect: { followUps: ['and the tests'] } },
        { fire: 'Stop', payload: { stop_hook_active: true } },
      ],
    },
  ),
  one(
    'permissionRequest: `behavior: deny` and exit 2 deny, `interrupt` stops the agent',
    {
      event: 'permissionRequest',
      body: `case "$input" in
*two*) exit 2;;
*'"toolInput":{"command":"all"}'*) ${prints({ behavior: 'deny', message: 'never', interrupt: true })};; esac`,
    },
    {
      steps: [
        { fire: 'PermissionRequest', payload: shell('two'), expect: { decision: 'block' } },
        {
          fire: 'PermissionRequest',
          payload: shell('all'),
          expect: { decision: 'block', reason: 'never', halt: { reason: 'never' } },
        },
      ],
    },
  ),
  one(
    'PreToolUse in Claude’s spelling: Claude’s payload, the command for this system, and a decision in either place',
    {
      event: 'PreToolUse',
      hook: {
        bash: undefined,
        powershell: undefined,
        linux: 'sh "$HOME"/.copilot/hook.sh',
        osx: 'sh "$HOME"/.copilot/hook.sh',
        windows: 'exit 1',
        command: 'exit 1',
        matcher: 'Bash',
      },
      body: `case "$input" in
*'"command":"rm'*) ${prints({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...deny('nested') } })};;
*'"command":"mv'*) ${prints(deny('at the top'))};; *one*) exit 1;; esac`,
    },
    {
      steps: [
        { fire: 'PreToolUse', payload: shell('rm x'), expect: { decision: 'block', reason: 'nested' } },
        { fire: 'PreToolUse', payload: shell('mv x'), expect: { decision: 'block', reason: 'at the top' } },
        { fire: 'PreToolUse', payload: shell('one'), expect: { decision: 'block', reason: /code 1/ } },
        { fire: 'PreToolUse', payload: shell('ls') },
      ],
    },
  ),
  {
    says: 'a project’s hooks with a directory of their own are imported, enabled, and the same for three agents; what cannot run is named',
    files: {
      'project/.github/hooks/team.json': JSON.stringify({
        version: 1,
        hooks: {
          preToolUse: [{ type: 'command', bash: './guard.sh', cwd: 'tools', matcher: 'bash' }],
          userPromptTransformed: [{ type: 'command', bash: './guard.sh' }],
        },
      }),
      'project/tools/guard.sh': {
        text: `#!/bin/sh\ncat >/dev/null\nbasename "$PWD" >"<scratch>/in"\n${prints(deny('no push'))}\n`,
        mode: 0o755,
      },
    },
    steps: [
      {
        hooks: 'import .github/hooks/team.json --name guard --json',
        json: {
          rejected: [{ code: 'ENTRY_LEFT_OUT', message: /no agent here sends userPromptTransformed/ }],
        },
      },
      { hooks: 'enable project/guard --yes --digest <digest project/guard>' },
      {
        fire: 'PreToolUse',
        payload: shell('git push'),
        run: { approved: true },
        expect: { decision: 'block', reason: 'no push', files: { in: 'tools\n' } },
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

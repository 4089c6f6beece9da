import type { Case } from './row.ts';

const config = { entriesFrom: ['~/.qwen/settings.json'] } as const;

/** Settings of the user with one hook. */
const one = (
  says: string,
  { event, matcher, hook = {}, body }: { event: string; matcher?: string; hook?: object; body: string },
  dispatch: Omit<Case, 'says' | 'files' | 'config'>,
): Case => ({
  says,
  config,
  files: {
    'home/.qwen/settings.json': JSON.stringify({
      hooks: {
        [event]: [
          {
            ...(matcher === undefined ? {} : { matcher }),
            hooks: [
              {
                type: 'command',
                name: 'hook',
                command: 'sh "$HOME"/.qwen/hook.sh',
                timeout: 10_000,
                ...hook,
              },
            ],
          },
        ],
      },
    }),
    'home/.qwen/hook.sh': `input=$(cat)\n${body}\n`,
  },
  ...dispatch,
});

const prints = (output: object): string => `printf '%s' '${JSON.stringify(output)}'`;
const before = (output: object): object => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...output },
});
const deny = (permissionDecisionReason: string): object =>
  before({ permissionDecision: 'deny', permissionDecisionReason });
const shell = (command: string) => ({ tool_name: 'Bash', tool_input: { command } }) as const;

export const qwenCases: readonly Case[] = [
  one(
    'PreToolUse: Qwen’s name of the tool, its directory, and a denial',
    {
      event: 'PreToolUse',
      matcher: 'run_shell_command | edit',
      body: `printf '%s' "$input" >"<scratch>/seen"; printf '%s' "$QWEN_PROJECT_DIR" >"<scratch>/where"
case "$input" in *'"command":"rm'*) ${prints(deny('no rm'))};; esac`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: shell('rm x'),
          expect: {
            decision: 'block',
            reason: 'no rm',
            files: { seen: /"timestamp":"\d{4}-.*"tool_name":"run_shell_command"/, where: /.+\/project$/ },
          },
        },
        { fire: 'PreToolUse', payload: shell('ls') },
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Read', tool_input: { file_path: 'a' } },
          expect: { files: { seen: /"command":"ls"/ } },
        },
      ],
    },
  ),
  one(
    'PreToolUse: exit 2 blocks, another code does not, text is for the user, and a decision counts beside a failure',
    {
      event: 'PreToolUse',
      body: `case "$input" in
*two*) echo stopped >&2; exit 2;; *one*) exit 1;; *json*) ${prints(deny('said so'))}; exit 1;; *) echo hello;; esac`,
    },
    {
      steps: [
        { fire: 'PreToolUse', payload: shell('two'), expect: { decision: 'block', reason: 'stopped' } },
        { fire: 'PreToolUse', payload: shell('json'), expect: { decision: 'block', reason: 'said so' } },
        {
          fire: 'PreToolUse',
          payload: shell('one'),
          expect: { decision: 'none', failedOpen: ['user/hook'] },
        },
        { fire: 'PreToolUse', payload: shell('ls'), expect: { userMessages: ['hello'] } },
      ],
    },
  ),
  one(
    '`failMode: closed`: a failure blocks',
    { event: 'PreToolUse', hook: { failMode: 'closed' }, body: 'exit 1' },
    { event: 'PreToolUse', expect: { decision: 'block' } },
  ),
  one(
    'TodoCreated: a task is a todo, and `decision: block` blocks it',
    {
      event: 'TodoCreated',
      body: `case "$input" in
*'"todo_content":"later"'*'"hook_event_name":"TodoCreated"'*) ${prints({ decision: 'block', reason: 'not now' })};; esac`,
    },
    {
      event: 'TaskCreated',
      payload: { task_id: '1', task_subject: 'later' },
      expect: { decision: 'block', reason: 'not now' },
    },
  ),
  {
    says: 'a project’s hooks are imported, enabled, and the same for three agents; what cannot run is named',
    files: {
      'project/.qwen/settings.json': JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              matcher: 'run_shell_command',
              hooks: [{ type: 'command', command: 'sh "$QWEN_PROJECT_DIR"/tools/guard.sh' }],
            },
          ],
          SessionDelete: [{ hooks: [{ type: 'command', command: 'true' }] }],
        },
      }),
      'project/tools/guard.sh': `case "$(cat)" in *'git push'*) ${prints(deny('no push'))};; esac\n`,
    },
    steps: [
      {
        hooks: 'import .qwen/settings.json --name guard --json',
        json: { rejected: [{ code: 'ENTRY_LEFT_OUT', message: /no agent here sends SessionDelete/ }] },
      },
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

import type { Case } from './row.ts';

const config = { entriesFrom: ['~/.gemini/settings.json'] } as const;
const script = (name: string): string => `"$HOME"/.gemini/hooks/${name}`;

/** Settings of the user with one hook; what it read is in `<scratch>/seen`. */
function settings(event: string, group: object, hook: object): string {
  return JSON.stringify({
    hooks: { [event]: [{ ...group, hooks: [{ type: 'command', name: 'hook', ...hook }] }] },
  });
}

/** A hook in Python's place: reads JSON, decides, answers. */
const node = (body: string): string => `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs');
const input = JSON.parse(readFileSync(0, 'utf8'));
const answer = (output) => console.log(JSON.stringify(output));
${body}
`;

const one = (
  says: string,
  { event, group = {}, hook = {}, body }: { event: string; group?: object; hook?: object; body: string },
  dispatch: Omit<Case, 'says' | 'files' | 'config'>,
): Case => ({
  says,
  config,
  files: {
    'home/.gemini/settings.json': settings(event, group, { command: script('hook.js'), ...hook }),
    'home/.gemini/hooks/hook.js': { text: node(body), mode: 0o755 },
  },
  ...dispatch,
});

const write = { tool_name: 'Write', tool_input: { file_path: 'a.txt', content: 'key=1' } } as const;
const shown = { tool_name: 'Read', tool_input: { file_path: '.env' } } as const;

export const geminiCases: readonly Case[] = [
  one(
    'BeforeTool: a call of another agent has Gemini’s name and shape, and `deny` blocks it',
    {
      event: 'BeforeTool',
      group: { matcher: 'run_shell_command', sequential: true },
      body: `writeFileSync('<scratch>/seen', Object.keys(input).sort().join() + ' ' + input.tool_name);
if (input.tool_input.command.includes('rm -rf')) answer({ decision: 'deny', reason: 'no rm', systemMessage: 'guarded' });`,
    },
    {
      payload: { tool_name: 'Bash', tool_input: { command: 'rm -rf build' }, session_id: 's1' },
      expect: {
        decision: 'block',
        reason: 'no rm',
        userMessages: ['guarded'],
        outcomes: { hook: 'blocking' },
        files: {
          seen: 'cwd,hook_event_name,session_id,timestamp,tool_input,tool_name,tool_use_id,transcript_path run_shell_command',
        },
      },
    },
  ),
  one(
    'BeforeTool: a matcher is searched for in Gemini’s names',
    {
      event: 'BeforeTool',
      group: { matcher: 'write_|replace' },
      body: `answer({ decision: 'block', reason: 'no' });`,
    },
    {
      steps: [
        { fire: 'PreToolUse', payload: write, expect: { decision: 'block', reason: 'no' } },
        { fire: 'PreToolUse', expect: { outcomes: { hook: 'skipped NO_MATCH' } } },
      ],
    },
  ),
  one(
    'BeforeTool: `tool_input` is merged into the call',
    {
      event: 'BeforeTool',
      body: `answer({ decision: 'allow', hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { content: 'key=***' } } });`,
    },
    {
      payload: write,
      expect: { input: { file_path: 'a.txt', content: 'key=***' }, changed: ['content'] },
    },
  ),
  one(
    'exit 2 blocks with the text of standard error, exit 1 does not, and plain text is shown to the user',
    {
      event: 'BeforeTool',
      hook: { timeout: 5000, env: { CODE: '2' } },
      body: `console.error('stopped ' + process.env.GEMINI_SESSION_ID + ' in ' + process.env.GEMINI_CWD);
if (input.tool_name === 'read_file') console.log('only text');
else process.exit(input.tool_name === 'write_file' ? 1 : Number(process.env.CODE));`,
    },
    {
      steps: [
        {
          fire: 'PreToolUse',
          payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, session_id: 's7' },
          expect: { decision: 'block', reason: 'stopped s7 in <project>' },
        },
        {
          fire: 'PreToolUse',
          payload: write,
          expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error EXIT' } },
        },
        { fire: 'PreToolUse', payload: shown, expect: { userMessages: ['only text'] } },
      ],
    },
  ),
  one(
    'AfterTool: a denial replaces the result by its reason, and context is added to it',
    {
      event: 'AfterTool',
      body: `if (input.tool_response.llmContent.includes('SECRET')) answer({ decision: 'deny', reason: 'withheld' });
else answer({ hookSpecificOutput: { additionalContext: 'looked at ' + input.tool_name, tailToolCallRequest: { name: 'x', args: {} } } });`,
    },
    {
      steps: [
        {
          fire: 'PostToolUse',
          payload: {
            ...shown,
            tool_response: { type: 'text', file: { content: 'SECRET=1', filePath: '.env' } },
          },
          expect: {
            output: { type: 'text', file: { content: 'withheld', filePath: '.env' } },
            changed: ['tool_response'],
          },
        },
        {
          fire: 'PostToolUse',
          payload: { ...shown, tool_response: 'nothing' },
          expect: {
            context: ['looked at read_file'],
            runs: { hook: { warnings: [/^gemini: `tailToolCallRequest` has no effect/] } },
          },
        },
        {
          fire: 'PostToolUseFailure',
          payload: { ...shown, error: 'SECRET not found' },
          expect: { output: 'withheld', changed: ['error'] },
        },
      ],
    },
  ),
  one(
    'BeforeAgent: context, a denial, and `continue: false`',
    {
      event: 'BeforeAgent',
      body: `if (input.prompt === 'stop') answer({ continue: false, stopReason: 'enough' });
else if (input.prompt.includes('AKIA')) answer({ decision: 'deny', reason: 'a key' });
else answer({ hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'on main' } });`,
    },
    {
      steps: [
        { fire: 'UserPromptSubmit', payload: { prompt: 'hello' }, expect: { context: ['on main'] } },
        {
          fire: 'UserPromptSubmit',
          payload: { prompt: 'AKIA1' },
          expect: { decision: 'block', reason: 'a key' },
        },
        {
          fire: 'UserPromptSubmit',
          payload: { prompt: 'stop' },
          expect: { decision: 'block', reason: 'enough', halt: { reason: 'enough' } },
        },
      ],
    },
  ),
  one(
    'AfterAgent: a denial sends the agent on',
    {
      event: 'AfterAgent',
      body: `if (!input.stop_hook_active && input.prompt_response === 'Done.') answer({ decision: 'deny', reason: 'run the tests', hookSpecificOutput: { clearContext: true } });`,
    },
    {
      steps: [
        {
          fire: 'Stop',
          payload: { last_assistant_message: 'Done.', stop_hook_active: false },
          expect: {
            followUps: ['run the tests'],
            runs: { hook: { warnings: [/clearContext/] } },
          },
        },
        { fire: 'Stop', payload: { last_assistant_message: 'Done.', stop_hook_active: true } },
      ],
    },
  ),
  one(
    'BeforeModel: a message that it adds is a hint, and nothing else of the request changes',
    {
      event: 'BeforeModel',
      body: `const { llm_request } = input;
answer({ hookSpecificOutput: { llm_request: { ...llm_request, model: 'other', messages: [...llm_request.messages, { role: 'user', content: 'be brief' }] } } });`,
    },
    {
      event: 'PreModelCall',
      payload: { model: 'm', messages: [{ role: 'assistant', content: 'hi' }] },
      expect: {
        hints: ['be brief'],
        messages: [
          { role: 'assistant', content: 'hi' },
          { role: 'user', content: 'be brief' },
        ],
        changed: ['hint'],
        runs: { hook: { warnings: [/`model` stays as it is/] } },
      },
    },
  ),
  one(
    'SessionStart and Notification: a matcher is the whole text, and no decision counts',
    {
      event: 'Notification',
      group: { matcher: 'ToolPermission' },
      body: `answer({ decision: 'deny', systemMessage: input.notification_type });`,
    },
    {
      steps: [
        {
          fire: 'Notification',
          payload: { message: 'm', notification_type: 'permission_prompt' },
          expect: { userMessages: ['ToolPermission'] },
        },
        {
          fire: 'Notification',
          payload: { message: 'm', notification_type: 'idle' },
          expect: { outcomes: { hook: 'skipped NO_MATCH' } },
        },
      ],
    },
  ),
  {
    says: 'a project’s settings are imported, enabled, and the same for a call of Claude Code, Codex and Gemini CLI',
    files: {
      'project/.gemini/settings.json': settings(
        'BeforeTool',
        { matcher: 'run_shell_command' },
        { name: 'guard', command: '$GEMINI_PROJECT_DIR/.gemini/guard.sh', timeout: 3000 },
      ),
      'project/.gemini/guard.sh': {
        text: '#!/bin/sh\ngrep -q \'"run_shell_command".*push\' && { echo "no push" >&2; exit 2; }\nexit 0\n',
        mode: 0o755,
      },
    },
    steps: [
      { hooks: 'import .gemini/settings.json' },
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

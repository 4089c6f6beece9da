import { type AgentReplays, adds, blocks, notifiesUser, replacesOutput, rewrites } from './row.ts';

const shown = { content: [{ type: 'text', text: 'gone' }], isError: false };

export const pi: AgentReplays = {
  agent: 'pi',
  silence: '',
  notice: { stdout: { message: /could not handle/ }, stderr: '' },
  rejection: { block: /could not handle/ },
  beforeTool: 'PreToolUse',
  events: {
    SessionStart: 'SessionStart',
    SessionEnd: 'SessionEnd',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    'PreToolUse.blocked': 'PreToolUse',
    'PreToolUse.tools': 'PreToolUse',
    PostToolUse: 'PostToolUse',
    Stop: 'Stop',
  },
  rows: [
    {
      says: 'a block is what our extension answers',
      payload: 'PreToolUse.blocked',
      event: 'PreToolUse',
      hook: { ...blocks, front: { if: 'Bash(rm *)' } },
      answer: { block: 'not here' },
    },
    {
      says: 'a time limit is in seconds there, and in milliseconds here',
      payload: 'PreToolUse',
      with: { tool_input: { command: 'ls', timeout: 600 } },
      event: 'PreToolUse',
      hook: rewrites({ command: 'ls', timeout: 120_000 }, ['timeout']),
      reads: { tool_input: { timeout: 600_000 } },
      answer: { input: { command: 'ls', timeout: 120 } },
    },
    {
      says: 'a changed input keeps the names that it came with',
      payload: 'PreToolUse.tools',
      event: 'PreToolUse',
      hook: rewrites({ file_path: '{{project}}/new.txt', content: 'bye\n' }, ['content']),
      answer: { input: { path: '{{project}}/new.txt', content: 'bye\n' } },
    },
    {
      says: 'a replaced output is said whole, with what is added to it',
      payload: 'PostToolUse',
      event: 'PostToolUse',
      hook: {
        prints: {
          decision: 'block',
          reason: 'not here',
          hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: shown },
        },
        front: replacesOutput('PostToolUse', shown).front ?? {},
      },
      answer: { output: shown, context: 'not here' },
    },
    {
      says: 'context before a call goes to its result',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: adds('PreToolUse'),
      answer: { context: 'mind the gap' },
    },
    {
      says: 'a blocked prompt is a block',
      payload: 'UserPromptSubmit',
      event: 'UserPromptSubmit',
      hook: blocks,
      answer: { block: 'not here' },
    },
    {
      says: 'context goes to the beginning of a session',
      payload: 'SessionStart',
      event: 'SessionStart',
      hook: adds('SessionStart'),
      answer: { context: 'mind the gap' },
    },
    {
      says: 'a follow-up keeps it going',
      payload: 'Stop',
      event: 'Stop',
      hook: blocks,
      answer: { followUp: 'not here' },
    },
    {
      says: 'a message is shown to the user',
      payload: 'SessionStart',
      event: 'SessionStart',
      hook: notifiesUser,
      answer: { message: 'look here' },
    },
  ],
};

import type { Wanted } from '../conformance/row.ts';
import {
  type AgentReplays,
  adds,
  approves,
  asks,
  blocks,
  notifiesUser,
  replacesOutput,
  rewrites,
} from './row.ts';

const answer = (decision: string, reason: Wanted) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: decision,
    permissionDecisionReason: reason,
  },
});

export const qwenCode: AgentReplays = {
  agent: 'qwen-code',
  silence: '',
  notice: { stdout: { systemMessage: /could not handle/ }, stderr: '' },
  rejection: answer('deny', /could not handle/),
  beforeTool: 'PreToolUse',
  events: {
    SessionStart: 'SessionStart',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    'PreToolUse.blocked': 'PreToolUse',
    'PreToolUse.tools': 'PreToolUse',
    PostToolUse: 'PostToolUse',
    'PostToolUse.tools': 'PostToolUse',
    'PostToolUseFailure.tools': 'PostToolUseFailure',
    Stop: 'Stop',
    Notification: 'Notification',
    InstructionsLoaded: 'InstructionsLoaded',
  },
  rows: [
    {
      says: 'a block is a denial with its reason; its tool is ours',
      payload: 'PreToolUse.blocked',
      event: 'PreToolUse',
      hook: { ...blocks, front: { if: 'Bash(rm *)' } },
      reads: { tool_name: 'Bash', tool: { kind: 'shell', native_name: 'run_shell_command' } },
      answer: answer('deny', 'not here'),
    },
    {
      says: 'a question is a question',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: asks,
      answer: answer('ask', 'are you sure?'),
    },
    {
      says: 'an approval is one, with its reason',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: approves,
      answer: answer('allow', 'known'),
    },
    {
      says: 'a changed input is dropped before it is answered, because the first one would run',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: rewrites({ command: 'touch b.txt' }),
      eventLog: {
        decision: 'none',
        dropped: ['change of input by user/hook: this agent does not support it'],
      },
      answer: '',
    },
    {
      says: 'an approved permission request may change the input',
      payload: 'PreToolUse',
      with: { hook_event_name: 'PermissionRequest' },
      event: 'PermissionRequest',
      hook: {
        prints: {
          hookSpecificOutput: {
            hookEventName: 'PermissionRequest',
            decision: { behavior: 'allow', updatedInput: { command: 'ls' } },
          },
        },
        front: { preApprove: true, modify: { PermissionRequest: ['command'] } },
      },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'allow', updatedInput: { command: 'ls' } },
        },
      },
    },
    {
      says: 'context goes beside the prompt',
      payload: 'UserPromptSubmit',
      event: 'UserPromptSubmit',
      hook: adds('UserPromptSubmit'),
      answer: {
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'mind the gap' },
      },
    },
    {
      says: 'context before a tool is dropped, and said, because the model never reads it',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: adds('PreToolUse'),
      eventLog: { dropped: ['context by user/hook: this event takes none'] },
      answer: '',
    },
    {
      says: 'feedback goes the way of context, because a block of a result reaches nobody',
      payload: 'PostToolUse',
      event: 'PostToolUse',
      hook: blocks,
      answer: { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'not here' } },
    },
    {
      says: 'a replaced output is dropped, and said',
      payload: 'PostToolUse',
      event: 'PostToolUse',
      hook: replacesOutput('PostToolUse', { llmContent: 'gone', returnDisplay: '' }),
      eventLog: { dropped: ['change of output by user/hook: this agent does not support it'] },
      answer: '',
    },
    {
      says: 'a call that failed takes context',
      payload: 'PostToolUseFailure.tools',
      event: 'PostToolUseFailure',
      hook: adds('PostToolUseFailure'),
      reads: { error: /Exit Code: 3/, tool_name: 'Bash' },
      answer: {
        hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext: 'mind the gap' },
      },
    },
    {
      says: 'a follow-up keeps it going',
      payload: 'Stop',
      event: 'Stop',
      hook: blocks,
      answer: { decision: 'block', reason: 'not here' },
    },
    {
      says: 'a todo is a task, and can be refused',
      payload: 'Notification',
      with: { hook_event_name: 'TodoCreated', todo_id: '1', todo_content: 'tidy up', phase: 'validation' },
      event: 'TaskCreated',
      hook: blocks,
      reads: { hook_event_name: 'TaskCreated', task_id: '1', task_subject: 'tidy up' },
      answer: { decision: 'block', reason: 'not here' },
    },
    {
      says: 'a message is shown to the user',
      payload: 'SessionStart',
      event: 'SessionStart',
      hook: notifiesUser,
      answer: { systemMessage: 'look here' },
    },
  ],
};

import {
  type AgentReplays,
  adds,
  approves,
  asks,
  blocks,
  halts,
  notifiesUser,
  replacesOutput,
  rewrites,
} from './row.ts';

const patch =
  '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-1\n+2\n*** Delete File: b.ts\n*** End Patch\n';

export const codex: AgentReplays = {
  agent: 'codex',
  silence: '',
  notice: { stdout: { systemMessage: /could not handle/ }, stderr: '' },
  rejection: {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: /could not handle/,
    },
  },
  beforeTool: 'PreToolUse',
  events: {
    SessionStart: 'SessionStart',
    SessionEnd: 'SessionEnd',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    'PreToolUse.blocked': 'PreToolUse',
    'PreToolUse.tools': 'PreToolUse',
    'PreToolUse.patch': 'PreToolUse',
    PostToolUse: 'PostToolUse',
    'PostToolUse.tools': 'PostToolUse',
    'PostToolUse.patch': 'PostToolUse',
    Stop: 'Stop',
  },
  rows: [
    {
      says: 'a block is a denial with its reason',
      payload: 'PreToolUse.blocked',
      event: 'PreToolUse',
      hook: blocks,
      reads: { tool_name: 'Bash', tool: { kind: 'shell', command: 'rm -rf victim' }, turn_id: /./ },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'not here',
        },
      },
    },
    {
      says: 'a block without a reason has one, or the denial would be void',
      payload: 'PreToolUse.blocked',
      event: 'PreToolUse',
      hook: { prints: { decision: 'block', reason: '' } },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'blocked by a hook',
        },
      },
    },
    {
      says: 'a question is a block, because it knows none',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: asks,
      eventLog: {
        decision: 'block',
        dropped: ['ask by user/hook: the user cannot be prompted here, so it blocks'],
      },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'are you sure?',
        },
      },
    },
    {
      says: 'an approval is dropped before it is answered: alone it would be void',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: approves,
      eventLog: { decision: 'none', dropped: [/^allow by user\/hook/] },
      answer: '',
    },
    {
      says: 'a changed input has `allow` beside it, without which it would be void',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: rewrites({ command: 'touch b.txt' }, ['command']),
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { command: 'touch b.txt' },
        },
      },
    },
    {
      says: 'a halt before a tool is a block alone, because the rest would void it',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: { prints: { continue: false, stopReason: 'enough', suppressOutput: true } },
      eventLog: { dropped: ['halt: codex does not stop here'] },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'enough',
        },
      },
    },
    {
      says: 'an approved permission request is allowed, and a change of its input is not said',
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
      eventLog: { dropped: ['change of input by user/hook: this agent does not support it'] },
      answer: { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } },
    },
    {
      says: 'a patch yields its paths to a hook that names its tool',
      payload: 'PreToolUse',
      with: { tool_name: 'apply_patch', tool_input: { command: patch } },
      event: 'PreToolUse',
      hook: { ...blocks, front: { matcher: 'apply_patch', if: 'edit(b.ts)' } },
      reads: { tool_name: 'apply_patch', tool: { kind: 'edit', paths: ['src/a.ts', 'b.ts'] } },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'not here',
        },
      },
    },
    {
      says: 'a patch is an edit of each of its files to other hooks, and a block of one says which',
      payload: 'PreToolUse',
      with: { tool_name: 'apply_patch', tool_input: { command: patch } },
      event: 'PreToolUse',
      hook: { ...blocks, front: { matcher: 'Write|Edit', if: 'edit(b.ts)' } },
      reads: {
        tool_name: 'Edit',
        tool_input: { file_path: '{{project}}/b.ts', old_string: '', new_string: '' },
        tool: { kind: 'edit', native_name: 'apply_patch', paths: ['b.ts'] },
      },
      eventLog: {
        tool: { name: 'apply_patch' },
        hooks: [
          { outcome: 'skipped', cause: 'NO_MATCH', file: 'src/a.ts' },
          { outcome: 'blocking', file: 'b.ts' },
        ],
      },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'b.ts: not here',
        },
      },
    },
    {
      says: 'a change of one file of a patch is one of the patch',
      payload: 'PreToolUse',
      with: { tool_name: 'apply_patch', tool_input: { command: patch } },
      event: 'PreToolUse',
      hook: {
        ...rewrites({ file_path: '{{project}}/src/a.ts', old_string: '1', new_string: '3' }, ['new_string']),
        front: { matcher: 'Edit', if: 'Edit(src/**)', modify: { PreToolUse: ['new_string'] } },
      },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { command: patch.replace('+2', '+3') },
        },
      },
    },
    {
      says: 'what is said of a file after the call says of which',
      payload: 'PostToolUse',
      with: {
        tool_name: 'apply_patch',
        tool_input: { command: patch.replace('*** Delete File: b.ts', '*** Add File: b.ts\n+x') },
      },
      event: 'PostToolUse',
      hook: { ...blocks, front: { matcher: 'Write' } },
      answer: { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'b.ts: not here' } },
    },
    {
      says: 'a script that calls tools is looked at by every guard of the shell',
      payload: 'PreToolUse',
      with: { tool_name: 'exec', tool_input: { code: 'await tools.exec_command({cmd: "rm -rf /"})' } },
      event: 'PreToolUse',
      hook: { ...blocks, front: { if: 'Bash(rm *)' } },
      reads: { tool_name: 'Bash', tool: { kind: 'shell', native_name: 'exec', command: null } },
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'not here',
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
      says: 'a blocked prompt is a block with its reason',
      payload: 'UserPromptSubmit',
      event: 'UserPromptSubmit',
      hook: blocks,
      answer: { decision: 'block', reason: 'not here' },
    },
    {
      says: 'feedback goes the way of context, so that the model reads the output too',
      payload: 'PostToolUse',
      event: 'PostToolUse',
      hook: { prints: { ...blocks.prints, suppressOutput: true } },
      answer: { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'not here' } },
    },
    {
      says: 'a replaced output stands in its place as the reason of a block',
      payload: 'PostToolUse.tools',
      event: 'PostToolUse',
      hook: replacesOutput('PostToolUse', 'gone'),
      answer: { decision: 'block', reason: 'gone' },
    },
    {
      says: 'an output that is taken away whole leaves a word, because a block without one would be void',
      payload: 'PostToolUse.tools',
      event: 'PostToolUse',
      hook: replacesOutput('PostToolUse', ''),
      answer: { decision: 'block', reason: '[removed by a hook]' },
    },
    {
      says: 'a follow-up keeps it going',
      payload: 'Stop',
      event: 'Stop',
      hook: blocks,
      answer: { decision: 'block', reason: 'not here' },
    },
    {
      says: 'a halt at the end of a turn stops it',
      payload: 'Stop',
      event: 'Stop',
      hook: halts,
      answer: { continue: false, stopReason: 'enough' },
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

import { type AgentReplays, adds, asks, blocks, replacesOutput, rewrites } from './row.ts';

const before = { title: 'cat a', output: 'token=hunter2', metadata: { output: 'token=hunter2' } };
const after = { title: 'cat a', output: 'token=[redacted]', metadata: { output: 'token=[redacted]' } };

export const opencode: AgentReplays = {
  agent: 'opencode',
  silence: '',
  notice: { stdout: { message: /could not handle/ }, stderr: '' },
  rejection: { block: /could not handle/ },
  beforeTool: 'PreToolUse',
  events: {
    SessionStart: 'SessionStart',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    'PreToolUse.blocked': 'PreToolUse',
    'PreToolUse.tools': 'PreToolUse',
    PostToolUse: 'PostToolUse',
    Stop: 'Stop',
  },
  rows: [
    {
      says: 'a block is what our plugin throws',
      payload: 'PreToolUse.blocked',
      event: 'PreToolUse',
      hook: { ...blocks, front: { if: 'Bash(rm *)' } },
      reads: { tool_name: 'Bash', tool: { kind: 'shell', native_name: 'bash' } },
      answer: { block: 'not here' },
    },
    {
      says: 'a question is a block',
      payload: 'PreToolUse',
      event: 'PreToolUse',
      hook: asks,
      eventLog: { dropped: ['ask by user/hook: the user cannot be prompted here, so it blocks'] },
      answer: { block: 'are you sure?' },
    },
    {
      says: 'a changed input keeps the names that it came with',
      payload: 'PreToolUse.tools',
      event: 'PreToolUse',
      hook: rewrites({ file_path: '{{project}}/new.txt', content: 'bye\n' }, ['content']),
      reads: { tool_name: 'Write', tool: { paths: ['{{project}}/new.txt'] } },
      answer: { input: { filePath: '{{project}}/new.txt', content: 'bye\n' } },
    },
    {
      says: 'a patch yields its paths',
      payload: 'PreToolUse',
      with: {
        tool_name: 'apply_patch',
        tool_input: { patchText: '*** Begin Patch\n*** Delete File: b.ts\n*** End Patch\n' },
      },
      event: 'PreToolUse',
      hook: { ...blocks, front: { if: 'edit(b.ts)' } },
      reads: { tool_name: 'Edit', tool: { kind: 'edit', paths: ['b.ts'] } },
      answer: { block: 'not here' },
    },
    {
      says: 'a tool of an MCP server has its canonical name',
      payload: 'PreToolUse',
      with: { tool_name: 'lab_echo_text', tool_input: { text: 'a' } },
      event: 'PreToolUse',
      hook: { ...blocks, front: { matcher: 'mcp__lab__echo_text' } },
      answer: { block: 'not here' },
    },
    {
      says: 'what reads a resource of MCP servers is a tool of its own, and of no server',
      payload: 'PreToolUse',
      with: { tool_name: 'read_mcp_resource', tool_input: { server: 'lab', uri: 'lab://a' } },
      event: 'PreToolUse',
      hook: { ...blocks, front: { matcher: 'read_mcp_resource' } },
      reads: { tool_name: 'read_mcp_resource', tool: { kind: 'other', mcp: null } },
      answer: { block: 'not here' },
    },
    {
      says: 'the output of a tool of an MCP server is redacted in its content',
      payload: 'PostToolUse',
      with: {
        tool_name: 'lab_secret',
        tool_response: { content: [{ type: 'text', text: 'token=hunter2' }] },
      },
      event: 'PostToolUse',
      hook: {
        ...replacesOutput('PostToolUse', { content: [{ type: 'text', text: 'token=[redacted]' }] }),
        front: { matcher: 'mcp__lab__secret', modify: { PostToolUse: 'redact' } },
      },
      answer: { output: { content: [{ type: 'text', text: 'token=[redacted]' }] } },
    },
    {
      says: 'a redacted output is redacted in every place of it',
      payload: 'PostToolUse',
      with: { tool_response: before },
      event: 'PostToolUse',
      hook: { ...replacesOutput('PostToolUse', after), front: { modify: { PostToolUse: 'redact' } } },
      answer: { output: after },
    },
    {
      says: 'context goes to the prompt',
      payload: 'UserPromptSubmit',
      event: 'UserPromptSubmit',
      hook: adds('UserPromptSubmit'),
      answer: { context: 'mind the gap' },
    },
    {
      says: 'nobody waits at the end of a turn: a follow-up is dropped, and said',
      payload: 'Stop',
      event: 'Stop',
      hook: blocks,
      eventLog: { dropped: ['follow-up by user/hook: this event takes none'] },
      answer: '',
    },
  ],
};

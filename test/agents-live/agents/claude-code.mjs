export const claudeCode = {
  name: 'claude-code',
  package: '@anthropic-ai/claude-code@2.1.328',
  program: 'claude',
  shell: { tool: 'Bash', input: (command) => ({ command, description: 'As asked' }) },
  write: { tool: 'Write', input: (file_path, content) => ({ file_path, content }) },
  read: { tool: 'Read', input: (file_path) => ({ file_path }) },
  edit: {
    tool: 'Edit',
    input: (file_path, old_string, new_string) => ({ file_path, old_string, new_string }),
  },
  task: {
    tool: 'Agent',
    input: (prompt) => ({ description: 'As asked', prompt, subagent_type: 'general-purpose' }),
  },
  environment: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  files: () => ({ 'home/.claude/settings.json': '{\n  "permissions": { "allow": ["Bash", "Write"] }\n}\n' }),
  words: (prompt) => ['-p', prompt, '--model', 'claude-sonnet-4-5'],
  compacting: (words, run) => [
    {
      title: 'forked',
      words: [...words('forked'), '--continue', '--fork-session'],
      calls: [run('echo forked')],
      forgets: true,
    },
    { title: 'compaction', words: [...words('compaction', '/compact'), '--continue'], calls: [] },
    { title: 'continued', words: [...words('continued'), '--continue'], calls: [run('echo again')] },
  ],
};

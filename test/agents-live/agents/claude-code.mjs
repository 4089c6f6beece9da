export const claudeCode = {
  name: 'claude-code',
  package: '@anthropic-ai/claude-code@2.1.328',
  program: 'claude',
  shell: { tool: 'Bash', input: (command) => ({ command, description: 'As asked' }) },
  write: { tool: 'Write', input: (file_path, content) => ({ file_path, content }) },
  environment: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  files: () => ({ 'home/.claude/settings.json': '{\n  "permissions": { "allow": ["Bash", "Write"] }\n}\n' }),
  words: (prompt) => ['-p', prompt, '--model', 'claude-sonnet-4-5'],
};

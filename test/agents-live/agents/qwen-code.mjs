export const qwenCode = {
  name: 'qwen-code',
  package: '@qwen-code/qwen-code@0.24.4',
  program: 'qwen',
  shell: { tool: 'run_shell_command', input: (command) => ({ command, is_background: false }) },
  write: { tool: 'write_file', input: (file_path, content) => ({ file_path, content }) },
  read: { tool: 'read_file', input: (file_path) => ({ file_path }) },
  edit: {
    tool: 'edit',
    input: (file_path, old_string, new_string) => ({ file_path, old_string, new_string }),
  },
  task: {
    tool: 'agent',
    input: (prompt) => ({ description: 'As asked', prompt, subagent_type: 'general-purpose' }),
  },
  environment: ({ url }) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'scripted',
    QWEN_SANDBOX: 'false',
  }),
  more: (at) => [
    { name: 'run_shell_command', input: { command: 'pwd', directory: at('victim'), is_background: false } },
  ],
  // It compresses nothing: a session with the scripted model has no tokens.
  compacting: (words, run) => [
    {
      title: 'continued',
      words: [...words('continued'), '--continue'],
      calls: [run('echo again')],
      forgets: true,
    },
  ],
  // With an interactive shell, the output of a short command is sometimes lost.
  files: () => ({
    'home/.qwen/settings.json': `{
  "security": { "auth": { "selectedType": "openai" } },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "tools": { "shell": { "enableInteractiveShell": false } }
}
`,
  }),
  words: (prompt) => ['--yolo', '--auth-type', 'openai', '--model', 'scripted', '-p', prompt],
  cannot: {
    change: 'the original input runs',
    calls: 'it drops context from hooks there',
    redact: 'it accepts no changed output',
  },
};

export const geminiCli = {
  name: 'gemini-cli',
  package: '@google/gemini-cli@0.61.0',
  program: 'gemini',
  shell: { tool: 'run_shell_command', input: (command) => ({ command }) },
  write: { tool: 'write_file', input: (file_path, content) => ({ file_path, content }) },
  read: { tool: 'read_file', input: (file_path) => ({ file_path }) },
  edit: {
    tool: 'replace',
    input: (file_path, old_string, new_string) => ({
      file_path,
      old_string,
      new_string,
      instruction: 'As asked',
    }),
  },
  environment: ({ url }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_SANDBOX: 'false',
  }),
  task: { tool: 'invoke_agent', input: (prompt) => ({ agent_name: 'generalist', prompt }) },
  more: () => [{ name: 'run_shell_command', input: { command: 'pwd', dir_path: 'victim' } }],
  beside: /\.project_root$/,
  compacting: (words, run) => [
    { title: 'compaction', words: [...words('compaction', '/compress'), '--resume', 'latest'], calls: [] },
    {
      title: 'continued',
      words: [...words('continued'), '--resume', 'latest'],
      calls: [run('echo again')],
      forgets: true,
    },
  ],
  // With an interactive shell, the output of a short command is sometimes lost.
  files: () => ({
    'home/.gemini/settings.json': `{
  // Settings of the user.
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "tools": { "shell": { "enableInteractiveShell": false } }
}
`,
  }),
  words: (prompt) => ['--yolo', '--model', 'gemini-2.5-flash', '-p', prompt],
  cannot: { calls: 'it accepts no context there' },
};

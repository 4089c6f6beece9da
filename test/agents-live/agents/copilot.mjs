export const copilot = {
  name: 'copilot',
  package: '@github/copilot@1.0.102',
  program: 'copilot',
  shell: { tool: 'bash', input: (command) => ({ command, description: 'As asked' }) },
  write: { tool: 'create', input: (path, file_text) => ({ path, file_text }) },
  read: { tool: 'view', input: (path) => ({ path }) },
  edit: { tool: 'edit', input: (path, old_str, new_str) => ({ path, old_str, new_str }) },
  task: {
    tool: 'task',
    input: (prompt) => ({
      description: 'As asked',
      prompt,
      agent_type: 'general-purpose',
      name: 'helper',
      mode: 'sync',
    }),
  },
  compacting: (words, run) => [
    { title: 'compaction', words: [...words('compaction', '/compact'), '--continue'], calls: [] },
    {
      title: 'continued',
      words: [...words('continued'), '--continue'],
      calls: [run('echo again')],
      forgets: true,
    },
  ],
  // The user's own model, without a login.
  environment: ({ url }) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'scripted',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  words: (prompt) => ['-p', prompt, '--allow-all-tools', '--disable-client-telemetry'],
  cannot: { calls: 'it accepts no context there' },
};

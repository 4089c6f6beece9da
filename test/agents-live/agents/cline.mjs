const MODEL = ['-P', 'openai-compatible', '-m', 'scripted'];

export const cline = {
  name: 'cline',
  package: 'cline@3.0.65',
  program: 'cline',
  shell: { tool: 'run_commands', input: (command) => ({ commands: [command] }) },
  write: { tool: 'editor', input: (path, new_text) => ({ path, new_text }) },
  read: { tool: 'read_files', input: (path) => ({ files: [{ path }] }) },
  edit: { tool: 'editor', input: (path, old_text, new_text) => ({ path, old_text, new_text }) },
  task: { tool: 'spawn_agent', input: (task) => ({ task, systemPrompt: 'Help.' }) },
  beside: /\.json$/,
  isWhole: true,
  environment: () => ({ CLINE_TELEMETRY_DISABLED: '1', CLINE_NO_AUTO_UPDATE: '1' }),
  beforehand: ({ url }) => [
    ['auth', '-p', 'openai-compatible', '-k', 'none', '-m', 'scripted', '-b', `${url}/v1`],
  ],
  words: (prompt) => ['--json', ...MODEL, '--auto-approve', 'true', '-t', '60', prompt],
  cannot: {
    reason: 'a denial ends the whole run',
    prompt: 'it does not wait there',
    start: 'it does not wait there',
    redact: 'it accepts no changed output',
    stop: 'it does not wait there',
    reject: 'it does not wait there',
  },
};

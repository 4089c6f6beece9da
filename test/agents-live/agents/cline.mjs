const MODEL = ['-P', 'openai-compatible', '-m', 'scripted'];

export const cline = {
  name: 'cline',
  package: 'cline@3.0.65',
  program: 'cline',
  shell: { tool: 'run_commands', input: (command) => ({ commands: [command] }) },
  write: { tool: 'editor', input: (path, new_text) => ({ path, new_text }) },
  environment: () => ({ CLINE_TELEMETRY_DISABLED: '1', CLINE_NO_AUTO_UPDATE: '1' }),
  beforehand: ({ url }) => [
    ['auth', '-p', 'openai-compatible', '-k', 'none', '-m', 'scripted', '-b', `${url}/v1`],
  ],
  words: (prompt) => ['--json', ...MODEL, '--auto-approve', 'true', '-t', '60', prompt],
  cannot: {
    reason: 'a refusal ends the whole run',
    prompt: 'it waits for no answer there',
    start: 'it waits for no answer there',
    redact: 'it takes no other output',
    stop: 'it waits for no answer there',
    refuse: 'it waits for no answer there',
  },
};

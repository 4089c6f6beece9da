const model = {
  id: 'scripted',
  name: 'Scripted',
  reasoning: false,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 128_000,
  maxTokens: 4_096,
};

const settings = ({ url, project }) => ({
  models: {
    mode: 'merge',
    providers: {
      scripted: { baseUrl: `${url}/v1`, apiKey: 'none', api: 'openai-completions', models: [model] },
    },
  },
  agents: { defaults: { model: { primary: 'scripted/scripted' }, workspace: project } },
  tools: { exec: { host: 'gateway', mode: 'full' } },
});

export const openclaw = {
  name: 'openclaw',
  package: 'openclaw@2026.9.6',
  program: 'openclaw',
  shell: { tool: 'exec', input: (command) => ({ command }) },
  write: { tool: 'write', input: (path, content) => ({ path, content }) },
  files: (places) => ({ 'home/.openclaw/openclaw.json': `${JSON.stringify(settings(places), null, 2)}\n` }),
  // `agent exec` loads no plugins. A session of its own each time: it would go on with the last one.
  words: (prompt, { scene }) => [
    ...['agent', '--local', '--agent', 'main', '--session-id', scene],
    ...['--json', '--timeout', '90', '--message', prompt],
  ],
  cannot: {
    start: 'it waits for no answer there',
    calls: 'nothing can be added there',
    results: 'the output is stored before anybody is asked',
    redact: 'the output is stored before anybody is asked',
    stop: 'it sends nobody on who has called a tool in this run',
    refuse: 'a prompt cannot be taken back there',
  },
};

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
  read: { tool: 'read', input: (path) => ({ path }) },
  edit: { tool: 'edit', input: (path, oldText, newText) => ({ path, edits: [{ oldText, newText }] }) },
  more: (at) => [{ name: 'write', input: { path: at('long.txt'), content: 'long '.repeat(3_000) } }],
  beside: /openclaw-agent\.sqlite-wal$/,
  isBinary: true,
  files: (places) => ({ 'home/.openclaw/openclaw.json': `${JSON.stringify(settings(places), null, 2)}\n` }),
  // `agent exec` loads no plugins. Each run has a new session: otherwise it would continue the last one.
  words: (prompt, { scene }) => [
    ...['agent', '--local', '--agent', 'main', '--session-id', scene],
    ...['--json', '--timeout', '90', '--message', prompt],
  ],
  cannot: {
    start: 'it does not wait there',
    calls: 'hooks cannot add context there',
    results: 'it stores the output before any hook runs',
    redact: 'it stores the output before any hook runs',
    stop: 'it ignores follow-ups in a run with a tool call',
    reject: 'hooks cannot block a prompt there',
  },
};

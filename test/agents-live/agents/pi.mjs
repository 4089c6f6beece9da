const model = (url) => ({
  baseUrl: `${url}/v1`,
  api: 'openai-completions',
  apiKey: 'none',
  // The second leaves no room beside what pi reserves for a response.
  models: [{ id: 'scripted' }, { id: 'small', contextWindow: 16_480 }],
});

export const pi = {
  name: 'pi',
  // Newer versions cannot be installed: they need versions of @earendil-works/chord that the registry does not have.
  package: '@earendil-works/pi-coding-agent@0.87.1',
  program: 'pi',
  shell: { tool: 'bash', input: (command) => ({ command }) },
  write: { tool: 'write', input: (path, content) => ({ path, content }) },
  read: { tool: 'read', input: (path) => ({ path }) },
  edit: { tool: 'edit', input: (path, oldText, newText) => ({ path, edits: [{ oldText, newText }] }) },
  compacting: (words, run) => [
    {
      title: 'compaction',
      words: [...words('compaction'), '--continue', '--model', 'small'],
      calls: [run('echo again'), run('echo more')],
      forgets: true,
    },
  ],
  environment: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' }),
  files: ({ url }) => ({
    'home/.pi/agent/models.json': `${JSON.stringify({ providers: { scripted: model(url) } }, null, 2)}\n`,
    'home/.pi/agent/settings.json':
      '{ "enableInstallTelemetry": false, "compaction": { "keepRecentTokens": 1 } }\n',
  }),
  words: (prompt) => ['-p', '--provider', 'scripted', '--model', 'scripted', prompt],
};

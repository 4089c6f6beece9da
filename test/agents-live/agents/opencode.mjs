const settings = (url) => ({
  $schema: 'https://opencode.ai/config.json',
  autoupdate: false,
  share: 'disabled',
  model: 'scripted/scripted',
  small_model: 'scripted/scripted',
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `${url}/v1`, apiKey: 'none' },
      models: { scripted: { name: 'Scripted' } },
    },
  },
});

export const opencode = {
  name: 'opencode',
  package: 'opencode-ai@1.18.33',
  // With a plugin, OpenCode installs this package from the registry, unless it is there.
  besides: '@opencode-ai/plugin@1.18.33',
  program: 'opencode',
  shell: { tool: 'bash', input: (command) => ({ command, description: 'As asked' }) },
  write: { tool: 'write', input: (filePath, content) => ({ filePath, content }) },
  read: { tool: 'read', input: (filePath) => ({ filePath }) },
  edit: { tool: 'edit', input: (filePath, oldString, newString) => ({ filePath, oldString, newString }) },
  task: {
    tool: 'task',
    input: (prompt) => ({ description: 'As asked', prompt, subagent_type: 'general' }),
  },
  // Longer than a page of its database.
  more: (at) => [{ name: 'write', input: { filePath: at('long.txt'), content: 'long '.repeat(3_000) } }],
  beside: /^opencode\.db-wal$/,
  isBinary: true,
  // Without room for a response, it compacts without end. The log of the last session is to stay small.
  compacting: (words, run) => [
    {
      title: 'continued',
      before: ({ home }) => [
        '-e',
        `new (require('node:sqlite').DatabaseSync)('${home}/.local/share/opencode/opencode.db').exec('PRAGMA wal_checkpoint(TRUNCATE)')`,
      ],
      words: [...words('continued'), '--continue'],
      calls: [run('echo again')],
      forgets: true,
    },
  ],
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  files: ({ url }) => ({
    'home/.config/opencode/opencode.json': `${JSON.stringify(settings(url), null, 2)}\n`,
  }),
  copies: ({ besides }) => ({ [besides]: 'home/.config/opencode' }),
  words: (prompt) => ['run', '--model', 'scripted/scripted', prompt],
  cannot: {
    stop: 'it sends the event when it is already idle',
  },
};

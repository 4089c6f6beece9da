/** The input of this tool is the text of the patch, not JSON. */
function patchOf(path, text) {
  const lines = text.split('\n').map((line) => `+${line}`);
  return ['*** Begin Patch', `*** Add File: ${path}`, ...lines, '*** End Patch', ''].join('\n');
}

export const codex = {
  name: 'codex',
  package: '@openai/codex@0.169.0',
  program: 'codex',
  shell: { tool: 'exec_command', input: (cmd) => ({ cmd }) },
  write: { tool: 'apply_patch', input: patchOf },
  read: { tool: 'exec_command', input: (path) => ({ cmd: `cat ${path}` }) },
  edit: {
    tool: 'apply_patch',
    input: (path, before, after) =>
      [
        '*** Begin Patch',
        `*** Update File: ${path}`,
        '@@',
        `-${before}`,
        `+${after}`,
        '*** End Patch',
        '',
      ].join('\n'),
  },
  task: { tool: 'spawn_agent', namespace: 'multi_agent_v1', input: (message) => ({ message }) },
  environment: () => ({ SCRIPTED_KEY: 'none' }),
  files: ({ url }) => ({
    'home/.codex/config.toml': `# Settings of the user.
model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
`,
    // Without this rule, Codex rejects the command itself, and the hook has no effect.
    'home/.codex/rules/default.rules': 'prefix_rule(pattern = ["rm"], decision = "allow")\n',
  }),
  words: (prompt) => ['exec', '--skip-git-repo-check', prompt],
  more: (at) => [
    { name: 'exec_command', input: { cmd: 'pwd', workdir: at('victim'), login: false } },
    { name: 'exec_command', input: { cmd: 'cat', tty: true, yield_time_ms: 250 } },
    { name: 'view_image', input: { path: at('notes.txt') } },
    { name: 'get_goal', input: {} },
    { name: 'apply_patch', input: 'no patch' },
  ],
  compacting: (words, run) => {
    const [exec, ...rest] = words('compaction');
    const limit = ['-c', 'model_auto_compact_token_limit=105'];
    const calls = [run('echo again'), run('echo more')];
    return [
      { title: 'compaction', words: [exec, 'resume', '--last', ...limit, ...rest], calls, forgets: true },
    ];
  },
  // `hooks attach` starts Codex to read the hashes of its hooks, and Codex then writes these files.
  attachWords: ['--trust-agent'],
  ownFiles: /\.sqlite|\/\.tmp\//,
};

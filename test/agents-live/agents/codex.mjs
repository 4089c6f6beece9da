/** It takes a patch as it stands, which is no JSON. */
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
  environment: () => ({ SCRIPTED_KEY: 'none' }),
  files: ({ url }) => ({
    'home/.codex/config.toml': `# A person's own settings.
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
    // Without it Codex refuses the command itself, and nothing would be shown of ours.
    'home/.codex/rules/default.rules': 'prefix_rule(pattern = ["rm"], decision = "allow")\n',
  }),
  words: (prompt) => ['exec', '--skip-git-repo-check', prompt],
  // It is started to be asked for the hashes of hooks, and keeps its books then.
  attachWords: ['--trust-agent'],
  ownFiles: /\.sqlite|\/\.tmp\//,
};

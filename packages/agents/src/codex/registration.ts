import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import type { Registration } from '../registration.ts';
import { hookGroups } from '../registration.ts';
import { review } from './review.ts';

/** Codex stores the place and digest of each reviewed hook in `config.toml`, and computes the digest itself. */
export const registration: Registration = {
  program: 'codex',
  directories: { user: '~/.codex', shared: '.codex' },
  movedBy: { variable: 'CODEX_HOME' },
  form: hookGroups({
    files: { user: 'hooks.json', shared: 'hooks.json' },
    reads: { comments: false, trailingCommas: false, mark: false },
    unitMs: 1000,
  }),
  managed: {
    files: {
      linux: '/etc/codex/hooks.json',
      darwin: '/etc/codex/hooks.json',
    },
    channels: [
      {
        system: 'macOS',
        channel: 'MDM, as base64',
        path: 'com.openai.codex:requirements_toml_base64',
        payload: requirements,
      },
    ],
    onlyManaged: {
      pattern: /^\s*allow_managed_hooks_only\s*=\s*true/m,
      file: '/etc/codex/requirements.toml',
    },
    trap: 'Codex does not deliver the program that the entries start: install HookMD on each machine first.',
  },
  review,
  needs: [
    {
      // Codex trusts managed hooks.
      scopes: ['user', 'shared'],
      isReview: true,
      message: 'Codex skips hooks, without a word, until you have reviewed them.',
      remedy:
        'Start `codex`, type `/hooks`, and trust those that name `hooks-fire`; or attach with `--trust-agent`.',
      isMet: (read, { directory }) => {
        const config = read(join(directory, 'config.toml'));
        // Only Codex knows whether a stored digest is that of the hook.
        return config?.includes(`${join(directory, 'hooks.json')}:`) ? null : false;
      },
    },
    {
      scopes: ['shared'],
      message: 'Codex reads the hooks of a project only where you trust the project.',
      remedy: 'Start `codex` in it and confirm.',
    },
  ],
};

/** The same entries for `requirements.toml`. Codex loads them only if `managed_dir` exists. */
function requirements({ hooks = {} }: JsonObject, { directory }: { readonly directory: string }): string {
  const lines = ['[hooks]', `managed_dir = ${JSON.stringify(directory)}`];
  for (const [event, groups] of Object.entries(hooks as JsonObject))
    for (const group of listOf(groups)) {
      lines.push('', `[[hooks.${event}]]`);
      for (const hook of listOf(group['hooks'])) {
        const keys = Object.entries(hook).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
        lines.push(`[[hooks.${event}.hooks]]`, ...keys);
      }
    }
  return `${lines.join('\n')}\n`;
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

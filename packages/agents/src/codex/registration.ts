import { join } from 'node:path';
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
  review,
  needs: [
    {
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

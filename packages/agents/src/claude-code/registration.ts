import type { Registration } from '../registration.ts';
import { hookGroups } from '../registration.ts';

export const registration: Registration = {
  program: 'claude',
  directories: { user: '~/.claude', project: '.claude', shared: '.claude' },
  movedBy: { variable: 'CLAUDE_CONFIG_DIR' },
  form: hookGroups({
    files: { user: 'settings.json', project: 'settings.local.json', shared: 'settings.json' },
    reads: { comments: false, trailingCommas: false, mark: true },
    unitMs: 1000,
    matchers: { FileChanged: '.env|.envrc' },
  }),
  managedFiles: ['/etc/claude-code/managed-settings.json'],
  leftOut: {
    WorktreeCreate: 'a hook of it creates the worktree instead of Claude Code',
    WorktreeRemove: 'a hook of it removes the worktree instead of Claude Code',
  },
  onDemand: ['MessageDisplay'],
  needs: [],
};

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
  managed: {
    files: {
      linux: '/etc/claude-code/managed-settings.d/50-hookmd.json',
      darwin: '/Library/Application Support/ClaudeCode/managed-settings.d/50-hookmd.json',
    },
    channels: [
      { system: 'any', channel: 'admin console', path: 'Admin settings > Claude Code > Managed settings' },
    ],
    besides: ['../managed-settings.json'],
    isDropIn: true,
    replacedBy: {
      file: 'remote-settings.json',
      unless: /"managedSourcesBehavior"\s*:\s*"merge"/,
      why: 'your organization has server-managed settings, and Claude Code reads those instead',
      fix: 'Add `"managedSourcesBehavior": "merge"` to the server-managed settings in the admin console.',
    },
    onlyManaged: { pattern: /"allowManagedHooksOnly"\s*:\s*true/ },
    outlastsOff: true,
    trap: 'Server-managed settings replace these files without a message, unless they have `"managedSourcesBehavior": "merge"`.',
  },
  leftOut: {
    WorktreeCreate: 'a hook of it creates the worktree instead of Claude Code',
    WorktreeRemove: 'a hook of it removes the worktree instead of Claude Code',
  },
  onDemand: ['MessageDisplay'],
  needs: [],
};

import type { HookForm } from './form.ts';
import { readGroups, type TranslateHook } from './groups.ts';

const translate: TranslateHook = (written) => ({ ...written, notHonored: [] });

/** Claude Code's settings and plugins; other agents read and write this form too. */
export const claudeForm: HookForm = {
  id: 'claude',
  agent: 'Claude Code',
  protocol: 'claude',
  files: [/(?:^|\/)\.claude\/settings(?:\.local)?\.json$/],
  root: ['CLAUDE_PLUGIN_ROOT'],
  example: 'PreToolUse: [{ matcher: Write, hooks: [{ type: command, command: lint }] }]',
  recognizes: () => true,
  read: (value) => readGroups(value, { key: 'hooks', translate }),
};

/** HookMD's own settings: the same form under `entries`. */
export const settingsForm: HookForm = {
  ...claudeForm,
  id: 'settings',
  agent: 'HookMD',
  files: [/(?:^|\/)config\.yaml$/],
  root: [],
  recognizes: (path) => /(?:^|\/)config\.yaml$/.test(path),
  read: (value) => readGroups(value, { key: 'entries', translate }),
};

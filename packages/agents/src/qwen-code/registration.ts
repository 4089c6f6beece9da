import type { Registration } from '../registration.ts';
import { hookGroups } from '../registration.ts';

/** Qwen Code reads a timeout below 1,000 as seconds. */
export const registration: Registration = {
  program: 'qwen',
  directories: { user: '~/.qwen', shared: '.qwen' },
  movedBy: { variable: 'QWEN_HOME' },
  form: hookGroups({
    files: { user: 'settings.json', shared: 'settings.json' },
    reads: { comments: true, trailingCommas: false, mark: true },
    unitMs: 1000,
  }),
  managed: {
    files: {
      linux: '/etc/qwen-code/settings.json',
      darwin: '/Library/Application Support/QwenCode/settings.json',
    },
    movedBy: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
    removableWith: 'the variable QWEN_CODE_SYSTEM_SETTINGS_PATH, or by disabling hooks in the settings',
    trap: 'The file also overrides all other settings of users, so keep only what you mean to enforce in it.',
  },
  needs: [
    {
      scopes: ['shared'],
      message: 'Qwen Code reads the settings of a project only in a trusted directory.',
      remedy: 'Start `qwen` in it and trust it.',
    },
  ],
};

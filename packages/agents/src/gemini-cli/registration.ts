import type { Registration } from '../registration.ts';
import { hookGroups } from '../registration.ts';

export const registration: Registration = {
  program: 'gemini',
  directories: { user: '~/.gemini', shared: '.gemini' },
  movedBy: { variable: 'GEMINI_CLI_HOME', below: '.gemini' },
  form: hookGroups({
    files: { user: 'settings.json', shared: 'settings.json' },
    reads: { comments: true, trailingCommas: false, mark: false },
    unitMs: 1,
  }),
  managed: {
    files: {
      linux: '/etc/gemini-cli/settings.json',
      darwin: '/Library/Application Support/GeminiCli/settings.json',
    },
    movedBy: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
    removableWith: 'the variable GEMINI_CLI_SYSTEM_SETTINGS_PATH, or by disabling hooks in the settings',
    trap: 'The file also overrides all other settings of users, so keep only what you mean to enforce in it.',
  },
  onDemand: ['PreModelCall', 'PostModelCall', 'PreCompact'],
  needs: [
    {
      scopes: ['shared'],
      message:
        'Gemini CLI reads the settings of a project only in a trusted directory, and warns about new hooks.',
      remedy: 'Start `gemini` in it and trust it.',
    },
  ],
};

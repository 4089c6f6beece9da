/** Settings, and what HookMD keeps. A part of the catalogue, and of its page. */
export const settingsRows = {
  // Settings
  CONFIG_UNREADABLE: {
    severity: 'error',
    message: 'HookMD cannot read the settings: {detail}.',
    remedy: 'Make it a readable file.',
  },
  CONFIG_YAML: {
    severity: 'error',
    message: 'The settings are not valid YAML: {detail}.',
    remedy: 'Fix the YAML on this line.',
  },
  SETTINGS_UNCHANGED: {
    severity: 'warning',
    message: 'These settings have an error, so HookMD keeps using their last valid version.',
    remedy: 'Run `hooks check` to see where the error is, then fix it.',
  },
  CONFIG_VALUE: {
    severity: 'error',
    message: '`{key}` {detail}.',
    remedy: 'For example: `{example}`.',
  },
  CONFIG_UNKNOWN_KEY: {
    severity: 'error',
    message: '`{key}` is not a setting.',
    remedy: '{suggestion}Correct or remove it; `hooks config get` lists all settings.',
  },
  OPTION_UNKNOWN: {
    severity: 'error',
    message: '`{path}` is set, but the hook {name} has no such option.',
    remedy: '{fix}',
  },
  OPTION_VALUE: {
    severity: 'error',
    message: '`{path}` must be {expected}; found {found}. It is ignored.',
    remedy: 'Correct it; `hooks info {name}` lists the options and their values.',
  },
  OPTION_NOT_FOR_PROJECT: {
    severity: 'error',
    message: 'A project cannot set `{path}`: {why}.',
    remedy: 'Set it in your own settings, ~/.hookmd/config.yaml.',
  },
  CONFIG_NOT_FOR_PROJECT: {
    severity: 'error',
    message: 'A project cannot set `{key}`: {why}. It has no effect.',
    remedy: 'Remove it from the project; set it for yourself with `hooks config set`.',
  },
  CONFIG_NOT_WRITABLE: {
    severity: 'error',
    message: 'HookMD cannot write the settings in {path}: {detail}. Nothing was changed.',
    remedy: 'Free disk space, or fix the permissions of its directory.',
  },
  CONFIG_LINK_LEAVES_PROJECT: {
    severity: 'error',
    message: '{path} is a symlink to {target}, outside the project. Nothing was changed.',
    remedy: 'Edit that file, or replace the symlink with a file.',
  },
  MORE_ISSUES: {
    severity: 'warning',
    message: 'This file has {count} more problems.',
    remedy: 'Fix the ones that are shown, then run the command again to see the others.',
  },

  // State
  STATE_CORRUPT: {
    severity: 'warning',
    message:
      'A damaged state record was moved to {aside}, so some hooks may no longer be enabled or approved.',
    remedy: 'Run `hooks list` to see which ones, then run `hooks enable` for each of them.',
  },
  STATE_NOT_WRITABLE: {
    severity: 'error',
    message: 'HookMD cannot write to its state directory: {detail}. Nothing was changed.',
    remedy: 'Free disk space, or fix the permissions of {path}.',
  },
  STATE_IGNORED: {
    severity: 'error',
    message: 'HookMD ignores this state: {detail}.',
    remedy:
      'Make sure that you own {path} and that others cannot write to it. If you did not create it, remove it.',
  },
  SESSION_NOT_WRITABLE: {
    severity: 'warning',
    message: 'HookMD cannot save the session: {detail}. A hook with `once` may run again.',
    remedy: 'Free disk space, or fix the permissions of {path}.',
  },
  STATE_LOCKED: {
    severity: 'error',
    message: 'Another `hooks` command has held the lock {path} for {seconds} s. Nothing was changed.',
    remedy: 'Wait until it ends. If none is running, remove the lock.',
  },
  RUNTIME_DIRECTORY: {
    severity: 'error',
    message:
      'Other users can access the directory of the daemon, {path}: {detail}. Each event runs in a process of its own instead.',
    remedy: 'Remove it; HookMD creates it again.',
  },
  RUNTIME_RUNS: {
    severity: 'error',
    message: 'A daemon for {path} is already running.',
    remedy: 'Run `hooks status` to see it, or `hooks daemon --stop` to stop it.',
  },
  LAUNCHER_PLACE: {
    severity: 'error',
    message: 'HookMD cannot create the launcher: the path {path} contains a line break.',
    remedy: 'Use another directory: `--state DIR`, `--home DIR`.',
  },
  RUNTIME_STUCK: {
    severity: 'error',
    message: 'The daemon of {path} does not respond. Launchers that wait for it run their events without it.',
    remedy: 'End its process: `hooks doctor` and the system list it as `hooks daemon`.',
  },
  STATE_IN_PROJECT: {
    severity: 'error',
    message:
      'The {kind} {path} is inside the project {project}, so that repository could approve its own hooks.',
    remedy: 'Use a directory outside the project: `--state DIR`, `--home DIR`.',
  },
  STORE_DAMAGED: {
    severity: 'error',
    message: 'The approved copy of {name} is missing or was changed, so the hook does not run.',
    remedy: 'Run `hooks approve {name}` to approve it again.',
  },
  EVENT_LOG_NOT_WRITABLE: {
    severity: 'warning',
    message: 'HookMD cannot write the event log: {detail}. Decisions are not affected.',
    remedy: 'Free disk space, or fix the permissions of {path}.',
  },

  EVENT_LOG_DAMAGED: {
    severity: 'warning',
    message: 'HookMD skipped damaged records in the event log: {damage}.',
    remedy: 'You do not need to do anything: all other records are intact.',
  },
} as const;

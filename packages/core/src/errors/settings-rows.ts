/** Settings, and what HookMD keeps. A part of the catalogue, and of its page. */
export const settingsRows = {
  // Settings
  CONFIG_UNREADABLE: {
    severity: 'error',
    message: 'The configuration cannot be read: {detail}.',
    remedy: 'Make it a readable file.',
  },
  CONFIG_YAML: {
    severity: 'error',
    message: 'The configuration is not valid YAML: {detail}.',
    remedy: 'Correct the YAML at this place.',
  },
  SETTINGS_UNCHANGED: {
    severity: 'warning',
    message: 'What these settings said before goes on holding, until they can be read again.',
    remedy: 'Correct them; `hooks check` says where.',
  },
  CONFIG_VALUE: {
    severity: 'error',
    message: '`{key}` {detail}.',
    remedy: 'Write for example `{example}`.',
  },
  CONFIG_UNKNOWN_KEY: {
    severity: 'error',
    message: '`{key}` is not a configuration key.',
    remedy: '{suggestion}Correct or remove it.',
  },
  OPTION_UNKNOWN: {
    severity: 'error',
    message: '`{path}` is set, and the hook {name} has no such option.',
    remedy: '{fix}',
  },
  OPTION_VALUE: {
    severity: 'error',
    message: '`{path}` must be {expected}; found {found}. It is ignored.',
    remedy: 'Correct it; `hooks info {name}` lists the options with their values.',
  },
  OPTION_NOT_FOR_PROJECT: {
    severity: 'error',
    message: 'A project cannot set `{path}`: {why}.',
    remedy: 'Set it in the user configuration ~/.hookmd/config.yaml.',
  },
  CONFIG_NOT_FOR_PROJECT: {
    severity: 'error',
    message: 'A project cannot set `{key}`: {why}. The key has no effect.',
    remedy: 'Leave it out of the project; for yourself, set it with `hooks config set`.',
  },
  CONFIG_NOT_WRITABLE: {
    severity: 'error',
    message: 'The configuration {path} cannot be written: {detail}. Nothing was changed.',
    remedy: 'Free space or fix the permissions of its folder.',
  },
  CONFIG_LINK_LEAVES_PROJECT: {
    severity: 'error',
    message: '{path} is a link to {target}, outside the project. Nothing was changed.',
    remedy: 'Edit that file itself, or replace the link by a file.',
  },
  MORE_ISSUES: {
    severity: 'warning',
    message: 'There are {count} more issues in this file.',
    remedy: 'Correct those shown first.',
  },

  // State
  STATE_CORRUPT: {
    severity: 'warning',
    message: 'A state record was damaged and set aside as {aside}.',
    remedy: 'Run `hooks list` and enable what is missing again.',
  },
  STATE_NOT_WRITABLE: {
    severity: 'error',
    message: 'The state folder cannot be written: {detail}. Nothing was changed.',
    remedy: 'Free space or fix the permissions of {path}.',
  },
  STATE_IGNORED: {
    severity: 'error',
    message: 'State is ignored: {detail}.',
    remedy: 'Make {path} readable, your own and not writable by others; remove it if you did not expect it.',
  },
  SESSION_NOT_WRITABLE: {
    severity: 'warning',
    message: 'The session cannot be remembered: {detail}. A hook that runs once may run again.',
    remedy: 'Free space or fix the permissions of {path}.',
  },
  STATE_LOCKED: {
    severity: 'error',
    message: 'Another hooks command has held the lock {path} for {seconds} s. Nothing was changed.',
    remedy: 'Wait for it to end; if none is running, remove it.',
  },
  RUNTIME_DIRECTORY: {
    severity: 'error',
    message:
      'The folder of the resident runtime, {path}, is not for its owner alone: {detail}. No event goes through it; each is judged by a process of its own.',
    remedy: 'Remove it: it is made anew.',
  },
  RUNTIME_RUNS: {
    severity: 'error',
    message: 'A resident runtime of {path} runs already.',
    remedy: 'See `hooks status`; `hooks serve --stop` ends it.',
  },
  LAUNCHER_PLACE: {
    severity: 'error',
    message: 'No launcher can be made: the path {path} has a line break in it.',
    remedy: 'Use a folder without one: `--state DIR`, `--home DIR`.',
  },
  RUNTIME_STUCK: {
    severity: 'error',
    message:
      'The resident runtime of {path} does not answer. Launchers that it keeps waiting judge their events without it.',
    remedy: 'End its process: `hooks doctor` and the system list it as `hooks serve`.',
  },
  STATE_IN_PROJECT: {
    severity: 'error',
    message:
      'The {kind} {path} lies inside the project {project}: a repository would choose what is trusted.',
    remedy: 'Use a folder outside the project.',
  },
  STORE_DAMAGED: {
    severity: 'error',
    message: 'The approved copy of {name} is missing or was changed; the hook does not run.',
    remedy: 'Run `hooks trust {name}` to approve it anew.',
  },
  EVENT_LOG_NOT_WRITABLE: {
    severity: 'warning',
    message: 'The event log cannot be written: {detail}. Decisions are not affected.',
    remedy: 'Free space or fix the permissions of {path}.',
  },

  EVENT_LOG_DAMAGED: {
    severity: 'warning',
    message: 'Skipped in the event log: {damage}.',
    remedy: 'Nothing needs to be done: every other record is whole.',
  },
} as const;

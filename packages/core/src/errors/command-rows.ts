/** What a command gets as arguments and does not find. A part of the catalog, and of its page. */
export const commandRows = {
  // Commands
  // What is not found ends with 1 where it might be there (a hook, a dispatch, a version), with 2 where the word is wrong
  // (a command, an event, an agent, a setting) or a file that the call names is missing.
  HOOK_NOT_FOUND: {
    severity: 'error',
    message: 'There is no hook "{name}".',
    remedy: '{suggestion}Run `hooks list --all` to list all hooks.',
    exitCode: 1,
  },
  HOOK_DISABLED: {
    severity: 'error',
    message: '{name} is disabled, so nothing ran.',
    remedy: 'Run `hooks enable {name}`, then run the event again.',
  },
  HOOK_AMBIGUOUS: {
    severity: 'error',
    message: '"{name}" matches several hooks: {candidates}.',
    remedy: 'Use one of these names.',
  },
  HOOK_INVALID: {
    severity: 'error',
    message: '{name} has errors and cannot be {action}.',
    remedy: 'Fix them, then run `hooks check {name}`.',
  },
  HANDLER_NOT_BUILT: {
    severity: 'error',
    message: '{name} was not approved, because its handler cannot be built. {detail}.',
    remedy: 'Fix that, then run `hooks check {name}`.',
  },
  EXECUTABLE_OUTPUT: {
    severity: 'error',
    message: '{name} was not approved: `{file} hook` must print an event name, but it {detail}.',
    remedy: 'Let `{file} hook` print one of {events}, nothing else, and exit with 0.',
  },
  EXECUTABLE_NOT_RUNNABLE: {
    severity: 'error',
    message: '{name} was not approved, because it cannot run: {detail}',
    remedy: '{fix}',
  },
  HOOK_VANISHED: {
    severity: 'error',
    message: 'The directory of {name} is gone, so there is nothing to approve. Nothing was changed.',
    remedy: 'Restore the directory, or run `hooks remove {name}`.',
  },
  HOOK_BUILTIN: {
    severity: 'error',
    message: '{name} is part of HookMD: it has no files, and needs no approval.',
    remedy: 'Run `hooks info {name}`.',
  },
  HOOK_MANAGED: {
    severity: 'error',
    message: '{name} is managed: only the administrator of this machine can change it.',
    remedy: 'Edit /etc/hookmd.',
  },
  HOOK_REQUIRED: {
    severity: 'error',
    message: 'The policy of this machine requires {name} ({path}:{line}). Nothing was changed.',
    remedy: 'Ask the administrator.',
  },
  EVENT_NOT_FOUND: {
    severity: 'error',
    message: 'There is no event "{name}".',
    remedy: '{suggestion}Run `hooks events` to list all events.',
  },
  AGENT_NOT_FOUND: {
    severity: 'error',
    message: 'There is no agent "{name}".',
    remedy: '{suggestion}Known agents: {known}.',
  },
  CODE_NOT_FOUND: {
    severity: 'error',
    message: 'There is no error code "{name}".',
    remedy: '{suggestion}Run `hooks explain` to list all codes.',
  },
  SETTING_NOT_FOUND: {
    severity: 'error',
    message: 'There is no setting `{key}`.',
    remedy: '{suggestion}Run `hooks config get` to list all settings.',
  },
  SETTING_NOT_SET: {
    severity: 'error',
    message: '`{key}` is not set.',
    remedy: 'Run `hooks config set {word} VALUE`.',
  },
} as const;

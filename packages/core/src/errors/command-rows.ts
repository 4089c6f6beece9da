/** What a command gets as arguments and does not find. A part of the catalog, and of its page. */
export const commandRows = {
  // Commands
  // What is not found ends with 1 where it might be there (a hook, a dispatch, a version), with 2 where the word is wrong
  // (a command, an event, an agent, a setting) or a file that the call names is missing.
  HOOK_NOT_FOUND: {
    severity: 'error',
    message: 'There is no hook "{name}".',
    remedy: '{suggestion}`hooks list --all` shows every hook.',
    exitCode: 1,
  },
  HOOK_AMBIGUOUS: {
    severity: 'error',
    message: '"{name}" could be {candidates}.',
    remedy: 'Use one of these names.',
  },
  HOOK_INVALID: {
    severity: 'error',
    message: '{name} has errors and cannot be {action}.',
    remedy: 'See `hooks info {name}`.',
  },
  HANDLER_NOT_BUILT: {
    severity: 'error',
    message: '{name} was not approved: its handler cannot be built. {detail}.',
    remedy: 'Mend what is named; `hooks build {name} --check` tries it again.',
  },
  EXECUTABLE_OUTPUT: {
    severity: 'error',
    message: '{name} was not approved: asked for its event, it {detail}.',
    remedy: 'Let `{file} hook` print one of {events}, nothing else, and exit with 0.',
  },
  EXECUTABLE_NOT_RUNNABLE: {
    severity: 'error',
    message: '{name} was not approved, because it cannot be run: {detail}',
    remedy: '{fix}',
  },
  HOOK_VANISHED: {
    severity: 'error',
    message: 'The folder of {name} is gone: there is nothing to approve. Nothing was changed.',
    remedy: 'Put the folder back, or run `hooks remove {name}`.',
  },
  HOOK_BUILTIN: {
    severity: 'error',
    message: '{name} is part of HookMD: it has no files to look at, and needs no approval.',
    remedy: 'See `hooks info {name}`.',
  },
  HOOK_MANAGED: {
    severity: 'error',
    message: '{name} is managed; only the administrator of this machine can change it.',
    remedy: 'Edit /etc/hookmd.',
  },
  HOOK_REQUIRED: {
    severity: 'error',
    message: '{name} is required by the policy of this machine ({path}:{line}). Nothing was changed.',
    remedy: 'Ask the administrator.',
  },
  EVENT_NOT_FOUND: {
    severity: 'error',
    message: 'There is no event "{name}".',
    remedy: '{suggestion}`hooks events` lists all.',
  },
  AGENT_NOT_FOUND: {
    severity: 'error',
    message: 'There is no agent "{name}".',
    remedy: '{suggestion}Known: {known}.',
  },
  SETTING_NOT_FOUND: {
    severity: 'error',
    message: 'There is no setting `{key}`.',
    remedy: '{suggestion}`hooks config get` shows all that hold.',
  },
  SETTING_NOT_SET: {
    severity: 'error',
    message: '`{key}` is not set.',
    remedy: 'Set it with `hooks config set {word} VALUE`.',
  },
} as const;

/**
 * Errors of how HookMD is called: by the user, an event, settings entries, a program and an attached agent. A part of the
 * catalog, and of its page.
 */
export const callRows = {
  COMMAND_NOT_FOUND: {
    severity: 'error',
    message: 'There is no command "{name}".',
    remedy: '{suggestion}`hooks --help` lists all.',
  },
  USAGE: {
    severity: 'error',
    message: '{detail}',
    remedy: '{fix}',
  },
  PAYLOAD: {
    severity: 'error',
    message: 'The payload {detail}.',
    remedy: '{fix}',
  },
  ENTRIES_UNREADABLE: {
    severity: 'error',
    message: 'Its settings entries cannot be read: {detail}.',
    remedy: 'Correct the file at this place.',
  },
  SETTINGS_NOT_FOUND: {
    severity: 'error',
    message: 'There is no {path}, so its hooks cannot take part. Nothing was done.',
    remedy: 'Name a file that is there.',
  },
  DIRECTORY_NOT_FOUND: {
    severity: 'error',
    message: '`{option}` names {path}, and there is no such folder. Nothing was done.',
    remedy: 'Name a folder that is there.',
  },
  ENTRY_SHAPE: {
    severity: 'error',
    message: '`{key}` {detail}.',
    remedy: 'Write for example `{example}`.',
  },
  ENTRY_UNKNOWN_KEY: {
    severity: 'warning',
    message: '`{key}` is not a key of a settings entry; it has no effect.',
    remedy: '{suggestion}Remove it, or make the hook a package.',
  },
  ENTRIES_OF_OTHER_AGENT: {
    severity: 'error',
    message: 'These are hooks for {agent}, in a form that HookMD does not read. None of them is a hook here.',
    remedy: 'Write each of them as a package: `hooks new NAME`.',
  },
  ENTRY_NEIGHBORS: {
    severity: 'warning',
    message:
      'The command runs {file}, which reads files beside itself (`{evidence}`). Only {file} is copied when you approve it, so the hook may do nothing, without an error.',
    remedy: '`hooks import {path}` makes a package with these files.',
  },
  ENTRY_FILE: {
    severity: 'error',
    message: 'The command runs {file}, {detail}: what would run is not what was approved.',
    remedy: '{fix}',
  },
  ENTRY_UNPINNED: {
    severity: 'warning',
    message: 'The command runs {file}, {detail}: HookMD cannot pin the files that it runs.',
    remedy: '{fix}',
  },
  CALLBACK_INVALID: {
    severity: 'error',
    message: 'This callback cannot be registered: {detail}',
    remedy: 'Correct the call of `hooks.on`; its options mean what they mean in a manifest.',
  },
  OPTIONS_INVALID: {
    severity: 'error',
    message: '`{call}` cannot take these options: {detail} Nothing was opened.',
    remedy: 'Correct them; the type `{type}` says what each is.',
  },
  CALL_INVALID: {
    severity: 'error',
    message: '`{call}` was called with what it does not take: {detail} Nothing was asked or done.',
    remedy: 'Write for example `{example}`.',
  },
  RESULT_INVALID: {
    severity: 'error',
    message: 'The function `{name}` gave what cannot be used: {detail}',
    remedy: '{fix}',
  },
  RULES_INVALID: {
    severity: 'error',
    message: 'These rules cannot be judged: {detail}',
    remedy: 'Correct the call of `hooks.rules`: a rule is the name of a tool, or `Tool(glob)`.',
  },
  HOOKS_CLOSED: {
    severity: 'error',
    message: 'These hooks were closed, so {event} can be asked of nobody.',
    remedy: 'Fire events before `close()`, or open the hooks again with `createHooks`.',
  },
  NO_COMPACTION: {
    severity: 'error',
    message: 'This conversation was to be compacted, and nothing was given that does it. It is as it was.',
    remedy: 'Give `compact` a function, or the session the host action `compact`.',
  },
  MODEL_BY_NAME: {
    severity: 'error',
    message:
      '"{model}" is the name of a model, and hooks can only be asked around a model itself. Nothing was called.',
    remedy: "Give the model that your provider makes of the name, such as `gateway('{model}')`.",
  },
  AGENT_NOT_WRAPPED: {
    severity: 'error',
    message:
      'The agent of this run has neither a model nor tools that ask hooks, so its calls were made and no hook was asked.',
    remedy:
      'Make it with `session.settings({ model, tools })`, or wrap them with `session.model` and `session.tools`.',
  },
  RUN_CONTINUES: {
    severity: 'error',
    message:
      'This conversation has a run that has not ended, and a second one would mix with it. Nothing was asked or done.',
    remedy: 'Wait for the first one or cancel it, or open another session.',
  },
  CONVERSATION_UNKNOWN: {
    severity: 'error',
    message:
      'What `hookMiddleware` was given for this run is no conversation that `openLangChainSession` or `subagent` made, and no hook can be asked. Nothing was called.',
    remedy: 'Give the very object that was made, not a copy of it.',
  },
  AGENT_CALLS: {
    severity: 'error',
    message: '`hooks {command}` was called by an agent ({variable} is set). Nothing was changed.',
    remedy: 'Run it yourself, in a terminal of your own.',
  },
  ATTACH_SCOPE: {
    severity: 'error',
    message: '{agent} has no settings of that scope.',
    remedy: '{fix}',
  },
  ATTACH_SHARED_STATE: {
    severity: 'error',
    message:
      'What is shared starts the launcher of the state folder that everybody has, {usual}; yours is {state}, and nobody would be asked. Nothing was changed.',
    remedy: 'Attach without `--shared`, or use the state folder that everybody has.',
  },
  ATTACH_UNREADABLE: {
    severity: 'error',
    message: 'These settings of {agent} cannot be read: {detail}.',
    remedy: 'Correct that; then run the command again.',
  },
  ATTACH_JSON: {
    severity: 'error',
    message: 'These settings of {agent} cannot be edited: {detail}.',
    remedy:
      'Correct them at this place, then run `{command}`; {agent} itself reads them otherwise than they look, or not at all.',
  },
  ATTACH_TAKEN: {
    severity: 'error',
    message: "{agent} starts one file of this name, and that one is somebody else's.",
    remedy: 'Call `{command}` in it, with what came on its standard input; or move it away.',
  },
  ATTACH_NOT_WRITABLE: {
    severity: 'error',
    message: 'These settings of {agent} cannot be written: {detail}.',
    remedy: 'Run `chmod u+w {target}`, then `{command}`; or change them where they come from.',
  },
  ATTACH_LINK_LEAVES_PROJECT: {
    severity: 'error',
    message: 'It is a link to {target}, outside the project.',
    remedy: 'Replace the link by a file, or attach for yourself, without `--shared` and `--scope`.',
  },
  ATTACH_UNANSWERED: {
    severity: 'error',
    message:
      'Whether to change the settings of {agent} must be answered, and nobody can be asked here. Nothing was changed.',
    remedy: 'Look at `{command} --dry-run`, then answer with `--yes`.',
  },
  ATTACH_DECLINED: {
    severity: 'error',
    message: 'Nothing was changed, as you said.',
    remedy: 'Run `{command}` again when you are ready.',
  },
  ATTACH_CHANGED: {
    severity: 'error',
    message: '{path} was changed by somebody else after it was shown to you. Nothing was changed.',
    remedy: 'Run the command again.',
  },
  ATTACH_INTERRUPTED: {
    severity: 'error',
    message: '{path} could not be written: {detail}. What was written before it is recorded.',
    remedy: 'Mend that and run the command again, or `hooks detach {agent}`.',
  },
  ATTACH_REVIEW: {
    severity: 'error',
    message: '{agent} could not be told that its hooks were reviewed: {detail}. {state}',
    remedy: 'Review them in {agent} itself, or run the command again.',
  },
} as const;

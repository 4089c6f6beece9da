/**
 * Errors of how HookMD is called: by the user, an event, settings entries, a program and an attached agent. A part of the
 * catalog, and of its page.
 */
export const callRows = {
  COMMAND_NOT_FOUND: {
    severity: 'error',
    message: 'There is no command "{name}".',
    remedy: '{suggestion}Run `hooks --help` to list all commands.',
  },
  NOTHING_TO_CHOOSE: {
    severity: 'error',
    message: 'There is no hook here to {command}.',
    remedy: 'Run `hooks list --all` to list all hooks.',
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
    message: 'HookMD cannot read the hooks in this settings file: {detail}.',
    remedy: 'Correct this line of the file.',
  },
  SETTINGS_NOT_FOUND: {
    severity: 'error',
    message: '{path} does not exist, so its hooks cannot run. Nothing was done.',
    remedy: 'Name an existing file.',
  },
  DIRECTORY_NOT_FOUND: {
    severity: 'error',
    message: '`{option}` names {path}, which is not a directory. Nothing was done.',
    remedy: 'Name an existing directory.',
  },
  ENTRY_SHAPE: {
    severity: 'error',
    message: '`{key}` {detail}.',
    remedy: 'For example: `{example}`.',
  },
  ENTRY_UNKNOWN_KEY: {
    severity: 'warning',
    message: '`{key}` is not a key of a settings entry, so it has no effect.',
    remedy: '{suggestion}Remove it, or make the hook a package.',
  },
  ENTRY_NOT_HONORED: {
    severity: 'warning',
    message: 'This hook was written for {agent}, and HookMD treats it differently: {detail}.',
    remedy: 'Check that the hook still does what you need. If it does not, leave it to {agent}.',
  },
  ENTRY_LEFT_OUT: {
    severity: 'warning',
    message: 'HookMD does not run this hook of {agent}: {detail}.',
    remedy: 'Keep it in the settings of {agent}, or write the hook for another event.',
  },
  ENTRY_NEIGHBORS: {
    severity: 'warning',
    message:
      'The command runs {file}, which reads other files in its directory (`{evidence}`). Approving it copies only {file}, so the hook may do nothing, without an error.',
    remedy: 'Run `hooks import {path}` to make a package with these files.',
  },
  ENTRY_FILE: {
    severity: 'error',
    message:
      'The command runs {file}, {detail}, so the code that runs could differ from the code you approve.',
    remedy: '{fix}',
  },
  ENTRY_UNPINNED: {
    severity: 'warning',
    message: 'The command runs {file}, {detail}, so HookMD cannot pin the files that it runs.',
    remedy: '{fix}',
  },
  CALLBACK_INVALID: {
    severity: 'error',
    message: 'Invalid call of `hooks.on`: {detail}',
    remedy: 'Correct it. The options are those of a manifest.',
  },
  OPTIONS_INVALID: {
    severity: 'error',
    message: 'Invalid options for `{call}`: {detail} Nothing was opened.',
    remedy: 'Correct them; the type `{type}` documents each option.',
  },
  CALL_INVALID: {
    severity: 'error',
    message: 'Invalid arguments for `{call}`: {detail} No hook ran.',
    remedy: 'For example: `{example}`.',
  },
  RESULT_INVALID: {
    severity: 'error',
    message: 'The function `{name}` returned an invalid value: {detail}',
    remedy: '{fix}',
  },
  RULES_INVALID: {
    severity: 'error',
    message: 'Invalid call of `hooks.rules`: {detail}',
    remedy: 'Correct it: a rule is the name of a tool, or `Tool(glob)`.',
  },
  HOOKS_CLOSED: {
    severity: 'error',
    message: '{event} cannot be dispatched: these hooks are closed.',
    remedy: 'Dispatch events before `close()`, or call `createHooks` again.',
  },
  NO_COMPACTION: {
    severity: 'error',
    message: 'The conversation was not compacted, because you passed no function that compacts it.',
    remedy: 'Pass a function as `compact`, or add `compact` to the host actions of the session.',
  },
  MODEL_BY_NAME: {
    severity: 'error',
    message: '"{model}" is a model name, but hooks need a model object. No model was called.',
    remedy: "Pass the model of your provider, such as `gateway('{model}')`.",
  },
  AGENT_NOT_WRAPPED: {
    severity: 'error',
    message: 'The agent of this run uses neither the model nor the tools of the session, so no hook ran.',
    remedy:
      'Create it with `session.settings({ model, tools })`, or wrap them with `session.model` and `session.tools`.',
  },
  RUN_CONTINUES: {
    severity: 'error',
    message: 'This session already has a run in progress. No hook ran.',
    remedy: 'Wait for that run or cancel it, or open another session.',
  },
  CONVERSATION_UNKNOWN: {
    severity: 'error',
    message:
      '`hookMiddleware` got an object that neither `openLangChainSession` nor `subagent` returned, so no hook can run. No model was called.',
    remedy: 'Pass the returned object itself, not a copy.',
  },
  AGENT_CALLS: {
    severity: 'error',
    message:
      'Only you may run `hooks {command}`, and this terminal seems to belong to an agent ({variable} is set). Nothing was changed.',
    remedy: 'Run it in a terminal that you opened yourself, outside the agent.',
  },
  SCAN_CONNECTS: {
    severity: 'error',
    message: '`hooks scan` cannot run {name}: it calls a service or a model, and a scan opens no connection.',
    remedy: 'Try it on one call with `hooks try`.',
  },
  SCAN_EMPTY: {
    severity: 'error',
    message: 'No agent on this machine has a history since {since}. HookMD looked in {directories}.',
    remedy: 'Name an earlier time: `hooks scan --since 52w`.',
    exitCode: 1,
  },
  SCAN_NO_FINDING: {
    severity: 'error',
    message: 'No call in these histories has the id {id}.',
    remedy: 'Run `hooks scan` with the same options and without `--case`: it prints the ids.',
    exitCode: 1,
  },
  ATTACH_SCOPE: {
    severity: 'error',
    message: '{agent} has no settings file for that scope.',
    remedy: '{fix}',
  },
  ATTACH_SHARED_STATE: {
    severity: 'error',
    message:
      'Shared settings start the launcher in the default state directory, {usual}, but yours is {state}, so no hook would run. Nothing was changed.',
    remedy: 'Omit `--shared`, or omit `--state` so that the default state directory is used.',
  },
  ATTACH_NOT_ROOT: {
    severity: 'error',
    message: 'Only root can change {path}, because its entries are for every user. Nothing was changed.',
    remedy: 'Run `sudo {command}`.',
  },
  ATTACH_MANAGED_PROGRAM: {
    severity: 'error',
    message:
      'The managed entries of {agent} would start a program that is not safe for every user: {detail}. Nothing was changed.',
    remedy:
      'Install Node and HookMD for all users, for example with `sudo npm install --global hookmd`, then run `sudo hooks attach {agent} --managed`.',
  },
  ATTACH_UNREADABLE: {
    severity: 'error',
    message: 'HookMD cannot read these settings of {agent}: {detail}.',
    remedy: 'Fix that, then run the command again.',
  },
  ATTACH_JSON: {
    severity: 'error',
    message: 'HookMD cannot edit these settings of {agent}: {detail}.',
    remedy: 'Fix this line, then run `{command}`. {agent} may be ignoring the file too.',
  },
  ATTACH_TAKEN: {
    severity: 'error',
    message: '{agent} runs only one file with this name, and the existing file is not from HookMD.',
    remedy:
      'To keep the file, make it run `{command}` with the standard input that it gets. To replace it, move it away, then run `hooks attach {agent}` again.',
  },
  ATTACH_NOT_WRITABLE: {
    severity: 'error',
    message: 'HookMD cannot write these settings of {agent}: {detail}.',
    remedy:
      'Run `chmod u+w {target}`, then `{command}`. If another program generates this file, make the change there.',
  },
  ATTACH_LINK_LEAVES_PROJECT: {
    severity: 'error',
    message: 'The file is a symlink to {target}, outside the project.',
    remedy: 'Replace the symlink with a file, or attach for yourself: omit `--shared` and `--scope`.',
  },
  ATTACH_UNANSWERED: {
    severity: 'error',
    message:
      'Changing the settings of {agent} needs your confirmation, but standard input is not a terminal. Nothing was changed.',
    remedy: 'Review the change with `{command} --dry-run`, then pass `--yes`.',
  },
  ATTACH_DECLINED: {
    severity: 'error',
    message: 'You did not confirm, so nothing was changed.',
    remedy: 'Run `{command}` to do it later.',
  },
  ATTACH_CHANGED: {
    severity: 'error',
    message: '{path} changed after you reviewed it. Nothing was written.',
    remedy: 'Run the command again.',
  },
  ATTACH_INTERRUPTED: {
    severity: 'error',
    message: 'HookMD could not write {path}: {detail}. Files that it wrote before this one stay changed.',
    remedy:
      'Fix that and run the command again to finish, or run `hooks detach {agent}` to undo the changes.',
  },
  ATTACH_REVIEW: {
    severity: 'error',
    message: 'HookMD could not mark the hooks as reviewed in {agent}: {detail}. {state}',
    remedy: 'Review them in {agent}, or run the command again.',
  },
} as const;

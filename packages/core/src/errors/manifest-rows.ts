/** Manifests and packages. A part of the catalogue, and of its page. */
export const manifestRows = {
  // Manifests
  MANIFEST_UNREADABLE: {
    severity: 'error',
    message: 'HookMD cannot read the manifest: {detail}.',
    remedy: 'Make HOOK.md a readable regular file.',
  },
  MANIFEST_TOO_LARGE: {
    severity: 'error',
    message: 'The manifest is {size} bytes; the limit is {limit}.',
    remedy: 'Move long text out of HOOK.md into files beside it.',
  },
  MANIFEST_NOT_TEXT: {
    severity: 'error',
    message: 'The manifest is not UTF-8 text.',
    remedy: 'Save HOOK.md as UTF-8.',
  },
  MANIFEST_NO_FRONT_MATTER: {
    severity: 'error',
    message: 'The manifest does not start with front matter: its first line is {found}.',
    remedy:
      'Start HOOK.md with a line that is exactly `---`, then the keys, then another line that is exactly `---`.',
  },
  MANIFEST_UNCLOSED: {
    severity: 'error',
    message: 'The front matter is not closed.',
    remedy: 'Add a line that is exactly `---` after the last key.',
  },
  MANIFEST_YAML: {
    severity: 'error',
    message: 'The front matter is not valid YAML: {detail}.',
    remedy: '{fix}',
  },
  MANIFEST_TOO_DEEP: {
    severity: 'error',
    message: 'The front matter is nested more than {limit} levels deep.',
    remedy: 'Flatten the structure.',
  },
  MANIFEST_TYPE: {
    severity: 'error',
    message: '`{key}` must be {expected}; found {found}.',
    remedy: 'For example: `{example}`.',
  },
  MANIFEST_VALUE: {
    severity: 'error',
    message: '`{key}` cannot be {found}: {detail}.',
    remedy: 'For example: `{example}`.',
  },
  MANIFEST_MISSING_KEY: {
    severity: 'error',
    message: 'The manifest has no `{key}`: {detail}.',
    remedy: 'Add it, for example `{example}`.',
  },
  MANIFEST_UNKNOWN_KEY: {
    severity: 'warning',
    message: '`{key}` is not a manifest key, so it has no effect.',
    remedy: '{suggestion}Correct or remove it. If it is your own data, put it under `metadata`.',
  },
  MANIFEST_MISSPELLED_KEY: {
    severity: 'error',
    message: '`{key}` is not a manifest key, so it would have no effect.',
    remedy: 'Write `{meant}`.',
  },
  MANIFEST_FOREIGN_KEY: {
    severity: 'warning',
    message: '`{key}` is a key of {system}, so it has no effect here.',
    remedy: 'Write {instead}.',
  },
  MANIFEST_UNKNOWN_EVENT: {
    severity: 'error',
    message: '"{event}" is not an event.',
    remedy: '{suggestion}Run `hooks events` to list all events.',
  },
  MANIFEST_EVENT_SKIPPED: {
    severity: 'warning',
    message: '"{event}" is not an event, so the hook will not run for it.',
    remedy: '{suggestion}Run `hooks events` to list all events.',
  },
  MANIFEST_NO_EVENT: {
    severity: 'error',
    message: 'The manifest has no valid event, so the hook would never run.',
    remedy: 'Add at least one event to `events`; `hooks events` lists them.',
  },
  MANIFEST_MIXED_VOCABULARY: {
    severity: 'error',
    message: '`events` mixes event names of {vocabularies}.',
    remedy: 'Use the event names of one system, or split the hook into two packages.',
  },
  MANIFEST_CONFLICT: {
    severity: 'error',
    message: '`{first}` and `{second}` cannot be used together: {detail}.',
    remedy: 'Keep one of them.',
  },
  MANIFEST_CLAMPED: {
    severity: 'warning',
    message: '`{key}` is {found}, which is over the limit; {used} is used.',
    remedy: 'Write {used} or less.',
  },
  MANIFEST_MATCHER: {
    severity: 'error',
    message: '`matcher` {found} is not valid: {detail}.',
    remedy: 'Write a tool name, several names joined by `|`, or a pattern such as `mcp__github__.*`.',
  },
  MANIFEST_NO_SUBJECT: {
    severity: 'error',
    message: '`{key}` has nothing to match on {event}, so the hook would never run for it.',
    remedy: 'Remove `{key}`, or remove {event} from `events`.',
  },
  MANIFEST_CONDITION: {
    severity: 'error',
    message: '`if` {found} is not valid: {detail}.',
    remedy: 'Write `Tool` or `Tool(glob)`, for example `Bash(git push*)`.',
  },
  MANIFEST_MODIFY: {
    severity: 'error',
    message: '`modify.{event}` cannot be {found}: {detail}.',
    remedy: 'For example: `{example}`.',
  },
  MANIFEST_NO_EFFECT: {
    severity: 'warning',
    message: '`{key}` has no effect: {detail}.',
    remedy: 'Remove `{key}`.',
  },
  MANIFEST_NEVER_DISPATCHED: {
    severity: 'warning',
    message: 'No agent sends any of the events in `events`, so the hook will not run.',
    remedy: 'Add an event that an agent sends; `hooks events` shows which agents send each event.',
  },
  MANIFEST_VERSION: {
    severity: 'warning',
    message: '`version` is {found}, which is not a semantic version, so it is ignored.',
    remedy: 'For example: `version: 1.2.0`.',
  },
  MANIFEST_TIMEOUT_UNIT: {
    severity: 'warning',
    message: '`{key}` is in seconds; {found} looks like milliseconds.',
    remedy: 'Write `{key}: {found}ms` if you mean milliseconds.',
  },
  COMMAND_READS_PROGRAM: {
    severity: 'error',
    message:
      '`{command}` would execute its standard input as a program, and its standard input is the event.',
    remedy: 'Run a file instead: `command: [bash, ./guard.sh]`.',
  },
  COMMAND_FILE: {
    severity: 'error',
    message:
      'The command runs {file}, which is not in the package. It would run a file of whatever project the agent works in.',
    remedy: 'Put the file next to HOOK.md and write ./FILE.',
  },
  COMMAND_OUTSIDE: {
    severity: 'error',
    message:
      'The command names {file}, which is outside of the package, so an approval of the package does not cover it.',
    remedy: 'Move the file next to HOOK.md, and write ./FILE in `command`.',
  },
  COMMAND_MISSING: {
    severity: 'error',
    message: 'The command runs {file}, and the package has no such file.',
    remedy: 'Add the file, or correct its name.',
  },
  COMMAND_IMPORTS_PROJECT: {
    severity: 'error',
    message:
      '`{command}` lets Python import modules from the project that the agent works in, so a json.py there would run.',
    remedy: 'Write `python3 -I`, or run a file of the package: `python3 ./check.py`.',
  },
  COMMAND_VARIABLE: {
    severity: 'error',
    message: 'Nothing sets `{name}`, so {word} is not a valid path and the hook would never work.',
    remedy: '{fix}',
  },
  MANIFEST_NO_SHELL: {
    severity: 'warning',
    message: '`command` contains {found}, but no shell runs it: the program gets it unchanged.',
    remedy: 'Add `shell: true`, or quote it if the program should get it.',
  },
  URL_INVALID: {
    severity: 'error',
    message: '`url` {found} is not valid: {detail}.',
    remedy: 'For example: `url: https://example.com/hook`.',
  },

  // Packages
  PACKAGE_UNAPPROVABLE: {
    severity: 'error',
    message: '{path} cannot be approved: {detail}.',
    remedy: '{fix}',
  },
  PACKAGE_NAME: {
    severity: 'error',
    message: '{name} is not a package name.',
    remedy: 'Use letters, digits, dots, dashes and underscores, at most 64, starting with a letter or digit.',
  },
  NAME_CONFLICT: {
    severity: 'error',
    message: 'The name "{name}" is used by {winner}, so this hook does not run.',
    remedy: 'Give one of them another name: set `name` in its HOOK.md.',
  },
  EXECUTABLE_SKIPPED: {
    severity: 'warning',
    message: 'This is not a hook: {detail}.',
    remedy: 'If it should be a hook, run `chmod +x` on it. Otherwise move it to another directory.',
  },
  EXECUTABLE_NAME_CONFLICT: {
    severity: 'warning',
    message: '{winner} has the same name and takes precedence, so this one does not run here.',
    remedy: 'Rename one of them if both should run.',
  },
  EXECUTABLE_BEHIND_BROKEN: {
    severity: 'error',
    message:
      '{path} cannot be used. It has the same name as {rival}, and takes precedence once you approve it.',
    remedy: 'Fix {path}, or rename it.',
  },
  EXECUTABLE_DISABLED_HERE: {
    severity: 'hint',
    message: '{path} is disabled in this project, but this one with the same name still runs.',
    remedy: 'Run `hooks disable {name} --here` to disable this one too.',
  },
  ROOT_UNREADABLE: {
    severity: 'warning',
    message: 'HookMD cannot read this hooks directory: {detail}. Other hooks directories are not affected.',
    remedy: 'Make it a readable directory, or remove it.',
  },
  ROOT_NOT_TRUSTED: {
    severity: 'error',
    message: 'HookMD ignores the managed hooks in this directory: {detail}.',
    remedy: 'As root, run `chown root` and `chmod go-w` on the paths that this message names.',
  },
  MANAGED_NOT_TRUSTED: {
    severity: 'error',
    message:
      'HookMD does not run this managed hook and counts it as failed, because users other than root could change it: {detail}.',
    remedy:
      'As root, run `chown -R root` and `chmod -R go-w` on the directory of the hook. On other paths that this message names, run `chown root` and `chmod go-w`, without `-R`.',
  },
  POLICY_NOT_TRUSTED: {
    severity: 'error',
    message:
      'HookMD ignores the policy of this machine: {detail}. Until this is fixed, every event that a hook could block is blocked.',
    remedy: 'As root, run `chown root` and `chmod go-w` on the paths that this message names.',
  },
  POLICY_UNREADABLE: {
    severity: 'error',
    message:
      'HookMD cannot read the policy of this machine: {detail}. Until this is fixed, every event that a hook could block is blocked.',
    remedy: 'Ask the administrator to make it valid YAML that all users can read.',
  },
  POLICY_RELEASE_STALE: {
    severity: 'warning',
    message: '{problem}. The hooks and the settings of this machine may be out of date.',
    remedy: 'Run `sudo hooks fleet pull`, or ask the administrator.',
  },
  POLICY_RELEASE_BLOCKS: {
    severity: 'error',
    message: '{problem}. Until this is fixed, every event that a hook could block is blocked.',
    remedy: 'Run `sudo hooks fleet pull`, or ask the administrator.',
  },
  POLICY_VALUE: {
    severity: 'error',
    message:
      'In the policy of this machine, `{key}` {detail}. Until this is fixed, every event that a hook could block is blocked.',
    remedy: 'Ask the administrator to change it, for example to `{example}`.',
  },
  POLICY_UNKNOWN_KEY: {
    severity: 'error',
    message:
      '`{key}` is not a key of the policy of this machine. Until this is fixed, every event that a hook could block is blocked.',
    remedy: '{suggestion}Ask the administrator to correct or remove it.',
  },
  POLICY_REQUIRED: {
    severity: 'error',
    message:
      'The policy of this machine requires {name}, which {detail}. Until this is fixed, its events are blocked.',
    remedy: '{fix}',
  },
  POLICY_DENIED: {
    severity: 'error',
    message: 'The policy of this machine denies this version ({path}:{line}).',
    remedy: 'Use another version, or ask the administrator.',
  },
  POLICY_MANAGED_ONLY: {
    severity: 'warning',
    message: 'The policy of this machine allows only managed hooks ({path}), so this one does not run.',
    remedy: 'Ask the administrator to require this hook, or to put it in /etc/hookmd/hooks.',
  },
  MANIFEST_MISSING: {
    severity: 'warning',
    message: 'The directory has no HOOK.md, so it is not a hook package.',
    remedy: 'Add a HOOK.md, or move the directory elsewhere.',
  },
  PLUGIN_UNREADABLE: {
    severity: 'error',
    message: 'HookMD cannot read the hooks of this plugin: {detail}.',
    remedy: 'Correct the file, or install another version of the plugin.',
  },
  PLUGIN_WITHOUT_HOOKS: {
    severity: 'error',
    message: 'The plugin {name} has no hooks, and HookMD runs only the hooks of a plugin.',
    remedy: 'Install it in its agent, or choose another plugin.',
  },
} as const;

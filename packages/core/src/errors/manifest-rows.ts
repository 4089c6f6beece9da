/** Manifests and packages. A part of the catalogue, and of its page. */
export const manifestRows = {
  // Manifests
  MANIFEST_UNREADABLE: {
    severity: 'error',
    message: 'The manifest cannot be read: {detail}.',
    remedy: 'Make HOOK.md a readable regular file.',
  },
  MANIFEST_TOO_LARGE: {
    severity: 'error',
    message: 'The manifest has {size} bytes; at most {limit} are read.',
    remedy: 'Move long texts out of HOOK.md into files beside it.',
  },
  MANIFEST_NOT_TEXT: {
    severity: 'error',
    message: 'The manifest is not UTF-8 text.',
    remedy: 'Save HOOK.md as UTF-8.',
  },
  MANIFEST_NO_FRONT_MATTER: {
    severity: 'error',
    message: 'The manifest does not begin with a front matter: its first line is {found}.',
    remedy: 'Begin HOOK.md with a line that is exactly `---`.',
  },
  MANIFEST_UNCLOSED: {
    severity: 'error',
    message: 'The front matter has no end.',
    remedy: 'Add a line that is exactly `---` after the last key.',
  },
  MANIFEST_YAML: {
    severity: 'error',
    message: 'The front matter is not valid YAML: {detail}.',
    remedy: 'Correct the YAML at this place.',
  },
  MANIFEST_TOO_DEEP: {
    severity: 'error',
    message: 'The front matter is nested more than {limit} levels deep.',
    remedy: 'Flatten the structure.',
  },
  MANIFEST_TYPE: {
    severity: 'error',
    message: '`{key}` must be {expected}; found {found}.',
    remedy: 'Write for example `{example}`.',
  },
  MANIFEST_VALUE: {
    severity: 'error',
    message: '`{key}` cannot be {found}: {detail}.',
    remedy: 'Write for example `{example}`.',
  },
  MANIFEST_MISSING_KEY: {
    severity: 'error',
    message: 'The manifest has no `{key}`: {detail}.',
    remedy: 'Add for example `{example}`.',
  },
  MANIFEST_UNKNOWN_KEY: {
    severity: 'warning',
    message: '`{key}` is not a manifest key; it has no effect.',
    remedy: '{suggestion}Put your own data under `metadata`.',
  },
  MANIFEST_FOREIGN_KEY: {
    severity: 'warning',
    message: '`{key}` is a key of {system}; it has no effect here.',
    remedy: 'Write {instead}.',
  },
  MANIFEST_UNKNOWN_EVENT: {
    severity: 'error',
    message: '"{event}" is not an event.',
    remedy: '{suggestion}`hooks events` lists all.',
  },
  MANIFEST_EVENT_SKIPPED: {
    severity: 'warning',
    message: '"{event}" is not an event; the hook will not be asked for it.',
    remedy: '{suggestion}`hooks events` lists all.',
  },
  MANIFEST_NO_EVENT: {
    severity: 'error',
    message: 'No known event is left: this hook would never run.',
    remedy: 'Name at least one event of `hooks events` under `events`.',
  },
  MANIFEST_MIXED_VOCABULARY: {
    severity: 'error',
    message: '`events` mixes the vocabularies {vocabularies}.',
    remedy: 'Use the names of one vocabulary, or split the hook into two packages.',
  },
  MANIFEST_CONFLICT: {
    severity: 'error',
    message: '`{first}` and `{second}` exclude each other: {detail}.',
    remedy: 'Keep one of the two.',
  },
  MANIFEST_CLAMPED: {
    severity: 'warning',
    message: '`{key}` is {found}, above the cap; {used} is used.',
    remedy: 'Write {used} or less.',
  },
  MANIFEST_MATCHER: {
    severity: 'error',
    message: '`matcher` {found} is not valid: {detail}.',
    remedy: 'Write a tool name, names joined by `|`, or a pattern such as `mcp__github__.*`.',
  },
  MANIFEST_NO_SUBJECT: {
    severity: 'error',
    message: '`{key}` has nothing to compare with on {event}: the hook would never run there.',
    remedy: 'Remove `{key}`, or {event} from `events`.',
  },
  MANIFEST_CONDITION: {
    severity: 'error',
    message: '`if` {found} is not valid: {detail}.',
    remedy: 'Write `Tool` or `Tool(glob)`, for example `Bash(git push*)`.',
  },
  MANIFEST_MODIFY: {
    severity: 'error',
    message: '`modify.{event}` cannot be {found}: {detail}.',
    remedy: 'Write for example `{example}`.',
  },
  MANIFEST_NO_EFFECT: {
    severity: 'warning',
    message: '`{key}` has no effect: {detail}.',
    remedy: 'Remove `{key}`.',
  },
  MANIFEST_NEVER_DISPATCHED: {
    severity: 'warning',
    message: 'No event of this manifest is ever fired here: the hook will not run.',
    remedy: 'Name at least one event of `hooks events`.',
  },
  MANIFEST_VERSION: {
    severity: 'warning',
    message: '`version` is {found}, which is not a semantic version; it is ignored.',
    remedy: 'Write for example `version: 1.2.0`.',
  },
  MANIFEST_TIMEOUT_UNIT: {
    severity: 'warning',
    message: '`{key}` counts seconds; {found} looks like milliseconds.',
    remedy: 'Write `{key}: {found}ms` if you mean milliseconds.',
  },
  COMMAND_READS_PROGRAM: {
    severity: 'error',
    message: '`{command}` would run the text on its standard input as a program, and that is the event.',
    remedy: 'Give it a file: `command: [bash, ./guard.sh]`.',
  },
  COMMAND_FILE: {
    severity: 'error',
    message:
      'The command runs {file}, which is not of the package: it would be a file of whatever project the agent works in.',
    remedy: 'Put the file beside HOOK.md and write ./FILE.',
  },
  COMMAND_IMPORTS_PROJECT: {
    severity: 'error',
    message:
      '`{command}` takes Python modules from whatever project the agent works in before it takes its own: a json.py there would run.',
    remedy: 'Write `python3 -I`, or give Python a file of the package: `python3 ./check.py`.',
  },
  COMMAND_VARIABLE: {
    severity: 'error',
    message:
      'Nothing sets `{name}`, so {word} is not the path that it looks like, and the hook would never work.',
    remedy: '{fix}',
  },
  MANIFEST_NO_SHELL: {
    severity: 'warning',
    message: '`command` holds {found}, and no shell runs it: the program is given it as it stands.',
    remedy: 'Add `shell: true`, or quote it if the program is meant to read it.',
  },
  URL_INVALID: {
    severity: 'error',
    message: '`url` {found} cannot be used: {detail}.',
    remedy: 'Write for example `url: https://example.com/hook`.',
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
    remedy: 'Use letters, digits, dot, dash and underscore, at most 64, beginning with a letter or digit.',
  },
  NAME_CONFLICT: {
    severity: 'error',
    message: '"{name}" is taken by {winner}; this one is not used.',
    remedy: 'Give one of the two another `name`.',
  },
  EXECUTABLE_SKIPPED: {
    severity: 'warning',
    message: 'Not a hook: {detail}.',
    remedy:
      'Make it a file with an exec bit if it shall be one (`chmod +x`), else move it to another folder.',
  },
  EXECUTABLE_NAME_CONFLICT: {
    severity: 'warning',
    message: '{winner} has this name too and goes before it; this one does not run here.',
    remedy: 'Rename one of the two if both shall run.',
  },
  EXECUTABLE_BEHIND_BROKEN: {
    severity: 'error',
    message: '{path} has the name of {rival} and goes before it once it is approved, and it cannot be used.',
    remedy: 'Mend it, or rename it.',
  },
  EXECUTABLE_DISABLED_HERE: {
    severity: 'hint',
    message: '{path} is disabled in this project, and this one of the same name runs all the same.',
    remedy: 'Run `hooks disable {name} --here` if it shall not run here either.',
  },
  ROOT_UNREADABLE: {
    severity: 'warning',
    message: 'The hook root cannot be read: {detail}. Other roots are not affected.',
    remedy: 'Make it a readable folder, or remove it.',
  },
  ROOT_NOT_TRUSTED: {
    severity: 'error',
    message: 'What is managed there is ignored: {detail}.',
    remedy: 'As root: `chown root` and `chmod go-w` of what is named.',
  },
  MANAGED_NOT_TRUSTED: {
    severity: 'error',
    message: 'It is not run and counts as failed, because others than root could change it: {detail}.',
    remedy: 'As root: `chown -R root` and `chmod -R go-w` of its folder, and of what is named.',
  },
  POLICY_NOT_TRUSTED: {
    severity: 'error',
    message:
      'The policy of this machine is ignored: {detail}. Until that is mended, what hooks could block is blocked.',
    remedy: 'As root: `chown root` and `chmod go-w` of what is named.',
  },
  POLICY_UNREADABLE: {
    severity: 'error',
    message:
      'The policy of this machine cannot be read: {detail}. Until that is mended, what hooks could block is blocked.',
    remedy: 'Ask the administrator to make it YAML that everybody can read.',
  },
  POLICY_VALUE: {
    severity: 'error',
    message:
      'In the policy of this machine, `{key}` {detail}. Until that is mended, what hooks could block is blocked.',
    remedy: 'Ask the administrator to write for example `{example}`.',
  },
  POLICY_UNKNOWN_KEY: {
    severity: 'error',
    message:
      '`{key}` is not a key of the policy of this machine. Until that is mended, what hooks could block is blocked.',
    remedy: '{suggestion}Ask the administrator to correct or remove it.',
  },
  POLICY_REQUIRED: {
    severity: 'error',
    message:
      'The policy of this machine requires {name}, which {detail}. Until then, what it is for is blocked.',
    remedy: '{fix}',
  },
  POLICY_DENIED: {
    severity: 'error',
    message: 'The policy of this machine denies these bytes ({path}:{line}).',
    remedy: 'Use another version, or ask the administrator.',
  },
  POLICY_MANAGED_ONLY: {
    severity: 'warning',
    message: 'The policy of this machine lets only managed hooks run ({path}).',
    remedy: 'Ask the administrator to require it, or to put it into /etc/hookmd/hooks.',
  },
  MANIFEST_MISSING: {
    severity: 'warning',
    message: 'The folder has no HOOK.md; it is not a hook package.',
    remedy: 'Add a HOOK.md, or move the folder out of the hook root.',
  },
} as const;

/** Approvals, and what changes hooks: `link`, `new`, `import`, `build`. A part of the catalogue, and of its page. */
export const approvalRows = {
  APPROVAL_NEEDED: {
    severity: 'error',
    message: '{name} needs your approval, but standard input is not a terminal. Nothing was changed.',
    remedy: 'Review it with `hooks info {name}`, then pass {flag}.',
  },
  APPROVAL_UNPINNED: {
    severity: 'error',
    message: '{name} was not approved. {detail}',
    remedy: 'To approve only the text of the command, run `hooks enable {name} --unpinned`.',
  },
  APPROVAL_DECLINED: {
    severity: 'error',
    message: '{name} was not approved. Nothing was changed.',
    remedy: 'Run `hooks {command} {name}` to approve it later.',
  },
  PRE_APPROVE_FOREIGN: {
    severity: 'error',
    message:
      '{name} is a hook of a repository, so it cannot let calls run without asking you. Nothing was changed.',
    remedy: 'Omit `--pre-approve`, or install the hook for yourself.',
  },
  GRANT_VARIABLES: {
    severity: 'warning',
    message: 'The text of the hook reads {names}, and HookMD does not pass {pronoun}.',
    remedy: 'If it needs {pronoun}, run `hooks enable {name} --env {list}`.',
  },
  GRANT_ALLOW: {
    severity: 'warning',
    message:
      'The text of the hook has `allow`, but the hook has no permission to let calls run without asking you.',
    remedy: '{fix}',
  },
  GRANT_TIMEOUT: {
    severity: 'warning',
    message: 'The hook asks for a timeout of {found}, and gets {used}.',
    remedy: '{fix}',
  },
  ENVIRONMENT_FILE: {
    severity: 'warning',
    message:
      'The text of the hook writes to {variable}, which is not set {where}, so what it exports has no effect.',
    remedy: 'If later commands need these variables, pass them in another way, for example in a file.',
  },
  DIGEST_MISMATCH: {
    severity: 'error',
    message: '{name} has digest {found}, not {given}. Nothing was changed.',
    remedy: 'Review the package, then pass the digest that `hooks info {name}` shows.',
  },
  TRUST_LIST: {
    severity: 'error',
    message: 'HookMD does not use the digest list {list}: {detail}. Nothing ran or changed.',
    remedy: '{fix}',
  },
  PROJECT_HOOKS_SKIPPED: {
    severity: 'warning',
    message: 'Hooks of this project were skipped because they are not approved: {names}.',
    remedy:
      'On your own machine, run `hooks enable` for each. In CI, set HOOKMD_TRUST_DIGESTS to the digests that `hooks info` shows, in the settings of the CI and not in the repository.',
  },
  LISTED_NOT_APPROVED: {
    severity: 'warning',
    message: 'The digest of {name} is in the list, but the hook could not be approved: {detail}',
    remedy: 'Run `hooks enable {name}` to see what is missing.',
  },
  LINK_SPEC: {
    severity: 'error',
    message: '"{spec}" cannot be linked: it is not a local directory.',
    remedy: 'Omit `--link`, or name a directory.',
  },
  LINK_IMPOSSIBLE: {
    severity: 'error',
    message: '{path} cannot be linked: {detail}. Nothing was changed.',
    remedy: '{fix}',
  },
  HOOK_LINKED: {
    severity: 'error',
    message: '{name} is linked, so the files in its directory run as they are, approved or not.',
    remedy:
      'Run `hooks remove {name}`, which removes only the link. Then run `hooks install` with the path of its directory.',
  },
  NOT_APPROVED: {
    severity: 'error',
    message: '{name} has no approved version to compare with.',
    remedy: 'Run `hooks enable {name}`: it shows what the hook runs and may change, then asks you.',
  },
  HOOK_EXISTS: {
    severity: 'error',
    message: '{path} already exists. Nothing was written.',
    remedy: 'Choose another name, or edit the existing hook.',
  },
  IMPORT_NOTHING: {
    severity: 'error',
    message: '{path} contains no hook to import{detail}.',
    remedy:
      'Name a bare executable, a settings file with `hooks`, a directory with a HOOK.md, or a directory of these.',
  },
  IMPORT_SEVERAL: {
    severity: 'error',
    message: '{path} contains {count} hooks, but `--name` and `--event` apply to one.',
    remedy: 'Import them one at a time, or omit these options.',
  },
  IMPORT_REJECTED: {
    severity: 'error',
    message: 'The hook was not imported: {detail}.',
    remedy: '{fix}',
  },
  IMPORT_PLUGIN: {
    severity: 'error',
    message: 'These hooks are part of a plugin, and need its files.',
    remedy: 'Run `hooks install {path}`.',
  },
  IMPORT_ALREADY: {
    severity: 'hint',
    message: 'The same content is already imported as {name}.',
    remedy: 'Run `hooks info {name}`.',
  },
  EVENT_NOT_BLOCKABLE: {
    severity: 'error',
    message: 'Hooks cannot block {event}. Nothing was written.',
    remedy: 'Omit `--guard`, or choose one of {events}.',
  },
  PACKAGE_NOT_WRITABLE: {
    severity: 'error',
    message: 'HookMD cannot write the package: {detail}. Nothing was written.',
    remedy: 'Make {path} a writable directory, or free disk space.',
  },
  BUILD_NO_HANDLER: {
    severity: 'error',
    message: '{name} has nothing to build: {detail}.',
    remedy:
      'Publish the package as it is, or write a `handler.ts`: `hooks new {name}-ts --lang ts` creates one.',
  },
  BUILD_NAME_TAKEN: {
    severity: 'error',
    message: '{name} has a {file} that does not belong to its handler {source}. Nothing was written.',
    remedy: 'Rename it: the built handler is named {file}.',
  },
  BUILD_OUT: {
    severity: 'error',
    message: 'HookMD cannot write the built package to {path}: {detail}. Nothing was written.',
    remedy: 'Pass a new directory outside the package as `--out`.',
  },
} as const;

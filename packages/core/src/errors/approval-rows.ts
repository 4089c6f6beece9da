/** Approvals, and what changes hooks: `link`, `new`, `import`, `build`. A part of the catalogue, and of its page. */
export const approvalRows = {
  APPROVAL_NEEDED: {
    severity: 'error',
    message: '{name} needs your approval, and this is not a terminal. Nothing was changed.',
    remedy: 'Look at `hooks info {name}`, then answer with {flag}.',
  },
  APPROVAL_UNPINNED: {
    severity: 'error',
    message: '{name} was not approved. {detail}',
    remedy: 'To approve the text of the command alone, run `hooks enable {name} --unpinned`.',
  },
  APPROVAL_DECLINED: {
    severity: 'error',
    message: '{name} was not approved. Nothing was changed.',
    remedy: 'Run `hooks {command} {name}` again when you are ready.',
  },
  DIGEST_MISMATCH: {
    severity: 'error',
    message: '{name} has the digest {found}, not {given}. Nothing was changed.',
    remedy: 'Look at the package, then give the digest that `hooks info {name}` shows.',
  },
  TRUST_LIST: {
    severity: 'error',
    message: 'The list of trusted digests {list} is not used: {detail}. Nothing was run or changed.',
    remedy: '{fix}',
  },
  PROJECT_HOOKS_SKIPPED: {
    severity: 'warning',
    message: 'Hooks of this project were not asked, because nobody approved them: {names}.',
    remedy: 'Give their digests from outside of the checkout, in HOOKMD_TRUST_DIGESTS.',
  },
  LISTED_NOT_APPROVED: {
    severity: 'warning',
    message: 'The digest of {name} is listed, and it could not be approved: {detail}',
    remedy: 'Run `hooks enable {name}` to see what is missing.',
  },
  LINK_SPEC: {
    severity: 'error',
    message: '"{spec}" cannot be linked: only folders of this machine can.',
    remedy: 'Leave `--link` out, or name a folder.',
  },
  LINK_IMPOSSIBLE: {
    severity: 'error',
    message: '{path} cannot be linked: {detail}. Nothing was changed.',
    remedy: '{fix}',
  },
  HOOK_LINKED: {
    severity: 'error',
    message: '{name} is linked: what stands in its folder runs, approved or not.',
    remedy: 'Run `hooks remove {name}` first, then install it.',
  },
  NOT_APPROVED: {
    severity: 'error',
    message: 'Nobody has approved {name}: there is nothing to compare with.',
    remedy: 'Look at it, then run `hooks enable {name}`.',
  },
  HOOK_EXISTS: {
    severity: 'error',
    message: 'There is already {path}. Nothing was written.',
    remedy: 'Choose another name, or edit what is there.',
  },
  IMPORT_NOTHING: {
    severity: 'error',
    message: 'There is no hook to import in {path}{detail}.',
    remedy:
      'Name a bare executable, a settings file with `hooks`, a folder with a HOOK.md, or a folder of them.',
  },
  IMPORT_SEVERAL: {
    severity: 'error',
    message: '{path} holds {count} hooks: `--name` and `--event` are about one.',
    remedy: 'Import them one by one, or leave these options out.',
  },
  IMPORT_REJECTED: {
    severity: 'error',
    message: 'It was not imported: {detail}.',
    remedy: '{fix}',
  },
  IMPORT_ALREADY: {
    severity: 'hint',
    message: 'It is imported already as {name}, exactly these bytes.',
    remedy: 'See `hooks info {name}`.',
  },
  EVENT_NOT_BLOCKABLE: {
    severity: 'error',
    message: 'No hook can block {event}. Nothing was written.',
    remedy: 'Leave out `--guard`, or choose one of {events}.',
  },
  PACKAGE_NOT_WRITABLE: {
    severity: 'error',
    message: 'The package cannot be written: {detail}. Nothing was left behind.',
    remedy: 'Make {path} a folder that you can write, or free space.',
  },
  BUILD_NO_HANDLER: {
    severity: 'error',
    message: 'In {name} there is nothing to build: {detail}.',
    remedy:
      'Ship the package as it is, or write a `handler.ts`: `hooks new {name}-ts --lang ts` writes one to begin with.',
  },
  BUILD_NAME_TAKEN: {
    severity: 'error',
    message: '{name} has a {file}, which is not part of its handler {source}. Nothing was written.',
    remedy: 'Rename it: the built handler is called {file}.',
  },
  BUILD_OUT: {
    severity: 'error',
    message: 'The built package cannot be written to {path}: {detail}. Nothing was written.',
    remedy: 'Name a new folder outside the package with `--out`.',
  },
} as const;

/** Packages that are fetched. A part of the catalogue, and of its page. */
export const fetchRows = {
  SPEC_INVALID: {
    severity: 'error',
    message: '"{spec}" cannot be installed: {detail}. Nothing was fetched.',
    remedy: '{fix}',
  },
  SOURCE_UNREADABLE: {
    severity: 'error',
    message: '{path} cannot be read: {detail}. Nothing was installed.',
    remedy: 'Name a folder or tarball that you can read.',
  },
  SOURCE_UNREACHABLE: {
    severity: 'error',
    message: '{url} gave no package: {detail}. Nothing was installed.',
    remedy: '{fix}',
  },
  VERSION_NOT_FOUND: {
    severity: 'error',
    message: 'The registry has no {spec}{detail}.',
    remedy: '{fix}',
    exitCode: 1,
  },
  RELEASE_TOO_NEW: {
    severity: 'error',
    message:
      '{spec} {detail}: it is not {age} old yet, in which time most malicious releases are found. Nothing was installed.',
    remedy: 'Wait, name an older version, or take a younger one with `--any-age`.',
  },
  REGISTRY_RESPONSE: {
    severity: 'error',
    message: 'What the registry says of {spec} is refused: {detail}. Nothing was installed.',
    remedy: 'Choose another version, or ask who runs {registry}.',
  },
  REGISTRY_SETTINGS: {
    severity: 'error',
    message: 'npm is configured for a registry that is not asked: {detail}. Nothing was installed.',
    remedy: 'Name another one with `npm config set {key} https://…`.',
  },
  RELEASE_DEPRECATED: {
    severity: 'warning',
    message: '{spec} is deprecated: {detail}',
    remedy: 'Look for what its author names instead.',
  },
  NAME_CONFUSING: {
    severity: 'warning',
    message: '"{name}" is nearly "{known}", which you have: it may be meant to be mistaken for it.',
    remedy: 'Compare the two names and publishers before you agree.',
  },
  INTEGRITY_MISMATCH: {
    severity: 'error',
    message: '{source} is not what was promised: {found} instead of {expected}. Nothing was installed.',
    remedy: 'Try again; where it stays so, somebody changed it: tell its publisher.',
  },
  ARCHIVE_DAMAGED: {
    severity: 'error',
    message: 'The archive is refused: {detail}. Nothing was written.',
    remedy: 'Pack it again, with `npm pack` or `tar`.',
  },
  ARCHIVE_NAME: {
    severity: 'error',
    message: '{path} is refused: {detail}. Nothing was written.',
    remedy: 'Rename it or leave it out of the package.',
  },
  ARCHIVE_KIND: {
    severity: 'error',
    message: '{path} is refused: {detail}. Nothing was written.',
    remedy: 'Ship files, folders and links that stay inside only.',
  },
  ARCHIVE_MODE: {
    severity: 'error',
    message: '{path} is refused: {detail}. Nothing was written.',
    remedy: 'Run `chmod ug-s,-t` on it and pack it again.',
  },
  ARCHIVE_TWIN: {
    severity: 'error',
    message: '{path} is refused: {detail}. Nothing was written.',
    remedy: 'Keep one of the two.',
  },
  ARCHIVE_LINK: {
    severity: 'error',
    message: '{path} is refused: {detail}. Nothing was written.',
    remedy: 'Ship the file itself instead of the link.',
  },
  PACKAGE_TOO_LARGE: {
    severity: 'error',
    message: 'The package is refused: it {detail}. Nothing was written.',
    remedy: 'Keep only what is needed to run its hooks.',
  },
  PACKAGE_NAMELESS: {
    severity: 'error',
    message: '"{name}" is no name of a package. Nothing was installed.',
    remedy: 'Give it a `name` of letters, digits, `.`, `_` and `-` in its package.json.',
  },
  PACK_UNREADABLE: {
    severity: 'error',
    message: 'Its package.json cannot be used: {detail}.',
    remedy: 'Correct it, or name the hooks in `"hookmd": {"hooks": ["./NAME"]}`.',
  },
  PACK_ENTRY: {
    severity: 'error',
    message: 'It lists the hook {entry}, which is refused: {detail}.',
    remedy: 'List folders of the package that have a HOOK.md and names of their own.',
  },
  PACK_EMPTY: {
    severity: 'error',
    message: 'There is no hook in the package: {detail}.',
    remedy: 'Write a HOOK.md at its top or in `hooks/NAME`; `hooks new` shows one.',
  },
  GIT_REF_NOT_FOUND: {
    severity: 'error',
    message: 'There is no branch or tag {ref} in the repository {url}. Nothing was installed.',
    remedy: 'Name one of `git ls-remote {url}`, or all digits of a commit.',
    exitCode: 1,
  },
  NPM_MISSING: {
    severity: 'error',
    message: 'A package of the registry is fetched by npm, which is not on the PATH. Nothing was installed.',
    remedy: 'Install npm, or name a folder, a git repository or the https:// address of a tarball.',
  },
  GIT_MISSING: {
    severity: 'error',
    message: 'The program `git` cannot be started: {detail}. Nothing was installed.',
    remedy: 'Install git, or choose a tarball.',
  },
} as const;

/** Packages that are fetched. A part of the catalogue, and of its page. */
export const fetchRows = {
  SPEC_INVALID: {
    severity: 'error',
    message: '"{spec}" cannot be installed: {detail}. Nothing was fetched.',
    remedy: '{fix}',
  },
  SOURCE_UNREADABLE: {
    severity: 'error',
    message: 'HookMD cannot read {path}: {detail}. Nothing was installed.',
    remedy: 'Name a readable directory or tarball.',
  },
  SOURCE_UNREACHABLE: {
    severity: 'error',
    message: '{url} did not return a package: {detail}. Nothing was installed.',
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
      '{spec} {detail}, less than {age} ago. Most malicious releases are found within that time. Nothing was installed.',
    remedy: 'Wait, install an older version, or pass `--any-age`.',
  },
  REGISTRY_RESPONSE: {
    severity: 'error',
    message: 'HookMD rejects what the registry returned for {spec}: {detail}. Nothing was installed.',
    remedy: 'Choose another version, or contact the operator of {registry}.',
  },
  REGISTRY_SETTINGS: {
    severity: 'error',
    message: 'HookMD does not use the registry in your npm configuration: {detail}. Nothing was installed.',
    remedy: 'Set another one: `npm config set {key} https://…`.',
  },
  RELEASE_DEPRECATED: {
    severity: 'warning',
    message: '{spec} is deprecated: {detail}',
    remedy: 'Use the replacement that its author recommends.',
  },
  NAME_CONFUSING: {
    severity: 'warning',
    message: '"{name}" looks like "{known}", which you have installed. It may be an imitation.',
    remedy: 'Compare both names and publishers before you install it.',
  },
  INTEGRITY_MISMATCH: {
    severity: 'error',
    message:
      'The content of {source} is not what was expected: its integrity is {found}, not {expected}. Nothing was installed.',
    remedy: 'Run the command again. If it fails again, do not install the package, and tell its publisher.',
  },
  ARCHIVE_DAMAGED: {
    severity: 'error',
    message: 'HookMD rejects the archive: {detail}. Nothing was written.',
    remedy: 'Download it again. If it is your package, pack it again with `npm pack` or `tar`.',
  },
  ARCHIVE_NAME: {
    severity: 'error',
    message: 'HookMD rejects {path}: {detail}. Nothing was written.',
    remedy: 'Rename the file, or leave it out. If it is not your package, tell its author.',
  },
  ARCHIVE_KIND: {
    severity: 'error',
    message: 'HookMD rejects {path}: {detail}. Nothing was written.',
    remedy:
      'Pack only files, directories, and symlinks that stay inside the package. If it is not your package, tell its author.',
  },
  ARCHIVE_MODE: {
    severity: 'error',
    message: 'HookMD rejects {path}: {detail}. Nothing was written.',
    remedy: 'Run `chmod ug-s,-t` on it, then pack again. If it is not your package, tell its author.',
  },
  ARCHIVE_TWIN: {
    severity: 'error',
    message: 'HookMD rejects {path}: {detail}. Nothing was written.',
    remedy: 'Keep one of the two files. If it is not your package, tell its author.',
  },
  ARCHIVE_LINK: {
    severity: 'error',
    message: 'HookMD rejects {path}: {detail}. Nothing was written.',
    remedy: 'Pack the file itself instead of a link to it. If it is not your package, tell its author.',
  },
  PACKAGE_TOO_LARGE: {
    severity: 'error',
    message: 'HookMD rejects the package: it {detail}. Nothing was written.',
    remedy:
      'Keep only the files that its hooks need at run time. If it is not your package, tell its author.',
  },
  PACKAGE_NAMELESS: {
    severity: 'error',
    message: '"{name}" is not a package name. Nothing was installed.',
    remedy: 'Set `name` in its package.json to letters, digits, `.`, `_` and `-`.',
  },
  PACK_UNREADABLE: {
    severity: 'error',
    message: 'HookMD cannot use its package.json: {detail}.',
    remedy: 'Correct it, or list the hooks: `"hookmd": {"hooks": ["./NAME"]}`.',
  },
  PACK_ENTRY: {
    severity: 'error',
    message: 'Its package.json lists the hook {entry}, which HookMD rejects: {detail}.',
    remedy: 'List directories of the package that contain a HOOK.md and have different names.',
  },
  PACK_EMPTY: {
    severity: 'error',
    message: 'The package contains no hook: {detail}.',
    remedy: 'Put a HOOK.md at its top or in `hooks/NAME`; `hooks new` creates one.',
  },
  NO_MARKETPLACE: {
    severity: 'error',
    message: 'The source is not a marketplace: {detail}. Nothing was installed.',
    remedy:
      'Name a repository or directory with a marketplace.json. To install the source itself, omit `#plugin:…`.',
    exitCode: 1,
  },
  PLUGIN_NOT_FOUND: {
    severity: 'error',
    message: 'The marketplace has no plugin "{name}". Plugins that may have hooks: {plugins}.',
    remedy: '{suggestion}Write one of these names after `#plugin:`.',
    exitCode: 1,
  },
  MARKETPLACE: {
    severity: 'error',
    message: '{name} is a marketplace. Plugins that may have hooks: {plugins}. Nothing was installed.',
    remedy: 'Name one of them, for example `hooks install {example}`.',
    exitCode: 1,
  },
  GIT_REF_NOT_FOUND: {
    severity: 'error',
    message: '{url} has no branch or tag {ref}. Nothing was installed.',
    remedy: 'Use a ref that `git ls-remote {url}` lists, or a full commit hash.',
    exitCode: 1,
  },
  GIT_DIRECTORY_NOT_FOUND: {
    severity: 'error',
    message: '{url} has no directory {path} in the commit {commit}. Nothing was installed.',
    remedy: 'Name a directory that the commit contains.',
    exitCode: 1,
  },
  NPM_MISSING: {
    severity: 'error',
    message:
      'HookMD uses npm to fetch packages from a registry, and npm is not on your PATH. Nothing was installed.',
    remedy: 'Install npm, or use a directory, a git repository, or the https:// URL of a tarball.',
  },
  NPM_SEARCH: {
    severity: 'error',
    message: 'npm could not search the registry: {detail}.',
    remedy: 'Run `npm search hookmd` to see whether npm can reach it.',
  },
  GIT_MISSING: {
    severity: 'error',
    message: 'HookMD cannot run `git`: {detail}. Nothing was installed.',
    remedy: 'Install git, or use a tarball.',
  },
} as const;

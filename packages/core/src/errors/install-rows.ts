/** Installing. A part of the catalogue, and of its page. */
export const installRows = {
  INSTALL_DIRECTORY: {
    severity: 'error',
    message: '{path} cannot be used to install: {detail}. Nothing was changed.',
    remedy: '{fix}',
  },
  INSTALL_NOT_WRITABLE: {
    severity: 'error',
    message: 'Nothing can be installed in {path}: {detail}. Nothing was changed.',
    remedy: 'Make it a folder that you can write, or free space.',
  },
  INSTALL_INVALID: {
    severity: 'error',
    message: '{name} has errors, and was not installed. Nothing was changed.',
    remedy: 'Tell its author, or install another version.',
  },
  INSTALL_FOREIGN: {
    severity: 'error',
    message: 'There is a {name} in {path}, which `hooks install` did not put there. Nothing was changed.',
    remedy: 'Move that folder away, or rename it in its HOOK.md, and install again.',
  },
  INSTALL_TAKEN: {
    severity: 'error',
    message: '{package} has a hook {name}, and so has {owner}. Nothing was changed.',
    remedy: 'Choose one of the two; `hooks remove {owner}` takes away what is installed.',
  },
  INSTALL_ELSEWHERE: {
    severity: 'error',
    message:
      "{name} was installed from {before}; {now} is another source, and may be somebody else's. Nothing was changed.",
    remedy: 'To let it take its place, run `hooks remove {name}{scope}`, then install and approve it.',
  },
  INSTALL_DIGEST: {
    severity: 'error',
    message: 'Not among the digests that you gave: {found}. Nothing was changed.',
    remedy: 'Find out which bytes are the right ones; `--inspect` shows these.',
  },
  INSTALL_UNANSWERED: {
    severity: 'error',
    message: 'Whether to change {name} must be answered, and nobody can be asked here. Nothing was changed.',
    remedy: 'Look at `{command} --dry-run`, then answer with `--yes`.',
  },
  INSTALL_DECLINED: {
    severity: 'error',
    message: 'Nothing was changed, as you said.',
    remedy: 'Run `{command}` again when you are ready.',
  },
  INSTALL_INTERRUPTED: {
    severity: 'error',
    message: 'It was interrupted while {spec} was fetched. Nothing was changed.',
    remedy: 'Run the same command again when you are ready.',
  },
  INSTALL_AUDIT: {
    severity: 'error',
    message: '`--audit` writes into {path}, which has errors. Nothing was changed.',
    remedy: 'Mend it first: `hooks check` shows what is wrong.',
  },
  INSTALL_AUDIT_NAME: {
    severity: 'error',
    message:
      '`--audit` would hold for {rival} too, which has the same name, and it would decide nothing any more. Nothing was changed.',
    remedy: 'Install it without `--audit`, and read it before you enable it.',
  },
  INSTALL_RACED: {
    severity: 'error',
    message: '{name} was changed by somebody else in the meantime. Nothing was changed here.',
    remedy: 'Run the command again, and look at what it shows now.',
  },
  INSTALL_UNFINISHED: {
    severity: 'error',
    message:
      '`hooks {title}` could not be finished: {detail}. Each hook is whole, as it was or as it is to be.',
    remedy: 'Fix that, then run the same command again: it does the rest.',
  },
  INSTALL_LEFT: {
    severity: 'warning',
    message: 'A `hooks install`, `update` or `remove` was killed before it was done, and left {path}.',
    remedy: 'Run it again: it does the rest. The next `hooks` command removes this directory.',
  },
  LOCKFILE_CONFLICT: {
    severity: 'error',
    message: '{location} is in the middle of a merge: there are conflict marks.',
    remedy: 'Settle the conflict, then run `hooks install`.',
  },
  LOCKFILE_INVALID: {
    severity: 'error',
    message: '{location} {detail}.',
    remedy: 'Put an earlier version back, or remove it and install again.',
  },
  LOCK_NONE: {
    severity: 'error',
    message: 'There is no hooks.lock that says what to install.',
    remedy: 'Name it: `hooks install npm:NAME` or `hooks install ./FOLDER`.',
  },
  LOCK_DIFFERS: {
    severity: 'error',
    message: '{name} is not what hooks.lock recorded: {detail}. Nothing was changed.',
    remedy: 'Find out who changed it. If it is meant to be so, run `hooks update {name}`.',
  },
  LOCK_OUTSIDE: {
    severity: 'error',
    message:
      '{lock} says that {name} comes from {path}, which is outside of the project. Nothing was changed.',
    remedy: 'If you want it, name it yourself: `hooks install {spec} --scope project`.',
  },
  LOCK_CHANGED: {
    severity: 'error',
    message: '{name} is not what hooks.lock says: it was changed by hand after {package} was installed.',
    remedy: '`hooks install{spec}` puts it back. To keep the change, move it to a folder of another name.',
  },
  LOCK_MISSING: {
    severity: 'error',
    message: '{name} is not installed, and hooks.lock names it for {package}.',
    remedy: 'Run `hooks install{spec}`, or `hooks remove {package}{scope}`.',
  },
  SOURCE_DENIED: {
    severity: 'error',
    message:
      'The policy of this machine ({path}) lets nobody install from {spec}; it names {allowed}. Nothing was installed.',
    remedy: 'Take it from there, or ask the administrator.',
  },
  POLICY_BROKEN: {
    severity: 'error',
    message:
      'The policy of this machine ({path}) cannot be used, so nobody knows what may be installed. Nothing was changed.',
    remedy: '`hooks doctor` says what is wrong; ask the administrator to mend it.',
  },
  DIGEST_DENIED: {
    severity: 'error',
    message: 'The policy of this machine denies the bytes of {name} ({path}:{line}). Nothing was changed.',
    remedy: 'Use another version, or ask the administrator.',
  },
  NOT_INSTALLED: {
    severity: 'error',
    message: '"{name}" is in no hooks.lock: it was not installed.',
    remedy:
      '{suggestion}`hooks outdated --json` lists what is. A folder of your own is yours to change; what comes with HookMD `hooks disable` switches off.',
  },
  INSTALLED_TWICE: {
    severity: 'error',
    message: '"{name}" could be {candidates}.',
    remedy: 'Say which with `--scope`.',
  },
  REMOVE_PART: {
    severity: 'error',
    message: '{name} is one hook of {package}, which has {hooks}. Nothing was changed.',
    remedy: '`hooks remove {package}` takes all away, `hooks disable {name}` switches one off.',
  },
} as const;

/** Installing. A part of the catalogue, and of its page. */
export const installRows = {
  INSTALL_DIRECTORY: {
    severity: 'error',
    message: 'HookMD cannot install into {path}: {detail}. Nothing was changed.',
    remedy: '{fix}',
  },
  INSTALL_NOT_WRITABLE: {
    severity: 'error',
    message: 'HookMD cannot write to {path}: {detail}. Nothing was changed.',
    remedy: 'Make it a writable directory, or free disk space.',
  },
  INSTALL_INVALID: {
    severity: 'error',
    message: '{name} has errors and was not installed. Nothing was changed.',
    remedy: 'Tell its author, or install another version.',
  },
  INSTALL_FOREIGN: {
    severity: 'error',
    message: '{path} already contains {name}, which `hooks install` did not put there. Nothing was changed.',
    remedy: 'Move that directory away, or change its name in its HOOK.md. Then install again.',
  },
  INSTALL_TAKEN: {
    severity: 'error',
    message: '{package} has a hook {name}, and so does {owner}. Nothing was changed.',
    remedy: 'Keep one of them; `hooks remove {owner}` removes the installed one.',
  },
  INSTALL_ELSEWHERE: {
    severity: 'error',
    message:
      '{name} was installed from {before}. {now} is a different source, which another author may control. Nothing was changed.',
    remedy: 'To replace it, run `hooks remove {name}{scope}`, then install and approve the new one.',
  },
  INSTALL_DIGEST: {
    severity: 'error',
    message: 'The package has digests that you did not pass: {found}. Nothing was changed.',
    remedy:
      'Run the same command with `--inspect` to see this content. If it is what you want, pass these digests.',
  },
  INSTALL_UNANSWERED: {
    severity: 'error',
    message:
      'Changing {name} needs your confirmation, but standard input is not a terminal. Nothing was changed.',
    remedy: 'Review the change with `{command} --dry-run`, then pass `--yes`.',
  },
  INSTALL_DECLINED: {
    severity: 'error',
    message: 'You did not confirm, so nothing was changed.',
    remedy: 'Run `{command}` to do it later.',
  },
  INSTALL_INTERRUPTED: {
    severity: 'error',
    message: 'You interrupted the download of {spec}. Nothing was changed.',
    remedy: 'Run the same command again.',
  },
  INSTALL_AUDIT: {
    severity: 'error',
    message: '`--audit` has to edit {path}, which has errors. Nothing was changed.',
    remedy: 'Run `hooks check` and fix them first.',
  },
  INSTALL_AUDIT_NAME: {
    severity: 'error',
    message:
      '`--audit` would also apply to {rival}, which has the same name, so that hook could no longer block calls. Nothing was changed.',
    remedy: 'Install it without `--audit`, and read it before you enable it.',
  },
  INSTALL_RACED: {
    severity: 'error',
    message: 'Another process changed {name} in the meantime. Nothing was changed.',
    remedy: 'Run the command again and review the new state.',
  },
  INSTALL_UNFINISHED: {
    severity: 'error',
    message:
      'HookMD could not finish `hooks {title}`: {detail}. Each hook is either fully changed or unchanged.',
    remedy: 'Fix that, then run the same command again to finish.',
  },
  INSTALL_LEFT: {
    severity: 'warning',
    message: 'A `hooks install`, `update` or `remove` was killed before it finished, and left {path}.',
    remedy: 'Run the command again to finish. The next `hooks` command removes this directory.',
  },
  LOCKFILE_CONFLICT: {
    severity: 'error',
    message: '{location} has merge conflict markers.',
    remedy: 'Resolve the conflict, then run `hooks install`.',
  },
  LOCKFILE_INVALID: {
    severity: 'error',
    message: '{location} {detail}.',
    remedy: 'Restore an earlier version. Or delete it, then install each package again by its name.',
  },
  LOCK_NONE: {
    severity: 'error',
    message: 'There is no hooks.lock to install from.',
    remedy:
      'Name a package: `hooks install npm:NAME` or `hooks install ./DIRECTORY`. `hooks search` finds packages.',
  },
  LOCK_DIFFERS: {
    severity: 'error',
    message: '{name} differs from hooks.lock: {detail}. Nothing was changed.',
    remedy: 'Find out who changed it. If the change is intended, run `hooks update {name}`.',
  },
  LOCK_OUTSIDE: {
    severity: 'error',
    message: '{lock} installs {name} from {path}, which is outside the project. Nothing was changed.',
    remedy: 'If you want it, install it yourself: `hooks install {spec} --scope project`.',
  },
  LOCK_CHANGED: {
    severity: 'error',
    message: '{name} differs from hooks.lock: it was edited after {package} was installed.',
    remedy:
      'To keep the edit, first move the hook to a directory with another name. Then run `hooks install{spec}` to restore the installed version.',
  },
  LOCK_MISSING: {
    severity: 'error',
    message: 'hooks.lock lists {name} of {package}, but it is not installed.',
    remedy:
      'To install it, run `hooks install{spec}`. To remove it from hooks.lock, run `hooks remove {package}{scope}`.',
  },
  SOURCE_NAME_TAKEN: {
    severity: 'error',
    message: 'You already have a source {name}: {spec}. Nothing was changed.',
    remedy: 'Run `hooks source remove {name}` first.',
    exitCode: 1,
  },
  SOURCE_NOT_FOUND: {
    severity: 'error',
    message: 'You added no source {name}. Nothing was changed.',
    remedy: '{suggestion}Run `hooks source list` to see the sources.',
    exitCode: 1,
  },
  SOURCE_DENIED: {
    severity: 'error',
    message:
      'The policy of this machine ({path}) does not allow {spec}; it allows {allowed}. Nothing was installed.',
    remedy: 'Install from an allowed source, or ask the administrator.',
  },
  POLICY_BROKEN: {
    severity: 'error',
    message: 'HookMD cannot use the policy of this machine ({path}), so it does not know {unknown}. {detail}',
    remedy: 'Run `hooks doctor` for the cause, and ask the administrator to fix it.',
  },
  DIGEST_DENIED: {
    severity: 'error',
    message: 'The policy of this machine denies this version of {name} ({path}:{line}). Nothing was changed.',
    remedy: 'Use another version, or ask the administrator.',
  },
  NOT_INSTALLED: {
    severity: 'error',
    message: '"{name}" was not installed: it is in no hooks.lock.',
    remedy:
      '{suggestion}Run `hooks outdated --json` to list installed packages. `hooks disable` disables hooks that come with HookMD.',
  },
  REMOVE_OWN: {
    severity: 'error',
    message: '{name} was not installed: it is your own hook. Nothing was changed.',
    remedy: 'Run `rm -r {path}` to delete it{then}.',
  },
  INSTALLED_TWICE: {
    severity: 'error',
    message: '"{name}" matches several packages: {candidates}.',
    remedy: 'Choose one with `--scope`.',
  },
  REMOVE_PART: {
    severity: 'error',
    message: '{name} is one hook of {package}, which has {hooks}. Nothing was changed.',
    remedy: 'Run `hooks remove {package}` to remove them all, or `hooks disable {name}` to disable this one.',
  },
} as const;

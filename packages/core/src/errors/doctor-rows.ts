/** What `hooks doctor` finds around the hooks. A part of the catalogue, and of its page. */
export const doctorRows = {
  NODE_TOO_OLD: {
    severity: 'error',
    says: 'This is Node {found}; HookMD needs {want}.',
    remedy: 'Install Node {want}.',
  },
  HOOKS_NOT_ON_PATH: {
    severity: 'hint',
    says: 'No `hooks` is on the PATH; an agent must be given the whole path of this one.',
    remedy: 'Put a link to {path} into a folder of the PATH, or write that path in its settings.',
  },
  HOOKS_OTHER_ON_PATH: {
    severity: 'warning',
    says: 'The `hooks` on the PATH is {found}, not this one, {path}.',
    remedy: 'Put the folder of this one first on the PATH, or remove the other.',
  },
  ROOT_WRITABLE: {
    severity: 'warning',
    says: 'Others can change what stands in this hook root: {detail}. What you approved is safe from them; what you enable next may be theirs.',
    remedy: 'Run `chmod go-w {path}`, and make it your own.',
  },
  HOST_CANNOT: {
    severity: 'warning',
    says: '{name} needs {needs}, and no agent that is attached gives it that at its events ({agents}): it is never asked.',
    remedy:
      '`hooks agents` and the name of an agent say what that honours. Attach one that does, or run `hooks disable {word}`.',
  },
  WIRING_NONE: {
    severity: 'warning',
    says: 'No agent is attached: none tells HookMD of its events.',
    remedy: 'Run `hooks attach {agent}`, or with the name of another agent; `hooks agents` lists them.',
  },
  WIRING_UNREADABLE: {
    severity: 'warning',
    says: 'These settings of {agent} cannot be read: {detail}.',
    remedy: 'Correct the file; {agent} most likely ignores it too.',
  },
  WIRING_OFF: {
    severity: 'error',
    says: '{agent} starts no hooks at all: `disableAllHooks` is true.',
    remedy: 'Remove `disableAllHooks` from {path}.',
  },
  WIRING_BROKEN: {
    severity: 'error',
    says: '{agent} cannot start HookMD at {event}: {detail}',
    remedy: '{fix}',
  },
  WIRING_MISSES_EVENT: {
    severity: 'warning',
    says: '{agent} does not tell HookMD of {events}, and {hooks} would be asked there.',
    remedy: 'Run `hooks attach {agent}`: it adds what is missing.',
  },
  ENTRIES_RUN_TWICE: {
    severity: 'warning',
    says: '{agent} runs {hooks} of {path} itself, and `entriesFrom` makes HookMD run {again}.',
    remedy:
      'Run `{command}` to leave {them} to {agent}. To have HookMD run {them} instead, run `hooks import {file} --scope user`, delete {them} from that file, then enable what was imported.',
  },
  AGENT_NOT_ATTACHED: {
    severity: 'error',
    says: '{agent} is not told of HookMD: nothing of it stands in {path}.',
    remedy: 'Run `hooks attach {agent}`.',
  },
  AGENT_NOT_TRUSTED: {
    severity: 'error',
    says: '{says}.',
    remedy: '{remedy}',
  },
  AGENT_TRUST_UNKNOWN: {
    severity: 'hint',
    says: '{says}. Whether that is done cannot be told from here.',
    remedy: '{remedy}',
  },
  AGENT_NO_ANSWER: {
    severity: 'error',
    says: 'A drill by what {agent} starts got no answer: `{command}` {detail}.',
    remedy:
      'Run `hooks attach {agent}`: it makes the launcher anew. Then `hooks doctor {agent}` tries again.',
  },
  AGENT_ASKS_NOBODY: {
    severity: 'warning',
    says: 'No hook that is ready waits for an event that {agent} tells of.',
    remedy: 'Run `hooks list`, and `hooks enable` one.',
  },
  AGENT_NEVER_SEEN: {
    severity: 'hint',
    says: 'No event of {agent} ever came.',
    remedy: 'Start a new session: one that was open before goes on without hooks. Then look at `hooks log`.',
  },
  LAUNCHER_MISSING: {
    severity: 'error',
    says: 'The launcher that the settings name is not there: {path}.',
    remedy: 'Run `hooks serve --launcher`.',
  },
  LAUNCHER_STALE: {
    severity: 'error',
    says: 'The launcher would start {moved}, which is not there any more.',
    remedy: 'Run `hooks serve --launcher`: it writes down where Node and HookMD are now.',
  },
  LAUNCHER_SCRIPT: {
    severity: 'hint',
    says: 'The launcher is a script: it starts Node for each event, and asks no runtime.',
    remedy: 'Install a C compiler (`cc`), then run `hooks serve --launcher`.',
  },
  ACTIVE_SET_OUTDATED: {
    severity: 'warning',
    says: 'What events read was compiled {cause}.',
    remedy: 'Run `hooks list`: it compiles anew what changed.',
  },
  ACTIVE_SET_DIFFERS: {
    severity: 'error',
    says: 'What events read says something else than the packages do about {hooks}, although nothing changed since it was compiled.',
    remedy: 'Run `rm {path}`: the next event compiles it anew.',
  },
  HOOK_FAILING: {
    severity: 'warning',
    says: '{name} failed {failed} of {asked} times in the last day, and the last time: {reason}.',
    remedy: 'Run `hooks trace {trace}`.',
  },
  HOOK_FAILED_BEFORE: {
    severity: 'hint',
    says: '{name} failed {failed} of {asked} times in the last day, and works again.',
    remedy: 'Run `hooks trace {trace}` if you want to know why.',
  },
  HOOK_SLOW: {
    severity: 'warning',
    says: '{name} needs {used} of the {limit} it has, in one of twenty runs or more.',
    remedy: 'Make it faster, or give it more `timeout`.',
  },
  BREAKER_OPEN: {
    severity: 'warning',
    says: '{name} failed five times in a row and is not asked for a minute.',
    remedy: 'Run `hooks doctor --fire {name}` to see why.',
  },
  LEFT_LOCK: {
    severity: 'hint',
    says: 'A command that was killed left its lock; the next one takes it over.',
    remedy: 'Run `rm -r {path}` if you want it away now.',
  },
  LEFT_FILE: {
    severity: 'hint',
    says: 'A process that was killed left this; nothing reads it.',
    remedy: 'Run `rm -rf {path}`.',
  },
  LEFT_CORRUPT: {
    severity: 'warning',
    says: 'A damaged record was set aside here; what it said does not hold.',
    remedy: 'Enable what is missing again, then run `rm {path}`.',
  },
  LEFT_COPIES: {
    severity: 'hint',
    says: 'The store holds {size} that no approval names and nothing runs.',
    remedy: 'Run `hooks gc`.',
  },
  LEFT_APPROVALS: {
    severity: 'hint',
    says: '{project} is gone, and what was decided for it is kept: {what}.',
    remedy: 'Run `hooks gc --projects` to forget them.',
  },
  LEFT_PROCESS: {
    severity: 'warning',
    says: 'A process of {name} outlived the event it was started for.',
    remedy: 'Run `kill {pid}`; `hooks trace {trace}` shows the event.',
  },
  DRILL_NOT_RUN: {
    severity: 'error',
    says: '{name} was not asked: {reason}.',
    remedy: 'See `hooks info {name}`.',
  },
  DRILL_FAILED: {
    severity: 'error',
    says: '{name} failed on a sample of {event}: {reason}.',
    remedy: 'Mend it, then run `hooks doctor --fire {name}` again.',
  },
} as const;

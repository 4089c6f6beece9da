/** What `hooks doctor` finds around the hooks. A part of the catalogue, and of its page. */
export const doctorRows = {
  NODE_TOO_OLD: {
    severity: 'error',
    message: 'This is Node {found}; HookMD needs {want}.',
    remedy: 'Install Node {want}.',
  },
  HOOKS_NOT_ON_PATH: {
    severity: 'hint',
    message: 'No `hooks` is on the PATH; an agent must be given the whole path of this one.',
    remedy: 'Put a link to {path} into a folder of the PATH, or write that path in its settings.',
  },
  HOOKS_OTHER_ON_PATH: {
    severity: 'warning',
    message: 'The `hooks` on the PATH is {found}, not this one, {path}.',
    remedy: 'Put the folder of this one first on the PATH, or remove the other.',
  },
  ROOT_WRITABLE: {
    severity: 'warning',
    message:
      'Others can change what stands in this hook root: {detail}. What you approved is safe from them; what you enable next may be theirs.',
    remedy: 'Run `chmod go-w {path}`, and make it your own.',
  },
  HOST_CANNOT: {
    severity: 'warning',
    message:
      '{name} needs {needs}, and no agent that is attached gives it that at its events ({agents}): it is never asked.',
    remedy:
      '`hooks agents` and the name of an agent say what that honours. Attach one that does, or run `hooks disable {word}`.',
  },
  AGENT_NONE_ATTACHED: {
    severity: 'warning',
    message: 'No agent is attached: none tells HookMD of its events.',
    remedy: 'Run `hooks attach {agent}`, or with the name of another agent; `hooks agents` lists them.',
  },
  AGENT_SETTINGS_UNREADABLE: {
    severity: 'warning',
    message: 'These settings of {agent} cannot be read: {detail}.',
    remedy: 'Correct the file; {agent} most likely ignores it too.',
  },
  AGENT_HOOKS_OFF: {
    severity: 'error',
    message: '{agent} starts no hooks at all: `disableAllHooks` is true.',
    remedy: 'Remove `disableAllHooks` from {path}.',
  },
  AGENT_CANNOT_START: {
    severity: 'error',
    message: '{agent} cannot start HookMD at {event}: {detail}',
    remedy: '{fix}',
  },
  AGENT_MISSES_EVENT: {
    severity: 'warning',
    message: '{agent} does not tell HookMD of {events}, and {hooks} would be asked there.',
    remedy: 'Run `hooks attach {agent}`: it adds what is missing.',
  },
  ENTRIES_RUN_TWICE: {
    severity: 'warning',
    message: '{agent} runs {hooks} of {path} itself, and `entriesFrom` makes HookMD run {again}.',
    remedy:
      'Run `{command}` to leave {them} to {agent}. To have HookMD run {them} instead, run `hooks import {file} --scope user`, delete {them} from that file, then enable what was imported.',
  },
  AGENT_NOT_ATTACHED: {
    severity: 'error',
    message: '{agent} is not told of HookMD: nothing of it stands in {path}.',
    remedy: 'Run `hooks attach {agent}`.',
  },
  AGENT_NOT_TRUSTED: {
    severity: 'error',
    message: '{message}.',
    remedy: '{remedy}',
  },
  AGENT_TRUST_UNKNOWN: {
    severity: 'hint',
    message: '{message}. Whether that is done cannot be told from here.',
    remedy: '{remedy}',
  },
  AGENT_NO_RESPONSE: {
    severity: 'error',
    message: 'A test event by what {agent} starts got no answer: `{command}` {detail}.',
    remedy:
      'Run `hooks attach {agent}`: it makes the launcher anew. Then `hooks doctor {agent}` tries again.',
  },
  AGENT_WITHOUT_HOOKS: {
    severity: 'warning',
    message: 'No hook that is ready waits for an event that {agent} tells of.',
    remedy: 'Run `hooks list`, and `hooks enable` one.',
  },
  AGENT_NEVER_SEEN: {
    severity: 'hint',
    message: 'No event of {agent} ever came.',
    remedy: 'Start a new session: one that was open before goes on without hooks. Then look at `hooks log`.',
  },
  LAUNCHER_MISSING: {
    severity: 'error',
    message: 'The launcher that the settings name is not there: {path}.',
    remedy: 'Run `hooks serve --launcher`.',
  },
  LAUNCHER_STALE: {
    severity: 'error',
    message: 'The launcher would start {moved}, which is not there any more.',
    remedy: 'Run `hooks serve --launcher`: it writes down where Node and HookMD are now.',
  },
  LAUNCHER_SCRIPT: {
    severity: 'hint',
    message: 'The launcher is a script: it starts Node for each event, and asks no runtime.',
    remedy: 'Install a C compiler (`cc`), then run `hooks serve --launcher`.',
  },
  HOOK_INDEX_OUTDATED: {
    severity: 'warning',
    message: 'What events read was compiled {cause}.',
    remedy: 'Run `hooks list`: it compiles anew what changed.',
  },
  HOOK_INDEX_DIFFERS: {
    severity: 'error',
    message:
      'What events read says something else than the packages do about {hooks}, although nothing changed since it was compiled.',
    remedy: 'Run `rm {path}`: the next event compiles it anew.',
  },
  HOOK_FAILING: {
    severity: 'warning',
    message: '{name} failed {failed} of {runs} times in the last day, and the last time: {reason}.',
    remedy: 'Run `hooks trace {trace}`.',
  },
  HOOK_FAILED_BEFORE: {
    severity: 'hint',
    message: '{name} failed {failed} of {runs} times in the last day, and works again.',
    remedy: 'Run `hooks trace {trace}` if you want to know why.',
  },
  HOOK_SLOW: {
    severity: 'warning',
    message: '{name} needs {used} of the {limit} it has, in one of twenty runs or more.',
    remedy: 'Make it faster, or give it more `timeout`.',
  },
  BREAKER_OPEN: {
    severity: 'warning',
    message: '{name} failed five times in a row and is not asked for a minute.',
    remedy: 'Run `hooks doctor --fire {name}` to see why.',
  },
  LEFT_LOCK: {
    severity: 'hint',
    message: 'A command that was killed left its lock; the next one takes it over.',
    remedy: 'Run `rm -r {path}` if you want it away now.',
  },
  LEFT_FILE: {
    severity: 'hint',
    message: 'A process that was killed left this; nothing reads it.',
    remedy: 'Run `rm -rf {path}`.',
  },
  LEFT_CORRUPT: {
    severity: 'warning',
    message: 'A damaged record was set aside here; what it said does not hold.',
    remedy: 'Enable what is missing again, then run `rm {path}`.',
  },
  LEFT_COPIES: {
    severity: 'hint',
    message: 'The store holds {size} that no approval names and nothing runs.',
    remedy: 'Run `hooks gc`.',
  },
  LEFT_APPROVALS: {
    severity: 'hint',
    message: '{project} is gone, and what was decided for it is kept: {decisions}.',
    remedy: 'Run `hooks gc --projects` to forget them.',
  },
  LEFT_PROCESS: {
    severity: 'warning',
    message: 'A process of {name} outlived the event it was started for.',
    remedy: 'Run `kill {pid}`; `hooks trace {trace}` shows the event.',
  },
  TEST_EVENT_NOT_RUN: {
    severity: 'error',
    message: '{name} was not asked: {reason}.',
    remedy: 'See `hooks info {name}`.',
  },
  TEST_EVENT_FAILED: {
    severity: 'error',
    message: '{name} failed on a sample of {event}: {reason}.',
    remedy: 'Mend it, then run `hooks doctor --fire {name}` again.',
  },
} as const;

/** What `hooks doctor` finds around the hooks. A part of the catalogue, and of its page. */
export const doctorRows = {
  NODE_TOO_OLD: {
    severity: 'error',
    message: 'This is Node {found}; HookMD needs {want}.',
    remedy: 'Install Node {want}.',
  },
  HOOKS_NOT_ON_PATH: {
    severity: 'hint',
    message: '`hooks` is not on your PATH, so agents need its full path.',
    remedy: 'Run `ln -s {path} DIR/hooks`, where DIR is a directory on your PATH.',
  },
  HOOKS_OTHER_ON_PATH: {
    severity: 'warning',
    message: 'The `hooks` on your PATH is {found}, not this one, {path}.',
    remedy: 'Move the directory of this one to the front of your PATH, or remove the other.',
  },
  ROOT_WRITABLE: {
    severity: 'warning',
    message:
      'Other users can change this hooks directory: {detail}. Versions that you approved are safe, but those users could change a hook before you enable it.',
    remedy: 'Run `chmod go-w {path}`, and make sure that you own it.',
  },
  HOST_CANNOT: {
    severity: 'warning',
    message:
      '{name} requires {needs}, which none of your attached agents ({agents}) supports, so it never runs.',
    remedy:
      'Run `hooks agents NAME` to see what an agent supports. Attach one that supports it, or run `hooks disable {word}`.',
  },
  AGENT_NONE_ATTACHED: {
    severity: 'warning',
    message: 'No agent is attached, so no hook runs.',
    remedy: 'Run `hooks attach {agent}`, or attach another agent; `hooks agents` lists them.',
  },
  AGENT_SETTINGS_UNREADABLE: {
    severity: 'warning',
    message: 'HookMD cannot read these settings of {agent}: {detail}.',
    remedy: 'Fix the file; {agent} probably ignores it too.',
  },
  AGENT_HOOKS_OFF: {
    severity: 'error',
    message: '{agent} runs no hooks, because `disableAllHooks` is true.',
    remedy: 'Remove `disableAllHooks` from {path}.',
  },
  AGENT_CANNOT_START: {
    severity: 'error',
    message: '{agent} cannot start HookMD at {event}: {detail}',
    remedy: '{fix}',
  },
  AGENT_MANAGED_NOT_TRUSTED: {
    severity: 'error',
    message: 'The managed entries of {agent} are not safe for every user: {detail}.',
    remedy: '{fix}',
  },
  AGENT_MANAGED_REPLACED: {
    severity: 'error',
    message: '{agent} ignores the managed entries without a message: {detail}.',
    remedy: '{fix}',
  },
  AGENT_ENTRIES_IGNORED: {
    severity: 'error',
    message: '{agent} ignores your entries, because {path} allows only managed hooks.',
    remedy: 'As an administrator, run `sudo hooks attach {agent} --managed`.',
  },
  AGENT_SENDS_TWICE: {
    severity: 'warning',
    message:
      '{agent} sends each event twice: by the entries in {path}, and by the managed ones in {managed}.',
    remedy: 'Run `hooks detach {agent}`. The managed entries stay.',
  },
  AGENT_MISSES_EVENT: {
    severity: 'warning',
    message: '{agent} is not set up to send {events}, which {hooks} need.',
    remedy: 'Run `hooks attach {agent}` to add them.',
  },
  ENTRIES_RUN_TWICE: {
    severity: 'warning',
    message:
      '{agent} already runs {hooks} of {path}, and your setting `entriesFrom` makes HookMD run {again}.',
    remedy:
      'To let only {agent} run {them}, run `{command}`. To let only HookMD run {them}, run `hooks import {file} --scope user`, delete {them} from that file, then enable the imported hooks.',
  },
  AGENT_NOT_ATTACHED: {
    severity: 'error',
    message: '{agent} is not attached: {path} has no HookMD entries.',
    remedy: 'Run `hooks attach {agent}`.',
  },
  AGENT_NOT_TRUSTED: {
    severity: 'error',
    message: '{message}.',
    remedy: '{remedy}',
  },
  AGENT_TRUST_UNKNOWN: {
    severity: 'hint',
    message: '{message}. HookMD cannot check whether you have done this.',
    remedy: '{remedy}',
  },
  AGENT_NO_RESPONSE: {
    severity: 'error',
    message: 'A test event through the hook command of {agent} failed: `{command}` {detail}.',
    remedy: 'Run `hooks attach {agent}` to rebuild the launcher, then `hooks doctor {agent}`.',
  },
  AGENT_WITHOUT_HOOKS: {
    severity: 'warning',
    message: 'None of your enabled hooks listens to an event that {agent} sends.',
    remedy: 'Run `hooks list`, then `hooks enable` one.',
  },
  AGENT_NEVER_SEEN: {
    severity: 'hint',
    message: 'HookMD has not received any event from {agent}.',
    remedy: 'Start a new session; sessions that were already open run without hooks. Then run `hooks log`.',
  },
  LAUNCHER_CANNOT_START: {
    severity: 'error',
    message: '{agent} cannot start the launcher at {event}: {detail}',
    remedy: 'Run `hooks daemon --launcher` to rebuild the launcher.',
  },
  LAUNCHER_MISSING: {
    severity: 'error',
    message:
      'The launcher, which the settings of the agent start for each event, does not exist: {path}. No hook runs.',
    remedy: 'Run `hooks daemon --launcher` to create it again.',
  },
  LAUNCHER_STALE: {
    severity: 'error',
    message: 'The launcher starts {moved}, which no longer exists.',
    remedy: 'Run `hooks daemon --launcher` to record where Node and HookMD are now.',
  },
  LAUNCHER_SCRIPT: {
    severity: 'hint',
    message: 'The launcher is a script, so it starts Node for each event instead of using the daemon.',
    remedy: 'Install a C compiler (`cc`), then run `hooks daemon --launcher`.',
  },
  HOOK_INDEX_OUTDATED: {
    severity: 'warning',
    message: 'The hook index is out of date: it was compiled {cause}.',
    remedy: 'Run `hooks list` to update it.',
  },
  HOOK_INDEX_DIFFERS: {
    severity: 'error',
    message: 'The hook index is wrong about {hooks}, although nothing changed since it was compiled.',
    remedy: 'Run `rm {path}`; the next event compiles it again.',
  },
  HOOK_FAILING: {
    severity: 'warning',
    message: '{name} failed {failed} of its {runs} runs in the last 24 hours. Most recent error: {reason}.',
    remedy: '{fix} `hooks trace {trace}` shows what it printed.',
  },
  HOOK_FAILED_BEFORE: {
    severity: 'hint',
    message: '{name} failed {failed} of its {runs} runs in the last 24 hours, but its latest run succeeded.',
    remedy: 'Run `hooks trace {trace}` to see why it failed.',
  },
  HOOK_WARNED: {
    severity: 'warning',
    message: '{name} had a warning in {warned} of its {runs} runs in the last 24 hours: {warning}',
    remedy: '{fix} `hooks trace {trace}` shows what it printed.',
  },
  HOOK_SLOW: {
    severity: 'warning',
    message: '{name} is close to its timeout: 95 % of its runs end within {used}, and the limit is {limit}.',
    remedy: 'Make it faster, or raise its `timeout`. Then run `hooks approve {name}`.',
  },
  BREAKER_OPEN: {
    severity: 'warning',
    message: '{name} failed 5 times in a row and is paused for 60 s.',
    remedy: 'Run `hooks info {name}` to see why.',
  },
  LEFT_LOCK: {
    severity: 'hint',
    message: 'A command that was killed left its lock; the next command removes it.',
    remedy: 'Run `rm -r {path}` to remove it now.',
  },
  LEFT_FILE: {
    severity: 'hint',
    message: 'A process that was killed left this unused file.',
    remedy: 'Run `rm -rf {path}`.',
  },
  LEFT_CORRUPT: {
    severity: 'warning',
    message: 'A damaged state record was moved here, so some hooks may no longer be enabled or approved.',
    remedy:
      'Run `hooks list` to see which ones, and run `hooks enable` for each of them. Then run `rm {path}`.',
  },
  LEFT_COPIES: {
    severity: 'hint',
    message: 'The store contains {size} of unused copies.',
    remedy: 'Run `hooks gc`.',
  },
  LEFT_APPROVALS: {
    severity: 'hint',
    message: '{project} no longer exists, but your decisions for it are kept: {decisions}.',
    remedy: 'Run `hooks gc --projects` to delete them.',
  },
  LEFT_PROCESS: {
    severity: 'warning',
    message: 'A process of {name} is still running after its event ended.',
    remedy: 'Run `kill {pid}`; `hooks trace {trace}` shows the event.',
  },
  TEST_EVENT_NOT_RUN: {
    severity: 'error',
    message: '{name} was skipped: {reason}.',
    remedy: 'Run `hooks info {name}`.',
  },
  TEST_EVENT_FAILED: {
    severity: 'error',
    message: '{name} failed on a sample {event} event: {reason}.',
    remedy: 'Fix it and run `hooks approve {name}`. Then run `hooks doctor --fire {name}` again.',
  },
} as const;

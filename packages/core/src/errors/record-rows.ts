/** What was recorded, and what fits nowhere else. A part of the catalogue, and of its page. */
export const recordRows = {
  CASES_MISSING: {
    severity: 'error',
    message: '{name} has no test cases, so nothing was tested.',
    remedy: 'Write test cases in {path}; `hooks new` shows how.',
  },
  TRACE_NOT_FOUND: {
    severity: 'error',
    message: 'The event log has no event {name}.',
    remedy: 'Run `hooks log` to list recent events, or `hooks trace --last` to show the latest.',
    exitCode: 1,
  },
  ALLOW_NOTHING: {
    severity: 'error',
    message: 'You cannot allow this event: {detail}. Nothing was changed.',
    remedy: '{fix}',
    exitCode: 1,
  },
  ALLOW_POLICY: {
    severity: 'error',
    message: 'The policy of this machine does not let you allow what {names} blocks. Nothing was changed.',
    remedy: '{fix}',
    exitCode: 1,
  },
  ALLOW_UNANSWERED: {
    severity: 'error',
    message: '`hooks allow` needs your confirmation, and this is no terminal. Nothing was changed.',
    remedy: 'Run it in a terminal that you opened yourself, outside the agent and without `--json`.',
    exitCode: 1,
  },
  TRACE_AMBIGUOUS: {
    severity: 'error',
    message: '"{name}" matches several events: {candidates}.',
    remedy: 'Use more characters of the id, or one of these.',
  },
  EVENT_LOG_EMPTY: {
    severity: 'error',
    message: 'The event log is empty.',
    remedy: 'Send an event, for example with `hooks run`.',
  },
  LOG_LEVEL: {
    severity: 'warning',
    message: 'HOOKMD_LOG is "{found}", which is not a level; only warnings are shown.',
    remedy: 'Set it to debug, info or warn.',
  },
  INTERNAL: {
    severity: 'error',
    message: 'HookMD has a bug: {detail}.',
    remedy:
      'Run the command again with `HOOKMD_LOG=debug` in front of it, and report the command and its output to the project.',
  },
} as const;

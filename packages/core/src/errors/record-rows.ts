/** What was recorded, and what fits nowhere else. A part of the catalogue, and of its page. */
export const recordRows = {
  CASES_MISSING: {
    severity: 'error',
    message: '{name} has no test cases: nothing was tested.',
    remedy: 'Write some into {path}; `hooks new` shows how.',
  },
  TRACE_NOT_FOUND: {
    severity: 'error',
    message: 'The event log has no dispatch {name}.',
    remedy: '`hooks log` lists the latest, `hooks trace --last` shows the last one.',
    exitCode: 1,
  },
  TRACE_AMBIGUOUS: {
    severity: 'error',
    message: '"{name}" is the beginning of several dispatches: {candidates}.',
    remedy: 'Give more of the id, or one of these.',
  },
  EVENT_LOG_EMPTY: {
    severity: 'error',
    message: 'The event log has no dispatch yet.',
    remedy: 'Fire an event, for example with `hooks run`.',
  },
  LOG_LEVEL: {
    severity: 'warning',
    message: 'HOOKMD_LOG is "{found}", which is no level; only warnings are shown.',
    remedy: 'Set it to debug, info or warn.',
  },
  INTERNAL: {
    severity: 'error',
    message: 'HookMD has a bug: {detail}.',
    remedy: 'Please report it with the output of `HOOKMD_LOG=debug` and the command.',
  },
} as const;

import type { FailureCause, SkipCause } from '@hookmd/core/events';
import type { ShownState } from '../../hooks/health.ts';

/** A word of `hooks list` and of records that is no error code. */
export interface WordRow {
  readonly meaning: string;
  readonly fix: string;
}

export const nothingToDo = 'You do not need to do anything.';
export const infoFix = 'Run `hooks info NAME`: it shows the problem and the fix.';

export const states: Readonly<Record<ShownState, WordRow>> = {
  ready: {
    meaning: 'The hook is enabled and approved, and has what it requires, so it runs.',
    fix: nothingToDo,
  },
  failing: { meaning: 'It runs, and has failed each time since it last succeeded.', fix: infoFix },
  disabled: {
    meaning: 'You or its manifest disabled it, so it does not run.',
    fix: 'Run `hooks enable NAME`.',
  },
  ineligible: {
    meaning: 'Something that it requires is missing on this machine, such as a program or a variable.',
    fix: 'Run `hooks info NAME`: it shows what is missing.',
  },
  unapproved: {
    meaning: 'You have not approved it, so it does not run.',
    fix: 'Run `hooks enable NAME`: it shows what the hook runs and may change, then asks you.',
  },
  changed: {
    meaning: 'Its files changed since you approved it, and the approved version runs.',
    fix: 'Run `hooks diff NAME`, then `hooks approve NAME`.',
  },
  linked: {
    meaning: 'Its files run as they are, approved or not, because you linked its directory.',
    fix: nothingToDo,
  },
  unpinned: {
    meaning: 'It is approved by the text of its command, and the files of the command can change.',
    fix: nothingToDo,
  },
  conflict: {
    meaning: 'Another hook has the same name and runs in its place.',
    fix: 'Give one of them another name: set `name` in its HOOK.md.',
  },
  invalid: {
    meaning: 'Its manifest has an error. A version that you approved before continues to run.',
    fix: 'Run `hooks check NAME`: it shows where.',
  },
};

/** Why a run failed, was canceled or was skipped: `cause` in `--json`. */
export const causes: ReadonlyMap<FailureCause | SkipCause, string> = new Map([
  ['TIMEOUT', 'The hook ran longer than its `timeout`.'],
  ['DEADLINE', 'All hooks of an event share the time that the agent gives them, and it was over.'],
  [
    'ABORTED',
    'HookMD ended it because its result no longer mattered, for example because another hook blocked.',
  ],
  ['EXIT', 'It exited with a code that is neither a result nor a block.'],
  [
    'SCRIPT_ERROR',
    'Its shell reports a mistake in the script: a syntax error, an unset variable, a missing program.',
  ],
  ['SIGNAL', 'A signal ended it.'],
  ['NOT_RUNNABLE', 'Its program cannot be started.'],
  ['SPAWN', 'The system could not start a process.'],
  ['ADDRESS_REFUSED', 'Its URL is one that HookMD never calls.'],
  ['NO_CONNECTION', 'Its service did not respond.'],
  ['STATUS', 'Its service returned an error.'],
  ['THROWN', 'Its handler threw an error.'],
  ['BAD_OUTPUT', 'Its output is not valid.'],
  ['OUTPUT_LIMIT', 'It printed more than the limit.'],
  ['MEMORY_LIMIT', 'It used more memory than the limit.'],
  ['CONTRACT_VIOLATION', 'It changed something that its manifest does not list under `modify`.'],
  ['RECIPE_UNKNOWN', 'The agent does not have the host action that it requested.'],
  ['PAYLOAD_LIMIT', 'The event is too large for its model.'],
  ['MODEL', 'Its model could not be called.'],
  ['TURNS', 'Its agent used all its turns.'],
  ['TOKENS', 'Its agent used all its tokens.'],
  ['INTERNAL', 'HookMD has a bug.'],
  ['DISABLED', 'It is disabled.'],
  ['INELIGIBLE', 'Something that it requires is missing.'],
  ['HOST_CANNOT', 'It needs something that the agent does not support.'],
  ['HOST_LACKS', 'It needs a host action that the agent does not have.'],
  ['UNAPPROVED', 'It needs your approval.'],
  ['NAME_CONFLICT', 'Another hook has the same name and ran in its place.'],
  ['NO_MATCH', 'Its `matcher` or its `if` does not match.'],
  ['ONCE_SPENT', 'It has `once`, and has already run.'],
  ['BREAKER_OPEN', 'It failed 5 times in a row, so it is paused for up to a minute.'],
  ['BLOCKED_EARLIER', 'Another hook had already blocked.'],
  ['OUTDATED', 'Another hook changed the event in the meantime, so it ran again on the new one.'],
  ['RECURSION', 'A hook started this event, so hooks do not run for it.'],
  ['NO_HOOKS', 'Hooks are disabled: `hooks.enabled: false` in your settings, or `--no-hooks`.'],
  ['CONTEXT', 'The agent is working for itself, and `contexts` in the manifest does not name that.'],
  ['ASYNC', 'It runs in the background; a later record has its result.'],
]);

/** Causes that are no problem. */
export const harmless: ReadonlySet<FailureCause | SkipCause> = new Set([
  'ABORTED',
  'NO_MATCH',
  'ONCE_SPENT',
  'BLOCKED_EARLIER',
  'OUTDATED',
  'CONTEXT',
  'ASYNC',
]);

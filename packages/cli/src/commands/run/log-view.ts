import { issue } from '@hookmd/core/errors';
import type { Decision, HookRun } from '@hookmd/core/events';
import type { HookWatch } from '@hookmd/core/runtime';
import { cleanLine } from '@hookmd/core/text';
import { durationText, isEnded, runText } from '@hookmd/ui/words';
import type { Output } from '../../ui/output.ts';

const LEVELS = ['debug', 'info', 'warn'] as const;

/** Reasons to skip a hook that are not worth a line. */
const EXPECTED_SKIPS: readonly (string | null)[] = ['NO_MATCH', 'DISABLED', 'BLOCKED_EARLIER', 'ASYNC'];

interface RunLog {
  /** Prints each start and end at once, without the handler's output, which is redacted when all handlers have ended. */
  readonly watch?: HookWatch;
  showDecided(decision: Decision): void;
}

/** The levels of HOOKMD_LOG: `debug` prints every hook, `info` outcomes worth knowing, `warn` neither. */
export function openRunLog(err: Output, level: string): RunLog {
  const known = LEVELS.find((item) => item === level);
  const print = (name: string, text: string): void =>
    err.line(err.paint('dim', `${name.padEnd(5)}  ${text}`));
  if (known === undefined) {
    const { message, remedy } = issue('LOG_LEVEL', { found: cleanLine(level) });
    err.line(err.paint('yellow', `warning: ${message} ${remedy}`));
  }
  const isDebug = known === 'debug';
  const showDecided = (decision: Decision): void => {
    for (const run of decision.hooks) {
      const line = `${cleanLine(run.qualifiedName)}  ${runText(run, { isEnded: isEnded(decision) })}`;
      if (isWorthKnowing(run)) print('info', line);
      else if (isDebug) print('debug', line);
    }
  };
  if (!isDebug) return { showDecided: known === 'info' ? showDecided : () => {} };
  const watch: HookWatch = {
    starts: (hook, phase) => print('debug', `${cleanLine(hook.qualifiedName)}  starts as ${phase}`),
    ends: (run) => print('debug', `${cleanLine(run.qualifiedName)}  ends: ${endText(run)}`),
  };
  return { watch, showDecided };
}

function isWorthKnowing(run: HookRun): boolean {
  if (run.outcome === 'skipped') return !EXPECTED_SKIPS.includes(run.cause);
  return run.outcome !== 'success' || run.sendsBack === true || run.changed.length > 0;
}

function endText(run: Parameters<HookWatch['ends']>[0]): string {
  const parts = [
    run.outcome,
    ...(run.cause === null ? [] : [run.cause]),
    ...(run.exitCode === null ? [] : [`exit ${run.exitCode}`]),
    ...(run.durationMs === null ? [] : [durationText(run.durationMs)]),
  ];
  return parts.join(', ');
}

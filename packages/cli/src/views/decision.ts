import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { isFailed } from '@hookmd/core/internal/protocol/outcome';
import type { Decision, HookRun } from '@hookmd/core/protocol';
import type { Context } from '../context.ts';
import { alignColumns } from './columns.ts';

/** One decision for a person: the word, the reason, what changed, and every hook in a line. */
export function showDecision({ out, err }: Context, decision: Decision): void {
  const style = decision.decision === 'block' ? 'red' : decision.decision === 'ask' ? 'yellow' : 'green';
  const word = decision.halt === null ? headline(decision) : 'stopped';
  out.line(
    `${out.paint('bold', decision.event)}  ${out.paint(style, word)}${decision.reason === null ? '' : `: ${cleanLine(decision.reason)}`}`,
  );
  if (decision.changed.length > 0) {
    out.line(`  changed ${decision.changed.join(', ')}`);
    out.line(
      `  ${decision.output === null ? 'input ' : 'output'}  ${cleanLine(JSON.stringify(decision.output ?? decision.input))}`,
    );
  }
  const said: readonly (readonly [string, readonly string[]])[] = [
    ['context', decision.context],
    ['feedback', decision.feedback],
    ['follow-up', decision.followUps],
    ['to the user', decision.userMessages],
  ];
  for (const [what, texts] of said) for (const text of texts) out.line(`  ${what}: ${cleanLine(text)}`);
  const rows = decision.hooks.map((one) => [one.name, one.phase ?? '–', lineOf(one)]);
  for (const line of alignColumns(rows)) out.line(`  ${line}`);
  if (decision.hooks.length === 0) out.line('  no hook listens to this event');
  for (const one of decision.dropped) err.line(err.paint('yellow', `dropped: ${cleanLine(one)}`));
  for (const one of decision.failedOpen) err.line(err.paint('yellow', `went on although ${one} failed`));
  if (decision.hooks.some(isFailed))
    err.line(`What did it say?  ${err.paint('cyan', `hooks trace ${decision.traceId.slice(0, 8)}`)}`);
}

function headline({ decision, changed }: Decision): string {
  if (decision !== 'none') return { block: 'blocked', ask: 'asks the user', allow: 'allowed' }[decision];
  return changed.length > 0 ? 'goes on, changed' : 'goes on';
}

function lineOf(run: HookRun): string {
  const time = run.durationMs === null ? '' : `  ${run.durationMs.toFixed(1)} ms`;
  const why = run.reason === null ? '' : `: ${cleanLine(run.reason).replaceAll('\n', ' ')}`;
  const word =
    run.outcome === 'skipped'
      ? 'not asked'
      : run.outcome === 'success'
        ? 'no objection'
        : (run.cause ?? run.outcome).toLowerCase();
  return `${word}${why}${time}`;
}

import { type Decision, type HookRun, isFailed } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { sentBackText, unlessOnlyWho } from '../../event-log/dispatch-text.ts';
import { paintRun, runName, runText, shortReason } from '../../event-log/run-text.ts';
import { alignColumns } from '../../ui/columns.ts';
import { wrapUnder } from '../../ui/wrap.ts';

/** Of one hook: an answer may have a thousand keys. */
const MAX_WARNINGS = 5;
const MAX_NOT_INVOKED = 100;

/** One decision for a person: the word, the reason, what changed, and every hook in a line. */
export function showDecision({ out, err }: Context, decision: Decision): void {
  const { style, word, reason } = headline(decision);
  const why = reason === null ? '' : `: ${shortReason(reason)}`;
  out.line(
    wrapUnder(`${out.paint('bold', decision.event)}  ${out.paint(style, word)}${why}`, out.width, '  '),
  );
  const facts = factRows(decision);
  for (const line of alignColumns(facts, { indent: '  ', width: out.width })) out.line(line);
  const said: readonly (readonly [string, readonly string[]])[] = [
    ['hint', decision.hints],
    ['context', decision.context],
    ['feedback', decision.feedback],
    ['follow-up', decision.followUps],
    ['to the user', decision.userMessages],
  ];
  for (const [what, texts] of said)
    for (const text of texts) out.line(wrapUnder(`  ${what}: ${cleanLine(text)}`, out.width, '  '));
  const isTimed = decision.hooks.some((one) => one.durationMs !== null);
  const shown = shownRuns(decision.hooks);
  const rows = shown.map((one) => {
    const time = isTimed ? [timeOf(one)] : [];
    return [runName(one, shown), one.phase ?? '–', ...time, paintRun(out, one, runText(one))];
  });
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
  const left = decision.hooks.length - shown.length;
  if (left > 0) out.line(`  and ${left} more that were not asked; \`--json\` has them all`);
  if (decision.hooks.length === 0) out.line('  no hook listens to this event');
  const warnings = [
    ...decision.hooks.flatMap((run) => warningLines(run, runName(run, decision.hooks))),
    ...decision.dropped.map((one) => `dropped: ${cleanLine(one)}`),
    ...decision.failedOpen.map((one) => `went on although ${cleanLine(one)} failed`),
  ];
  for (const one of warnings) err.line(err.paint('yellow', wrapUnder(one, err.width, '  ')));
  if (decision.hooks.some(isFailed))
    err.line(`What did it say?  ${err.paint('cyan', `hooks trace ${decision.traceId.slice(0, 8)}`)}`);
}

/** All that were asked, and as many of the others as a person reads. */
function shownRuns(hooks: readonly HookRun[]): readonly HookRun[] {
  let count = 0;
  return hooks.filter(({ outcome }) => {
    if (outcome === 'skipped') count += 1;
    return outcome !== 'skipped' || count <= MAX_NOT_INVOKED;
  });
}

/** What of its answer was not understood. */
function warningLines({ warnings }: HookRun, name: string): readonly string[] {
  const rest = warnings.length - MAX_WARNINGS;
  const lines = warnings.slice(0, MAX_WARNINGS).map((text) => `warning about ${name}: ${cleanLine(text)}`);
  return rest > 0 ? [...lines, `${rest} more warnings about ${name}`] : lines;
}

/** What the event goes on with, where hooks changed it; what becomes of the conversation. */
function factRows(decision: Decision): readonly (readonly string[])[] {
  const { changed, output, tools, messages, input, callback } = decision;
  const parts: readonly (readonly [string, unknown])[] = [
    ['output', output],
    ['tools', tools],
    ['messages', messages],
    ['input', input],
  ];
  const [what, value] = parts.find(([, part]) => part !== null) ?? ['', null];
  const isShown = value !== null && (changed.length > 0 || messages !== null);
  return [
    ...(changed.length > 0 ? [['changed', changed.map(cleanLine).join(', ')]] : []),
    ...(isShown ? [[what, cleanLine(JSON.stringify(value))]] : []),
    ...(callback === null ? [] : [['recipe', cleanLine(hostActionText(callback))]]),
  ];
}

function hostActionText({ name, args }: NonNullable<Decision['callback']>): string {
  return Object.keys(args).length === 0 ? name : `${name} ${JSON.stringify(args)}`;
}

const verdicts = {
  block: { style: 'red', word: 'blocked' },
  ask: { style: 'yellow', word: 'asks the user' },
  allow: { style: 'green', word: 'allowed' },
} as const;

interface Headline {
  readonly style: 'red' | 'yellow' | 'green';
  readonly word: string;
  readonly reason: string | null;
}

function headline({ decision, reason, changed, halt, followUps, hooks }: Decision): Headline {
  const style = decision === 'none' ? 'green' : verdicts[decision].style;
  if (halt !== null) return { style, word: 'stopped', reason };
  if (decision !== 'none') return { ...verdicts[decision], reason: unlessOnlyWho(reason, hooks) };
  if (followUps.length > 0)
    return { style: 'yellow', word: sentBackText(hooks), reason: followUps.join('; ') };
  return { style, word: changed.length > 0 ? 'goes on, changed' : 'goes on', reason };
}

/** As wide for every time up to 10 s, so that what stands behind it begins in one column. */
function timeOf({ durationMs }: HookRun): string {
  return (durationMs === null ? '' : `${durationMs.toFixed(1)} ms`).padStart(9);
}

import { type Decision, type HookRun, isFailed } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import {
  decisionWords,
  type dispatchText,
  durationText,
  ID_DIGITS,
  isApplied,
  isEnded,
  runName,
  runText,
  sentBackText,
  shortReason,
  unlessOnlyWho,
} from '@hookmd/ui/words';
import type { Context } from '../command-line/context.ts';
import { alignColumns, type Output, type Paint, wrapUnder } from '../ui/output.ts';

const MAX_WARNINGS = 5;
const MAX_SKIPPED = 100;

const styles: Readonly<Record<Exclude<Decision['decision'], 'none'>, Paint>> = {
  block: 'red',
  ask: 'yellow',
  allow: 'green',
};

export function paintRun(out: Output, run: HookRun, text: string): string {
  if (run.outcome === 'blocking' && isApplied(run)) return out.paint('red', text);
  if (isFailed(run) || run.sendsBack) return out.paint('yellow', text);
  return run.changed.length > 0 || run.reason !== null ? text : out.paint('dim', text);
}

export function paintDispatch(
  out: Output,
  { decision, failedOpen, halted, hooks, sentBack }: Parameters<typeof dispatchText>[0],
  text: string,
): string {
  if (decision === 'block' || halted) return out.paint('red', text);
  if (decision === 'ask' || sentBack || failedOpen.length > 0) return out.paint('yellow', text);
  return hooks.every((run) => run.outcome === 'skipped') ? out.paint('dim', text) : text;
}

/** One decision for the user: the word, the reason, the changes, and a line for every hook. */
export function showDecision(
  { out, err }: Context,
  decision: Decision,
  advice: readonly string[] = [],
): void {
  const { hooks, dropped, failedOpen } = decision;
  const print = (text: string): void => out.line(wrapUnder(text, out.width, '  '));
  const printRows = (rows: readonly (readonly string[])[]): void => {
    for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
  };
  const { style, word: token, reason } = headline(decision);
  const why = reason === null ? '' : `: ${shortReason(reason)}`;
  print(`${out.paint('bold', decision.event)}  ${out.paint(style, token)}${why}`);
  printRows(changeRows(decision));
  const texts = {
    hint: decision.hints,
    context: decision.context,
    feedback: decision.feedback,
    'follow-up': decision.followUps.join('; ') === reason ? [] : decision.followUps,
    'to the user': decision.userMessages,
  };
  for (const [label, list] of Object.entries(texts))
    for (const text of list) print(`  ${label}: ${cleanLine(text)}`);
  const skipped = hooks.filter(({ outcome }) => outcome === 'skipped');
  const hidden = new Set(skipped.slice(MAX_SKIPPED));
  const shown = hooks.filter((run) => !hidden.has(run));
  const isTimed = hooks.some(({ durationMs }) => durationMs !== null);
  // Of several hooks, each has its reason in its own row too.
  const above = [reason ?? '', ...decision.feedback, ...decision.followUps];
  const printed = hooks.filter(
    (run) => run.reason !== null && isApplied(run) && above.some((text) => text.includes(run.reason ?? '')),
  );
  printRows(
    shown.map((run) => [
      runName(run, shown),
      run.phase ?? '–',
      ...(isTimed ? [timeCell(run)] : []),
      paintRun(
        out,
        run,
        runText(run, { isEnded: isEnded(decision), hidesReason: printed.length === 1 && printed[0] === run }),
      ),
    ]),
  );
  if (hidden.size > 0) out.line(`  and ${hidden.size} more that were skipped; \`--json\` has them all`);
  if (hooks.length === 0) out.line('  no hook listens to this event');
  const warnings = [
    ...hooks.flatMap((run) => warningLines(run, runName(run, hooks))),
    ...dropped.map((text) => `dropped: ${cleanLine(text)}`),
    ...failedOpen.map((name) => `proceeded although ${cleanLine(name)} failed`),
  ];
  for (const text of warnings) err.line(err.paint('yellow', wrapUnder(text, err.width, '  ')));
  for (const text of advice) err.line(wrapUnder(text, err.width, '  '));
  if (hooks.some(isFailed))
    err.line(`Details:  ${err.paint('cyan', `hooks trace ${decision.traceId.slice(0, ID_DIGITS)}`)}`);
}

export function warningLines({ warnings }: HookRun, name: string): readonly string[] {
  const rest = warnings.length - MAX_WARNINGS;
  const lines = warnings.slice(0, MAX_WARNINGS).map((text) => `warning about ${name}: ${cleanLine(text)}`);
  return rest > 0 ? [...lines, `${rest} more warnings about ${name}`] : lines;
}

/** What hooks changed of the event, and the host action they request. */
export function changeRows({
  changed,
  output,
  tools,
  messages,
  input,
  callback,
}: Decision): readonly (readonly string[])[] {
  const [part, value] = Object.entries({ output, tools, messages, input }).find(
    ([, item]) => item !== null,
  ) ?? ['', null];
  const isShown = value !== null && (changed.length > 0 || messages !== null);
  const args = Object.keys(callback?.args ?? {}).length === 0 ? '' : ` ${JSON.stringify(callback?.args)}`;
  return [
    ...(changed.length > 0 ? [['changed', changed.map(cleanLine).join(', ')]] : []),
    ...(isShown ? [[part, cleanLine(JSON.stringify(value))]] : []),
    ...(callback === null ? [] : [['host action', cleanLine(callback.name + args)]]),
  ];
}

function headline({ decision, reason, changed, halt, followUps, hooks }: Decision): {
  readonly style: Paint;
  readonly word: string;
  readonly reason: string | null;
} {
  const style = decision === 'none' ? 'green' : styles[decision];
  if (halt !== null) return { style, word: 'stopped', reason };
  if (decision !== 'none')
    return { style, word: decisionWords[decision], reason: unlessOnlyWho(reason, hooks) };
  if (followUps.length > 0)
    return { style: 'yellow', word: sentBackText(hooks), reason: followUps.join('; ') };
  return { style, word: changed.length > 0 ? 'proceeds, changed' : 'proceeds', reason };
}

/** As wide for every time up to 10 s, so that the results begin in one column. */
function timeCell({ durationMs }: HookRun): string {
  return (durationMs === null ? '' : durationText(durationMs)).padStart(6);
}

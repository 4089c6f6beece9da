import type { HookRun } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { changedText, costText, durationText, runText, runTone } from '../words.ts';

/** One run, and whether its result came after the event had ended. */
export interface Row {
  readonly run: HookRun;
  readonly isBackground: boolean;
}

/** The runs of an event along its time, each with what is known of it. */
export function Waterfall({
  rows,
  durationMs,
  isEnded,
  read,
}: {
  rows: readonly Row[];
  durationMs: number;
  /** A hook blocked, which canceled the others. */
  isEnded: boolean;
  /** What is shown of the decision above. */
  read: string;
}): VNode {
  const ends = rows.map(({ run }) => (run.startMs ?? 0) + (run.durationMs ?? 0));
  const wholeMs = Math.max(durationMs, ...ends, 0.1);
  return (
    <>
      <div class="head" aria-hidden="true">
        <span>hook</span>
        <span>phase</span>
        <span>{durationText(wholeMs)} in all</span>
        <span class="number">time</span>
        <span>result</span>
      </div>
      <ol class="waterfall">
        {rows.map((row) => (
          <RunItem row={row} wholeMs={wholeMs} isEnded={isEnded} read={read} />
        ))}
      </ol>
    </>
  );
}

function RunItem({
  row,
  wholeMs,
  isEnded,
  read,
}: {
  row: Row;
  wholeMs: number;
  isEnded: boolean;
  read: string;
}): VNode {
  const { run, isBackground } = row;
  const { startMs, durationMs } = run;
  const tone = runTone(run);
  const percent = (ms: number): string => `${Math.min(100, (100 * ms) / wholeMs).toFixed(2)}%`;
  return (
    <li>
      <details>
        <summary>
          <span class="name">{cleanLine(run.name)}</span>
          <span class="phase dim">{isBackground ? 'late' : cleanLine(run.phase ?? '–')}</span>
          <span class="track">
            {startMs !== null && durationMs !== null && (
              <span class={`bar ${tone}`} style={`left:${percent(startMs)};width:${percent(durationMs)}`} />
            )}
          </span>
          <span class="number">{durationMs === null ? '–' : durationText(durationMs)}</span>
          <span class={`result ${tone}`}>
            {runText(run, { isEnded, hidesReason: run.reason !== null && read === cleanLine(run.reason) })}
          </span>
        </summary>
        <RunDetails run={run} />
      </details>
    </li>
  );
}

function RunDetails({ run }: { run: HookRun }): VNode {
  const { startMs, exitCode, changed, warnings, workaroundOf, hasChanged, stdoutHead, stderrTail } = run;
  const facts: readonly (readonly [string, string | number | null | undefined])[] = [
    ['hook', `${run.qualifiedName}, ${run.mode}`],
    ['start', startMs === null ? null : durationText(startMs)],
    ['reason', run.reason],
    ['cause', run.cause],
    ['changed', changed.length === 0 ? null : changed.join(', ')],
    ['exit code', exitCode],
    ['cost', costText(run)],
    // Records of older versions have none.
    ...(warnings ?? []).map((text) => ['warning', text] as const),
    ['blocked before', workaroundOf === undefined ? null : `hooks trace ${workaroundOf.slice(0, 8)}`],
    ['version', run.digest],
    ['now', hasChanged ? changedText(run.name) : null],
  ];
  const printed = [
    ['standard output', stdoutHead],
    ['standard error', stderrTail],
  ] as const;
  return (
    <dl class="details">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{cleanLine(String(value))}</dd>
          </>
        ))}
      {printed
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <>
            <dt>{name}</dt>
            <dd>
              <pre>{(text ?? '').split('\n').map(cleanLine).join('\n')}</pre>
            </dd>
          </>
        ))}
    </dl>
  );
}

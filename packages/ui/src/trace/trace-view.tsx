import type { HookRun } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { ComponentChild, VNode } from 'preact';
import {
  allowText,
  callText,
  dispatchId,
  dispatchReason,
  dispatchText,
  durationText,
  eventText,
  isApplied,
  isEnded,
  runName,
  runText,
} from '../words.ts';
import type { Trace } from './trace.ts';
import { type Row, Waterfall } from './waterfall.tsx';

/** One event: the call, the decision and its reason, the hooks that ran along the time, and those that did not run, and why. */
export function TraceView({
  trace,
  json,
  hookHref,
}: {
  trace: Trace;
  json: string | null;
  /** Where a hook is explained. */
  hookHref?: (name: string) => string;
}): VNode {
  const { hooks, background, durationMs } = trace;
  const ran = hooks.filter(({ outcome }) => outcome !== 'skipped');
  const skipped = hooks
    .filter(({ outcome }) => outcome === 'skipped')
    // Those that the user may want to run come first.
    .sort((a, b) => Number(a.cause === 'NO_MATCH') - Number(b.cause === 'NO_MATCH'));
  const rows: readonly Row[] = [
    ...ran.map((run) => ({ run, isBackground: false })),
    ...background.flatMap((record) => record.hooks.map((run) => ({ run, isBackground: true }))),
  ];
  const call = trace.input === undefined ? callText(trace) : trace.input;
  const read = readText(trace);
  return (
    <>
      <h1>
        {eventText(trace)}: <span class={toneOf(trace)}>{dispatchText(trace)}</span>
      </h1>
      {call !== '' && <pre>{cleanLine(call)}</pre>}
      {read !== null && (
        <figure>
          <figcaption>{read.by}</figcaption>
          <blockquote>{withCode(read.text)}</blockquote>
        </figure>
      )}
      <h2>Hooks that ran</h2>
      {rows.length === 0 ? (
        <p class="dim">{hooks.length === 0 ? 'No hook listens to this event.' : 'None.'}</p>
      ) : (
        <Waterfall rows={rows} durationMs={durationMs} isEnded={isEnded(trace)} read={read?.text ?? ''} />
      )}
      {skipped.length + (trace.hooksLeftOut ?? 0) > 0 && (
        <Skipped trace={trace} skipped={skipped} hookHref={hookHref} />
      )}
      <Notes trace={trace} />
      <h2>Event</h2>
      <Facts trace={trace} />
      {json !== null && (
        <details class="json">
          <summary>
            <h2>JSON</h2>
          </summary>
          <pre id="json">{json}</pre>
        </details>
      )}
    </>
  );
}

/** Who reads which text of the decision; null where the record has none. */
function readText(trace: Trace): { readonly by: string; readonly text: string } | null {
  const { decision, halted, hooks } = trace;
  const isFeedback = ({ outcome, halts }: HookRun): boolean => outcome === 'blocking' && !halts;
  const feedback = hooks
    .filter((run) => isFeedback(run) && isApplied(run))
    .flatMap((run) => run.reason ?? []);
  const text = dispatchReason(trace) ?? (decision === 'none' ? feedback.join('\n') : '');
  if (text === '') return null;
  return {
    by: decision === 'ask' || halted ? 'You read' : 'The model reads',
    text: text.split('\n').map(cleanLine).join('\n'),
  };
}

/** Parts in backquotes are code, and an option such as `--force` is not broken at its hyphens. */
export function withCode(text: string): readonly ComponentChild[] {
  return text.split(/(`[^`]+`|--[\w-]+)/).map((part, index) => {
    if (index % 2 === 0) return part;
    return part.startsWith('`') ? <code>{part.slice(1, -1)}</code> : <span class="whole">{part}</span>;
  });
}

/** The JSON of a trace. Characters that change the direction of a text, or are not shown, are written as JSON escapes. */
export function plainJson(trace: Trace): string {
  return JSON.stringify(trace, null, 2).replace(/[\u007f-\u009f\p{Cf}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function Facts({ trace }: { trace: Trace }): VNode {
  const facts = [
    ['time', trace.time.replace('T', ' ').replace('Z', ' UTC')],
    ['took', durationText(trace.durationMs)],
    ['agent', trace.agent],
    ['session', trace.sessionId],
    ['project', trace.projectDir],
    ['trace', trace.traceId],
    ['span', trace.spanId],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{cleanLine(value ?? '')}</dd>
        </div>
      ))}
    </dl>
  );
}

function Skipped({
  trace,
  skipped,
  hookHref,
}: {
  trace: Trace;
  skipped: Trace['hooks'];
  hookHref: ((name: string) => string) | undefined;
}): VNode {
  const leftOut = trace.hooksLeftOut ?? 0;
  return (
    <>
      <h2>Hooks that did not run</h2>
      <table>
        <thead>
          <tr>
            <th>hook</th>
            <th>why</th>
          </tr>
        </thead>
        <tbody>
          {skipped.map((run) => (
            <tr>
              <td>
                {hookHref === undefined ? (
                  runName(run, trace.hooks)
                ) : (
                  <a href={hookHref(run.name)}>{runName(run, trace.hooks)}</a>
                )}
              </td>
              <td>{runText(run, { isEnded: isEnded(trace) }).replace(/^skipped: /, '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {leftOut > 0 && <p class="dim">{leftOut} more are not in the record: it would have been too long.</p>}
    </>
  );
}

/** What happened to the decision besides. */
function Notes({ trace }: { trace: Trace }): VNode | null {
  const notes = [
    ...trace.dropped.map((text) => `dropped: ${text}`),
    ...trace.failedOpen.map((name) => `proceeded although ${name} failed`),
    ...trace.allowed.map((record) => `allowed by ${allowText(record)}, ${record.time}`),
    ...trace.workarounds.map(
      (record) => `by other means: hooks trace ${dispatchId(record)}, ${dispatchText(record)}`,
    ),
    ...(trace.truncated ? ['parts were left out: it would have been too long'] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <>
      <h2>Notes</h2>
      <ul>
        {notes.map((text) => (
          <li>{cleanLine(text)}</li>
        ))}
      </ul>
    </>
  );
}

function toneOf({ decision, halted, hooks }: Trace): string {
  if (decision !== 'none') return decision;
  return halted ? 'block' : hooks.some(({ changed }) => changed.length > 0) ? 'change' : 'none';
}

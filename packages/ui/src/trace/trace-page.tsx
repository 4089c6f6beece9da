import type { HookRun } from '@hookmd/core/events';
import { renderPage } from '../page.tsx';
import { dispatchId, dispatchText, eventText } from '../words.ts';
import type * as pages from './pages.d.ts';
import type { Trace } from './trace.ts';
import { plainJson, TraceView } from './trace-view.tsx';

/** A page must pass as an attachment. */
const MAX_BYTES = 150_000;

const MAX_BACKGROUND = 20;
const MAX_SHORT_REASON = 200;

/** One event as an HTML document without scripts, of at most 150 KB: without its JSON, or what hooks printed, if there is no room. */
export const tracePage: typeof pages.tracePage = (trace) => {
  const title = `${eventText(trace)}: ${dispatchText(trace)}`;
  const render = (shown: Trace, json: string | null): string =>
    renderPage(
      title,
      <>
        <TraceView trace={shown} json={json} />
        <footer>
          Made by <code>hooks trace {dispatchId(shown)} --html</code>. Secrets of known formats are redacted.
        </footer>
      </>,
    );
  const whole = render(trace, plainJson(trace));
  if (Buffer.byteLength(whole) <= MAX_BYTES) return whole;
  const withoutJson = render(trace, null);
  return Buffer.byteLength(withoutJson) <= MAX_BYTES ? withoutJson : render(shortened(trace), null);
};

function shortened(trace: Trace): Trace {
  const shorten = ({ stdoutHead: _, ...run }: HookRun): HookRun => ({
    ...run,
    reason: run.reason?.slice(0, MAX_SHORT_REASON) ?? null,
    stderrTail: null,
    warnings: [],
  });
  return {
    ...trace,
    hooks: trace.hooks.map(shorten),
    background: trace.background
      .slice(0, MAX_BACKGROUND)
      .map((record) => ({ ...record, hooks: record.hooks.map(shorten) })),
    truncated: true,
  };
}

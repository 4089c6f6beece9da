import type { EventLogRecord } from '@hookmd/core/event-log';
import type { VNode } from 'preact';
import type { Trace } from '../../trace/trace.ts';
import { plainJson, TraceView } from '../../trace/trace-view.tsx';
import { dispatchId } from '../../words.ts';
import { Copy, ProblemView, useDocument } from '../parts.tsx';
import { formatRoute } from '../route.ts';

/** Keys that are held pass events faster than this. */
const KEY_MS = 120;

const hookHref = (name: string): string =>
  formatRoute({ screen: 'hooks', trace: null, query: { text: name } });

/** The open event: what is known of it at once, and what the event log has besides as soon as it is read. */
export function EventDetail({
  id,
  known,
  close,
}: {
  id: string;
  known: EventLogRecord | null;
  close: () => void;
}): VNode {
  const { document, problem } = useDocument<Trace>(`/api/trace?id=${id}`, KEY_MS);
  const isLoaded = document?.spanId.startsWith(id) === true;
  const trace = isLoaded
    ? document
    : known === null
      ? null
      : { ...known, background: [], allowed: [], workarounds: [] };
  const command = trace?.tool?.kind === 'shell' ? (trace.call ?? null) : null;
  return (
    <section class="detail" aria-label="Event" tabIndex={-1}>
      <button type="button" class="back" onClick={close}>
        ← Events
      </button>
      {problem !== null && trace === null && <ProblemView problem={problem} />}
      {trace !== null && (
        <>
          <TraceView trace={trace} json={isLoaded ? plainJson(trace) : null} hookHref={hookHref} />
          <h2>Next</h2>
          {trace.callDigest !== undefined && trace.allowed.length === 0 && (
            <>
              <p>Let this call through once:</p>
              <Copy text={`hooks allow ${dispatchId(trace)}`} />
            </>
          )}
          {command !== null && (
            <p>
              <a href={formatRoute({ screen: 'playground', trace: null, query: { value: command } })}>
                Try this command with the hooks of now
              </a>
            </p>
          )}
          <p>Send this to a colleague, as a page:</p>
          <Copy text={`hooks trace ${dispatchId(trace)} --html trace.html`} />
        </>
      )}
    </section>
  );
}

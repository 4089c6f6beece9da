import type { EventLogRecord } from '@hookmd/core/event-log';
import { cleanLine, counted } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { callText, dispatchReason, dispatchText, durationText, eventText } from '../../words.ts';
import { isMissing, toneOf, tones } from '../filter.ts';

/** Rows above and below what is visible, so that a fast scroll shows no gap. */
const OVERSCAN = 8;
/** As in the style; a narrow screen has two lines per row. */
const ROW_REM = { wide: 2, narrow: 3.6 };
/** The agent waited for longer than a user likes. */
const SLOW_MS = 1000;
const NARROW = '(max-width: 45rem)';

interface EventListProps {
  /** Newest first. */
  readonly events: readonly EventLogRecord[];
  readonly open: string | null;
  readonly hrefOf: (event: EventLogRecord) => string;
  /** Opens another event in place of the open one. */
  readonly select: (spanId: string) => void;
}

/** A list of any length, of which only the visible rows are drawn. */
export function EventList({ events, open, hrefOf, select }: EventListProps): VNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: innerHeight });
  const rowPx = useRowHeight();
  const newer = useStillPosition(scroller, events, rowPx);
  const measure = (): void => {
    const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: innerHeight };
    // In steps of a few rows: not every pixel draws the list again.
    const top = Math.floor(scrollTop / (4 * rowPx)) * 4 * rowPx;
    setView((before) =>
      before.top === top && before.height === clientHeight ? before : { top, height: clientHeight },
    );
  };
  useLayoutEffect(() => {
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [rowPx]);
  const first = Math.max(0, Math.floor(view.top / rowPx) - OVERSCAN);
  const last = Math.min(events.length, Math.ceil((view.top + view.height) / rowPx) + OVERSCAN);
  return (
    <div class="scroller" ref={scroller} onScroll={measure}>
      <div class="row-head" aria-hidden="true">
        {['time', 'event', 'agent', 'call', 'decision', 'took'].map((title) => (
          <span>{title}</span>
        ))}
      </div>
      {newer > 0 && (
        <div class="newer">
          <button type="button" onClick={() => scroller.current?.scrollTo(0, 0)}>
            ↑ {counted(newer, 'newer event')}
          </button>
        </div>
      )}
      <ol style={`height:${events.length * rowPx}px`} aria-label="Events">
        {events.slice(first, last).map((event, index) => (
          <EventRow
            key={event.spanId}
            event={event}
            index={first + index}
            total={events.length}
            rowPx={rowPx}
            isOpen={open !== null && event.spanId.startsWith(open)}
            href={hrefOf(event)}
            focused={() => open !== null && select(event.spanId)}
          />
        ))}
      </ol>
    </div>
  );
}

function EventRow({
  event,
  index,
  total,
  rowPx,
  isOpen,
  href,
  focused,
}: {
  event: EventLogRecord;
  index: number;
  total: number;
  rowPx: number;
  isOpen: boolean;
  href: string;
  focused: () => void;
}): VNode {
  const tone = toneOf(event);
  const call = callText(event);
  const decision = decisionText(event);
  return (
    <li aria-setsize={total} aria-posinset={index + 1}>
      <a
        class={`row ${tone}`}
        style={`top:${index * rowPx}px`}
        href={href}
        onFocus={focused}
        data-row={index}
        {...(isOpen ? { 'aria-current': 'true' as const } : {})}
      >
        <span class="time">{clockOf(event.time)}</span>
        <span class="wide cut">{eventText(event)}</span>
        <span class="wide cut">{cleanLine(event.agent)}</span>
        <code class={`cut${call === '' ? ' instead' : ''}`}>{call || eventText(event)}</code>
        <span class="decision cut" title={decision}>
          {decision}
        </span>
        <span class={`wide number took${event.durationMs > SLOW_MS ? ' slow' : ''}`}>
          {durationText(event.durationMs)}
        </span>
      </a>
    </li>
  );
}

/** What an event came to and why; if it proceeded, also which hooks for it could not run or were slow. */
function decisionText(event: EventLogRecord): string {
  const reason = dispatchReason(event);
  if (reason !== null) return `${dispatchText(event)}: ${cleanLine(reason)}`;
  const text = toneOf(event) === 'idle' ? tones.idle : dispatchText(event);
  const missing = event.hooks.filter(isMissing);
  const slow = event.hooks.filter(({ durationMs }) => (durationMs ?? 0) > SLOW_MS);
  return [
    text,
    ...missing.map(
      ({ name, reason: why }) => `without ${cleanLine(name)}${why ? `: ${cleanLine(why)}` : ''}`,
    ),
    ...slow.map(({ name, durationMs }) => `${cleanLine(name)} took ${durationText(durationMs ?? 0)}`),
  ].join(', ');
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const day = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const DAY_MS = 24 * 3_600_000;

function clockOf(time: string): string {
  const date = new Date(time);
  return (Date.now() - date.getTime() < DAY_MS ? clock : day).format(date);
}

function useRowHeight(): number {
  const query = matchMedia(NARROW);
  const [isNarrow, setNarrow] = useState(query.matches);
  useLayoutEffect(() => {
    const change = (): void => setNarrow(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return rem * (isNarrow ? ROW_REM.narrow : ROW_REM.wide);
}

/** Keeps the rows in place while newer ones arrive above; returns how many of them are not seen yet. */
function useStillPosition(
  scroller: { readonly current: HTMLDivElement | null },
  events: readonly EventLogRecord[],
  rowPx: number,
): number {
  const before = useRef<string | undefined>(undefined);
  const newer = useRef(0);
  const first = events[0]?.spanId;
  const added = first === before.current ? 0 : events.findIndex(({ spanId }) => spanId === before.current);
  useLayoutEffect(() => {
    before.current = first;
    if (scroller.current !== null && added > 0 && scroller.current.scrollTop > 0)
      scroller.current.scrollTop += added * rowPx;
  }, [first]);
  const isAtTop = (scroller.current?.scrollTop ?? 0) < rowPx;
  newer.current = isAtTop ? 0 : newer.current + Math.max(0, added);
  return newer.current;
}

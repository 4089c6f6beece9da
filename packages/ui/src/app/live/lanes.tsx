import type { EventLogRecord } from '@hookmd/core/event-log';
import { cleanLine } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Tone, toneOf, tones } from '../filter.ts';

const MAX_LANES = 5;
const MINUTE_MS = 60_000;
const WINDOWS: readonly (readonly [ms: number, text: string])[] = [
  [MINUTE_MS, 'minute'],
  [5 * MINUTE_MS, '5 minutes'],
  [30 * MINUTE_MS, '30 minutes'],
  [3 * 60 * MINUTE_MS, '3 hours'],
  [24 * 60 * MINUTE_MS, '24 hours'],
  [7 * 24 * 60 * MINUTE_MS, '7 days'],
  [90 * 24 * 60 * MINUTE_MS, '90 days'],
];
/** A shorter window has too little to see. */
const ENOUGH = 15;
const WIDTH = 600;
const TICK_MS = 1000;

interface Lane {
  readonly session: string;
  readonly agent: string;
  readonly project: string;
  /** Newest first. */
  readonly events: EventLogRecord[];
}

/** One lane per session along the time until now, the latest sessions first. A click selects the session. */
export function Lanes({
  events,
  selected,
  select,
}: {
  events: readonly EventLogRecord[];
  selected: string;
  select: (session: string) => void;
}): VNode | null {
  const now = useNow();
  const newest = events[0];
  if (newest === undefined) return null;
  const enough = events[Math.min(ENOUGH, events.length) - 1] ?? newest;
  const age = now - Date.parse(enough.time);
  const [windowMs, windowText] = WINDOWS.find(([ms]) => age < ms) ?? [age, 'all'];
  return (
    <section aria-label={`Sessions in the last ${windowText}`}>
      <ul class="lanes">
        {lanesOf(events).map((lane) => (
          <li key={lane.session}>
            <button
              type="button"
              aria-pressed={lane.session === selected}
              onClick={() => select(lane.session === selected ? '' : lane.session)}
            >
              <span class="cut">
                {cleanLine(lane.agent)}{' '}
                <span class="dim">
                  {projectName(lane.project)} {cleanLine(lane.session).slice(0, 12)}
                </span>
              </span>
              <Ticks lane={lane} now={now} windowMs={windowMs} />
            </button>
          </li>
        ))}
        <li class="dim">
          the last {windowText}, until now; a tall mark is a call that was blocked or prompted
        </li>
      </ul>
    </section>
  );
}

function Ticks({ lane: { events }, now, windowMs }: { lane: Lane; now: number; windowMs: number }): VNode {
  const places = new Map<number, Tone>();
  const order = Object.keys(tones) as Tone[];
  for (const event of events) {
    const x = Math.round(WIDTH * (1 - (now - Date.parse(event.time)) / windowMs));
    if (x < 0) break;
    const tone = toneOf(event);
    const other = places.get(x);
    if (other === undefined || order.indexOf(tone) < order.indexOf(other)) places.set(x, tone);
  }
  const paths = order.map((tone) => {
    const [top, bottom] = tone === 'block' || tone === 'ask' ? [0, 16] : [5, 11];
    const at = [...places]
      .filter(([, other]) => other === tone)
      .map(([x]) => `M${Math.min(x, WIDTH - 1)} ${top}V${bottom}`);
    return { tone, d: at.join('') };
  });
  const stopped = paths.filter(({ tone, d }) => d !== '' && (tone === 'block' || tone === 'ask')).length;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 16`}
      preserveAspectRatio="none"
      role="img"
      aria-label={stopped > 0 ? 'with blocked calls' : 'nothing blocked'}
    >
      {paths
        .filter(({ d }) => d !== '')
        .map(({ tone, d }) => (
          <path key={tone} class={tone} d={d} stroke-width="2" vector-effect="non-scaling-stroke" />
        ))}
    </svg>
  );
}

function lanesOf(events: readonly EventLogRecord[]): readonly Lane[] {
  const lanes = new Map<string, Lane>();
  for (const event of events) {
    const { sessionId: session, agent, projectDir: project } = event;
    const lane = lanes.get(session);
    if (lane !== undefined) lane.events.push(event);
    else if (lanes.size < MAX_LANES) lanes.set(session, { session, agent, project, events: [event] });
  }
  return [...lanes.values()];
}

function projectName(path: string): string {
  return cleanLine(path.split('/').at(-1) ?? path);
}

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(now, Date.now());
}

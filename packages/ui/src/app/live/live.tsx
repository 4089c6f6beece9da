import type { EventLogRecord } from '@hookmd/core/event-log';
import { cleanLine, counted } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';

import type { EventStore } from '../event-store.ts';
import { type Filter, filterEvents, tones } from '../filter.ts';
import { Copy, Empty, Guarded } from '../parts.tsx';
import { formatRoute } from '../route.ts';
import type { ScreenProps } from '../screen-props.ts';
import { EventDetail } from './event-detail.tsx';
import { EventList } from './event-list.tsx';
import { Lanes } from './lanes.tsx';

/** Events as they come, one lane per session, and the event that is open. */
export function Live({ store, route, go }: ScreenProps): VNode {
  const { events } = store;
  const filter: Filter = route.query;
  const { text, agent, hook, decision, session } = filter;
  const shown = useMemo(() => filterEvents(events, filter), [events, text, agent, hook, decision, session]);
  const set = (change: Filter): void => go({ query: { ...route.query, ...change } }, 'replace');
  const hrefOf = ({ spanId }: EventLogRecord): string => formatRoute({ ...route, trace: spanId });
  return (
    <main class={`app live${route.trace === null ? '' : ' with-detail'}`}>
      <section class="events" aria-label="Events">
        <Filters store={store} filter={filter} set={set} />
        <Lanes events={events} selected={session ?? ''} select={(value) => set({ session: value })} />
        <Found events={events} shown={shown} clear={() => go({ query: {} }, 'replace')} />
        <EventList
          events={shown}
          open={route.trace}
          hrefOf={hrefOf}
          select={(spanId) => go({ trace: spanId }, 'replace')}
        />
      </section>
      {route.trace !== null && (
        <Guarded key={route.trace}>
          <EventDetail
            id={route.trace}
            known={events.find(({ spanId }) => spanId === route.trace) ?? null}
            close={() => go({ trace: null })}
          />
        </Guarded>
      )}
    </main>
  );
}

function Filters({
  store,
  filter,
  set,
}: {
  store: EventStore;
  filter: Filter;
  set: (change: Filter) => void;
}): VNode {
  const choices: readonly (readonly [
    name: keyof Filter,
    all: string,
    values: readonly (readonly string[])[],
  ])[] = [
    ['agent', 'every agent', sorted(store.agents)],
    ['hook', 'every hook', sorted(store.hooks)],
    ['decision', 'every decision', Object.entries(tones)],
  ];
  return (
    <search class="filters">
      <input
        type="text"
        data-filter
        aria-label="Filter"
        placeholder="Filter by command, hook, session… ( / )"
        value={filter.text ?? ''}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      {choices.map(([name, all, values]) => (
        <select
          key={name}
          aria-label={name}
          value={filter[name] ?? ''}
          onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
        >
          <option value="">{all}</option>
          {values.map(([value, text]) => (
            <option key={value} value={value}>
              {cleanLine(text ?? '')}
            </option>
          ))}
        </select>
      ))}
    </search>
  );
}

/** How many events are shown; with none, what to do next. */
function Found({
  events,
  shown,
  clear,
}: {
  events: readonly EventLogRecord[];
  shown: readonly EventLogRecord[];
  clear: () => void;
}): VNode {
  if (events.length === 0)
    return (
      <Empty title="No event yet">
        <p>Connect an agent, for example Claude Code, and let it call a tool:</p>
        <Copy text="hooks attach claude-code" />
        <p>Or try what your hooks decide, without an agent:</p>
        <Copy text="hooks try 'git push -f'" />
      </Empty>
    );
  if (shown.length === 0)
    return (
      <Empty title="No event matches">
        <button type="button" onClick={clear}>
          Clear the filter
        </button>
      </Empty>
    );
  const all = shown.length === events.length ? '' : ` of ${events.length.toLocaleString('en-US')}`;
  return (
    <div class="list-head" role="status">
      {shown.length.toLocaleString('en-US')}
      {all} {counted(2, 'event').slice(2)}
      {all !== '' && (
        <>
          {' '}
          <button type="button" onClick={clear}>
            Clear the filter
          </button>
        </>
      )}
    </div>
  );
}

/** Options of a list: the value, and the text. */
function sorted(names: ReadonlySet<string>): readonly (readonly string[])[] {
  return [...names].sort().map((name) => [name, name]);
}

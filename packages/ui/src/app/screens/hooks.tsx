import type { EventLogRecord } from '@hookmd/core/event-log';
import { cleanLine, counted } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { Copy, Empty, type Loaded, ProblemView, useDocument } from '../parts.tsx';
import { formatRoute, type Route } from '../route.ts';
import type { ScreenProps } from '../screen-props.ts';
import { failingNow, groupRuns, isSlow, statsOf } from './hook-stats.ts';
import { HookRow, type HookSummary, type ListedHook, type ListedIssue, states } from './hooks-row.tsx';

const RELOAD_MS = 5000;

/** What `hooks list --all --json` prints. */
interface HookList {
  readonly hooks: readonly ListedHook[];
  readonly issues: readonly ListedIssue[];
}

/** A column that the user can sort by; `null` = there is nothing to show. */
interface Column {
  readonly title: string;
  readonly isNumber?: true;
  readonly valueOf: (row: HookSummary) => string | number | null;
}

const columns: Readonly<Record<string, Column>> = {
  hook: { title: 'hook', valueOf: ({ name }) => name },
  state: { title: 'state', valueOf: ({ hook }) => rankOf(hook) },
  events: { title: 'events', valueOf: ({ hook }) => hook.events.join(', ') },
  runs: { title: 'runs', isNumber: true, valueOf: ({ stats }) => stats.runs },
  blocked: { title: 'blocked', isNumber: true, valueOf: ({ stats }) => stats.blocked },
  failed: { title: 'failed', isNumber: true, valueOf: ({ stats }) => stats.failed },
  p50: { title: 'p50', isNumber: true, valueOf: ({ stats }) => stats.p50Ms },
  p95: { title: 'p95', isNumber: true, valueOf: ({ stats }) => stats.p95Ms },
  last: { title: 'last run', valueOf: ({ lastRun }) => lastRun },
};

/** All hooks with their states, and the numbers of each. */
export function Hooks({ store: { events }, route, go }: ScreenProps): VNode {
  const groups = useMemo(() => groupRuns(events), [events]);
  const list = useDocument<HookList>('/api/hooks');
  useReload(list, failingNow(groups));
  // Parts of HookMD are not yours to enable.
  const hooks = useMemo(
    () => (list.document?.hooks ?? []).filter(({ source }) => source !== 'builtin'),
    [list.document],
  );
  const rows = useMemo(() => summarize(hooks, groups), [hooks, groups]);
  const { text = '', sort = 'state' } = route.query;
  const shown = useMemo(() => sortRows(filterRows(rows, text), sort), [rows, text, sort]);
  const set = (change: Record<string, string>): void =>
    go({ query: { ...route.query, ...change } }, 'replace');
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({});
  const longestMs = Math.max(
    0,
    ...rows.flatMap(({ stats }) => stats.recent.map(({ run }) => run.durationMs ?? 0)),
  );
  return (
    <main class="app hooks">
      <input
        type="text"
        data-filter
        aria-label="Filter"
        placeholder="Filter by name, state, event, slow… ( / )"
        value={text}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      {list.problem !== null && <ProblemView problem={list.problem} />}
      {list.document !== null && <Summary rows={rows} events={events} route={route} />}
      {list.document !== null && !rows.some(isChosen) && <NoHook />}
      <Issues issues={list.document?.issues ?? []} hooks={hooks} />
      {rows.length > 0 && shown.length === 0 ? (
        <Empty title="No hook matches">
          <button type="button" onClick={() => set({ text: '' })}>
            Clear the filter
          </button>
        </Empty>
      ) : (
        rows.length > 0 && (
          <table>
            <Heads sort={sort} set={(value) => set({ sort: value })} />
            <tbody>
              {shown.map((row, index) => {
                const { qualifiedName: id, name } = row.hook;
                const isOpen = opened[id] ?? text === name;
                return (
                  <HookRow
                    key={id}
                    row={row}
                    index={index}
                    longestMs={longestMs}
                    isOpen={isOpen}
                    toggle={() => setOpened({ ...opened, [id]: !isOpen })}
                  />
                );
              })}
            </tbody>
          </table>
        )
      )}
    </main>
  );
}

/** Reads the list again where failures changed or the user comes back, for example from a terminal; at most once every 5 s. */
function useReload({ reload }: Loaded<HookList>, failing: string): void {
  const loaded = useRef({ failing, time: Date.now() });
  const load = (): void => {
    loaded.current = { failing, time: Date.now() };
    reload();
  };
  useEffect(() => {
    if (loaded.current.failing === failing) return;
    const timer = setTimeout(load, loaded.current.time + RELOAD_MS - Date.now());
    return () => clearTimeout(timer);
  }, [failing]);
  useEffect(() => {
    const comeBack = (): void => {
      if (Date.now() - loaded.current.time > RELOAD_MS) load();
    };
    addEventListener('focus', comeBack);
    return () => removeEventListener('focus', comeBack);
  });
}

function Heads({ sort, set }: { sort: string; set: (sort: string) => void }): VNode {
  return (
    <thead>
      <tr>
        {Object.entries(columns).map(([key, { title, isNumber }]) => {
          const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null;
          // The large numbers and the latest times are what one sorts for.
          const [first, second] = isNumber || key === 'last' ? [`-${key}`, key] : [key, `-${key}`];
          return (
            <>
              {key === 'last' && (
                <th
                  class="less"
                  title="How long each of the last 40 runs took, the newest at the right, on one scale for all hooks"
                >
                  last 40
                </th>
              )}
              <th
                class={`of-${key} ${isNumber ? 'number' : ''}`}
                {...(order === null ? {} : { 'aria-sort': order })}
              >
                <button type="button" onClick={() => set(sort === first ? second : first)}>
                  {title}
                  {order === null ? '' : order === 'ascending' ? ' ↑' : ' ↓'}
                </button>
              </th>
            </>
          );
        })}
      </tr>
    </thead>
  );
}

/** How many hooks are in each state, and where the numbers come from. Each count filters. */
function Summary({
  rows,
  events,
  route,
}: {
  rows: readonly HookSummary[];
  events: readonly EventLogRecord[];
  route: Route;
}): VNode {
  const oldest = events.at(-1);
  const parts = Object.keys(states)
    .map((state) => [state, rows.filter(({ hook }) => hook.state === state).length] as const)
    .filter(([, count]) => count > 0);
  const slow = rows.filter((row) => row.isSlow).length;
  if (slow > 0) parts.push(['slow', slow]);
  return (
    <p class="summary">
      <strong>{counted(rows.length, 'hook')}</strong>
      {parts.map(([word, count]) => (
        <>
          {' · '}
          <a href={formatRoute({ ...route, query: { ...route.query, text: word } })}>
            {count} {word}
          </a>
        </>
      ))}
      <span class="dim">
        {oldest === undefined
          ? 'No event yet, so there are no numbers.'
          : `Numbers: ${events.length === 1 ? 'the last event' : `the last ${events.length.toLocaleString('en-US')} events`}, since ${dayOf(oldest.time)}`}
      </span>
    </p>
  );
}

function NoHook(): VNode {
  return (
    <Empty title="No hook yet">
      <p>Enable one that comes with HookMD, for example one that blocks commands such as rm -rf /:</p>
      <Copy text="hooks enable block-dangerous" />
    </Empty>
  );
}

/** What is wrong outside of the hooks that are listed, such as in the configuration. */
function Issues({ issues, hooks }: { issues: readonly ListedIssue[]; hooks: readonly ListedHook[] }): VNode {
  const paths = hooks.map(({ path }) => path);
  const outside = issues.filter(({ severity, path }) => severity !== 'hint' && !paths.includes(path ?? ''));
  return (
    <>
      {outside.map(({ message, remedy, path }) => (
        <ProblemView
          problem={{
            message: cleanLine(path === undefined ? message : `${path}: ${message}`),
            remedy: cleanLine(remedy),
          }}
        />
      ))}
    </>
  );
}

function summarize(
  hooks: readonly ListedHook[],
  groups: ReturnType<typeof groupRuns>,
): readonly HookSummary[] {
  const names = hooks.map(({ name }) => name);
  return hooks.map((hook) => {
    const stats = statsOf(hook, groups);
    const isAlone = names.filter((name) => name === hook.name).length === 1;
    const times = [hook.lastRun?.time, stats.recent[0]?.event.time].filter((time) => time !== undefined);
    return {
      hook,
      stats,
      name: cleanLine(isAlone ? hook.name : hook.qualifiedName),
      isSlow: isSlow(stats, hook.timeoutMs),
      lastRun: times.sort().at(-1) ?? null,
    };
  });
}

function filterRows(rows: readonly HookSummary[], text: string): readonly HookSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ hook, isSlow }) => {
    const texts = [hook.qualifiedName, hook.name, hook.state, ...hook.events, isSlow ? 'slow' : ''];
    const searched = texts.join('\n').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** What has no value is last in both directions; rows that are equal are in the order of their names. */
function sortRows(rows: readonly HookSummary[], sort: string): readonly HookSummary[] {
  const column = columns[sort.replace(/^-/, '')];
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
  return rows.toSorted((a, b) => {
    const [first, second] = [column?.valueOf(a) ?? null, column?.valueOf(b) ?? null];
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || compare(a.name, b.name);
    return direction * compare(first, second) || compare(a.name, b.name);
  });
}

/** What needs attention first. */
function rankOf({ state }: ListedHook): number {
  return Object.keys(states).indexOf(state);
}

/** It is not only there because it came with HookMD. */
function isChosen({ hook: { source, state } }: HookSummary): boolean {
  return !(source === 'bundled' && state === 'disabled');
}

function dayOf(time: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hour12: false })
    : date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
}

import { isFailed } from '@hookmd/core/events';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { durationText, shortReason } from '../../words.ts';
import { Ago, Copy, Remedy } from '../parts.tsx';
import { formatRoute } from '../route.ts';
import type { EventRun, HookStats } from './hook-stats.ts';

/** One hook as `hooks list --json` prints it, as far as the page shows it. */
export interface ListedHook {
  readonly name: string;
  readonly qualifiedName: string;
  readonly description: string;
  readonly version: string | null;
  readonly events: readonly string[];
  /** Its command. */
  readonly runs: string | null;
  readonly matcher: string | null;
  readonly if: string | null;
  readonly source: string;
  readonly path: string | null;
  readonly state: string;
  readonly failures: number;
  readonly reasons: readonly { readonly message: string; readonly remedy: string }[];
  readonly timeoutMs: number | null;
  readonly async: boolean;
  readonly enforcement: string;
  readonly lastRun: { readonly time: string } | null;
}

/** A problem in a file, as `--json` prints it. */
export interface ListedIssue {
  readonly severity: string;
  readonly message: string;
  readonly remedy: string;
  readonly path?: string;
}

/** A hook with its numbers. */
export interface HookSummary {
  readonly hook: ListedHook;
  readonly stats: HookStats;
  /** The qualified name where two hooks have the plain name. */
  readonly name: string;
  readonly isSlow: boolean;
  /** ISO time. */
  readonly lastRun: string | null;
}

/** Each state with its color and mark; what needs attention comes first. */
export const states: Readonly<Record<string, readonly [tone: string, mark: string]>> = {
  failing: ['wrong', '!'],
  changed: ['attention', '!'],
  invalid: ['wrong', '✗'],
  ineligible: ['wrong', '✗'],
  unapproved: ['attention', '✗'],
  conflict: ['attention', '✗'],
  unpinned: ['attention', '!'],
  linked: ['ok', '→'],
  ready: ['ok', '✓'],
  disabled: ['off', '–'],
};

const COLUMNS = 10;
const WIDTH = 120;
const HEIGHT = 22;
const STEP = 3;
/** A tick is never shorter. */
const LOWEST = 2;

interface HookRowProps {
  readonly row: HookSummary;
  readonly index: number;
  /** The longest run of all hooks: all pictures have one scale. */
  readonly longestMs: number;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** A line of the table, and below it the details if it is open. */
export function HookRow({ row, index, longestMs, isOpen, toggle }: HookRowProps): VNode {
  const { hook, stats, name, lastRun } = row;
  const [tone, mark] = states[hook.state] ?? ['attention', '!'];
  return (
    <>
      <tr class="hook">
        <td>
          <button type="button" class="open" data-row={index} aria-expanded={isOpen} onClick={toggle}>
            {name}
          </button>
        </td>
        <td class="is">
          <span class={`state ${tone}`} data-mark={mark}>
            {hook.state}
          </span>
        </td>
        <td class="small">{hook.events.map(cleanLine).join(', ')}</td>
        <Numbers row={row} />
        <td class="less spark">
          {stats.recent.length > 0 && <Sparkline runs={stats.recent} longestMs={longestMs} />}
        </td>
        <td class={`last${lastRun === null ? ' dim' : ''}`} data-label="last run">
          {lastRun === null ? 'never' : <Ago time={lastRun} />}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS}>
            <Details row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

function Numbers({ row: { hook, stats, isSlow } }: { row: HookSummary }): VNode {
  const { runs, blocked, failed, p50Ms, p95Ms } = stats;
  const p95 = p95Ms === null ? '' : durationText(p95Ms);
  // Results that came after their event are not among the events of the page.
  if (runs === 0)
    return (
      <>
        <td class="number dim" data-label="runs">
          {hook.async ? 'background' : 0}
        </td>
        <td colSpan={3} />
        <td class="less" />
      </>
    );
  return (
    <>
      <td class="number" data-label="runs">
        {runs.toLocaleString('en-US')}
      </td>
      <td class={`number ${blocked > 0 ? 'block' : 'dim'}`} data-label="blocked">
        {blocked.toLocaleString('en-US')}
      </td>
      <td class={`number ${failed > 0 ? 'fail' : 'dim'}`} data-label="failed">
        {failed.toLocaleString('en-US')}
      </td>
      <td class="number less" data-label="p50">
        {p50Ms !== null && durationText(p50Ms)}
      </td>
      <td class="number" data-label="p95">
        {isSlow ? (
          <span class="state attention" data-mark="!">
            slow {p95}
          </span>
        ) : (
          p95
        )}
      </td>
    </>
  );
}

/** How long the latest runs took, the newest at the right. Ten times as long is one step higher, so that 5 ms and 5 s fit. */
function Sparkline({ runs, longestMs }: { runs: readonly EventRun[]; longestMs: number }): VNode {
  const top = Math.log10(Math.max(longestMs, 1000));
  const paths = { fail: '', block: '', none: '' };
  for (const [at, { run }] of runs.entries()) {
    const share = Math.log10(Math.max(run.durationMs ?? 0, 1)) / top;
    const height = LOWEST + (HEIGHT - LOWEST) * share;
    const tone = isFailed(run) ? 'fail' : run.outcome === 'blocking' ? 'block' : 'none';
    paths[tone] += `M${WIDTH - STEP / 2 - at * STEP} ${HEIGHT}v${-height.toFixed(1)}`;
  }
  const times = runs.map(({ run }) => run.durationMs ?? 0);
  const [low, high] = [durationText(Math.min(...times)), durationText(Math.max(...times))];
  const text =
    runs.length === 1 ? `the last run took ${high}` : `the last ${runs.length} runs took ${low} to ${high}`;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text}>
      <title>{text}</title>
      {Object.entries(paths).map(([tone, d]) => d !== '' && <path class={tone} d={d} stroke-width="2" />)}
    </svg>
  );
}

function Details({ row: { hook, stats, name, isSlow } }: { row: HookSummary }): VNode {
  const { state, failures, enforcement, timeoutMs } = hook;
  const info = `hooks info ${quoteWord(name)}`;
  const facts: readonly (readonly [title: string, value: string | null])[] = [
    ['source', [hook.source, hook.version ?? ''].join(' ').trim()],
    ['file', hook.path],
    ['command', hook.runs],
    ['events', hook.events.join(', ')],
    ['matcher', hook.matcher],
    ['if', hook.if],
    ['timeout', timeoutMs === null ? null : `${timeoutMs / 1000} s`],
    ['in the background', hook.async ? 'yes; the numbers here do not count its results' : null],
    ['mode', enforcement === 'enforce' ? null : enforcement],
  ];
  // A hook that you did not enable needs only that.
  const reasons = state === 'disabled' ? hook.reasons.slice(0, 1) : hook.reasons;
  const problems = [
    ...(failures === 0
      ? []
      : [
          {
            word: state,
            message: `its last ${failures === 1 ? 'run' : `${failures} runs`} failed${lastReason(stats)}.`,
            remedy: `Run \`${info}\` to see what to fix.`,
          },
        ]),
    ...reasons.map((reason) => ({ word: state, ...reason })),
    ...(isSlow
      ? [
          {
            word: 'slow',
            message: `1 of 20 runs takes ${durationText(stats.p95Ms ?? 0)} or longer, and the agent waits.`,
            remedy: 'Make it faster, or let it run less often with `matcher` or `if`.',
          },
        ]
      : []),
  ];
  return (
    <section class="hook-details" aria-label={name}>
      <div>
        {hook.description !== '' && <p>{cleanLine(hook.description)}</p>}
        {problems.map(({ word, message, remedy }) => (
          <div class={`problem ${states[word]?.[0] ?? 'attention'}`}>
            <p>
              Why {word}: {cleanLine(message).replaceAll('`', '')}
            </p>
            <Remedy text={cleanLine(remedy)} />
          </div>
        ))}
        {stats.lastFailure !== null && <LastFailure failure={stats.lastFailure} isNow={failures > 0} />}
        <p>
          <a href={formatRoute({ screen: 'live', trace: null, query: { hook: hook.name } })}>Its events</a>
        </p>
        {failures === 0 && <Copy text={info} />}
      </div>
      <dl class="details">
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([title, value]) => (
            <>
              <dt>{title}</dt>
              <dd>{cleanLine(value ?? '')}</dd>
            </>
          ))}
      </dl>
    </section>
  );
}

/** Why its last run failed, behind a colon. */
function lastReason({ lastFailure }: HookStats): string {
  const { reason, cause } = lastFailure?.run ?? { reason: null, cause: null };
  return reason === null && cause === null ? '' : `: ${shortReason(reason ?? cause ?? '')}`;
}

/** `isNow`: the reason is above. */
function LastFailure({ failure: { run, event }, isNow }: { failure: EventRun; isNow: boolean }): VNode {
  return (
    <p>
      <a href={formatRoute({ screen: 'live', trace: event.spanId, query: {} })}>Last failure</a>,{' '}
      <Ago time={event.time} />
      {!isNow && `: ${shortReason(run.reason ?? run.cause ?? 'no reason given')}`}
    </p>
  );
}

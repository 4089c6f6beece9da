import { cleanLine } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { EventStore } from '../event-store.ts';
import { Ago, Copy, ProblemView, useDocument } from '../parts.tsx';
import { formatRoute } from '../route.ts';
import type { ScreenProps } from '../screen-props.ts';
import { type AgentReport, Chain, type Doctor, readChain } from './agents-chain.tsx';

/** Every agent in one line, and below each that is attached the way of its events to the hooks. */
export function Agents({ store }: ScreenProps): VNode {
  const list = useDocument<{ readonly agents: readonly AgentReport[] }>('/api/agents');
  const [round, setRound] = useState(0);
  const all = list.document?.agents ?? [];
  const present = all.filter((report) => report.isInstalled || isAttached(report));
  const absent = all.filter((report) => !present.includes(report)).map(({ name }) => name);
  const checkAgain = (): void => {
    list.reload();
    setRound(round + 1);
  };
  return (
    <main class="app agents">
      <p>
        <button type="button" onClick={checkAgain}>
          Check again
        </button>{' '}
        <span class="dim">
          Each check sends a test event through the launcher. It runs no hook and is not in the event log.
        </span>
      </p>
      {list.problem !== null && <ProblemView problem={list.problem} />}
      {present
        .toSorted((a, b) => Number(isAttached(b)) - Number(isAttached(a)))
        .map((report, index) =>
          isAttached(report) ? (
            <AttachedAgent key={report.name} report={withLatest(report, store)} round={round} index={index} />
          ) : (
            <section key={report.name} class="agent" aria-label={report.name}>
              <h2>
                {report.name} <Status tone="off" mark="–" text="installed, not attached" />
              </h2>
              <Copy text={`hooks attach ${report.name}`} />
            </section>
          ),
        )}
      {list.document !== null && present.length === 0 && (
        <section class="empty">
          <h2>No agent found</h2>
          <p>
            None of the supported agents is installed. Install one, then attach it, for example Claude Code:
          </p>
          <Copy text="hooks attach claude-code" />
        </section>
      )}
      {absent.length > 0 && <p class="dim">Not installed: {absent.join(', ')}</p>}
    </main>
  );
}

function AttachedAgent({
  report,
  round,
  index,
}: {
  report: AgentReport;
  round: number;
  index: number;
}): VNode {
  const { document, problem, reload } = useDocument<Doctor>(`/api/doctor?agent=${report.name}`);
  useEffect(() => {
    if (round > 0) reload();
  }, [round]);
  const checkedAt = useMemo(() => new Date().toISOString(), [document]);
  const chain = document === null ? null : readChain(document, report);
  const broken = chain?.find(({ state }) => state === 'error');
  const warnings = chain?.filter(({ state }) => state === 'warning').length ?? 0;
  const { lastEvent } = report;
  const status =
    broken !== undefined
      ? (['wrong', '✗', `not connected: ${broken.broken}`] as const)
      : chain === null
        ? problem === null
          ? (['off', '…', 'checking'] as const)
          : (['attention', '!', 'the check failed'] as const)
        : lastEvent === null
          ? (['attention', '!', 'attached, no event yet'] as const)
          : (['ok', '✓', warnings === 0 ? 'connected' : 'connected, but see below'] as const);
  const [tone, mark, text] = status;
  return (
    <section class={`agent${broken === undefined ? '' : ' broken'}`} aria-label={report.name}>
      <h2>
        <a
          href={formatRoute({ screen: 'live', trace: null, query: { agent: report.name } })}
          data-row={index}
        >
          {report.name}
        </a>{' '}
        <Status tone={tone} mark={mark} text={text} />
        {lastEvent !== null && broken === undefined && (
          <span class="last">
            , last event <Ago time={lastEvent.time} />
          </span>
        )}{' '}
        {document !== null && (
          <span class="checked">
            checked <Ago time={checkedAt} />
          </span>
        )}
      </h2>
      {problem !== null && <ProblemView problem={problem} />}
      {chain !== null && <Chain links={chain} report={report} />}
    </section>
  );
}

function Status({ tone, mark, text }: { tone: string; mark: string; text: string }): VNode {
  return (
    <span class={`state ${tone}`} data-mark={mark}>
      {cleanLine(text)}
    </span>
  );
}

/** Settings that cannot be read may have HookMD in them, so they are checked too. */
function isAttached({ attached, scopes }: AgentReport): boolean {
  return attached || scopes.some(({ files }) => files.some(({ problem }) => problem !== null));
}

/** With the event that arrived since the report was made. */
function withLatest(report: AgentReport, { events }: EventStore): AgentReport {
  const latest = events.find(({ agent }) => agent === report.name);
  const { lastEvent } = report;
  return latest === undefined || (lastEvent !== null && lastEvent.time >= latest.time)
    ? report
    : { ...report, lastEvent: latest };
}

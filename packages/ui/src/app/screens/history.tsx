import type { VNode } from 'preact';
import { useEffect, useReducer } from 'preact/hooks';
import type { ScanDocument } from '../../scan/scan.ts';
import { ScanView } from '../../scan/scan-view.tsx';
import { type Problem, request } from '../connection.ts';
import { Copy, Empty, ProblemView } from '../parts.tsx';
import type { ScreenProps } from '../screen-props.ts';

const TICK_MS = 1000;

/** The one scan of the page: it goes on while another screen is open, and its result stays until the page is closed. */
let scan: {
  readonly document: ScanDocument | null;
  readonly problem: Problem | null;
  /** When the document arrived, or the scan started, in ms since 1970. */
  readonly at: number;
  /** Absent = none is running. */
  readonly running?: AbortController;
  readonly isStopped?: true;
} = { document: null, problem: null, at: 0 };
let redraw = (): void => {};

function change(next: typeof scan): void {
  scan = next;
  redraw();
}

function start(): void {
  const running = new AbortController();
  const { document } = scan;
  change({ document, problem: null, at: Date.now(), running });
  request<ScanDocument>('/api/scan', { body: {}, signal: running.signal }).then(
    (found) => change({ document: found, problem: null, at: Date.now() }),
    (problem) =>
      change(
        running.signal.aborted
          ? { document, problem: null, at: Date.now(), isStopped: true }
          : { document, problem, at: Date.now() },
      ),
  );
}

export function History(_: ScreenProps): VNode {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const { document, problem, at, running, isStopped } = scan;
  useEffect(() => {
    redraw = () => draw(null);
    return () => {
      redraw = () => {};
    };
  }, []);
  useEffect(() => {
    if (running === undefined) return;
    const timer = setInterval(draw, TICK_MS, null);
    return () => clearInterval(timer);
  }, [running]);
  return (
    <main class="app history">
      <p class="actions">
        {running === undefined ? (
          <button type="button" class="main" data-row={0} onClick={start}>
            Scan the last 30 days
          </button>
        ) : (
          <button type="button" data-row={0} onClick={() => running.abort()}>
            Stop
          </button>
        )}
        <span class="dim" role="status">
          {running !== undefined && `Reading histories and running hooks on each call: ${seconds(at)} s`}
          {isStopped && 'Stopped. The scan has changed nothing.'}
        </span>
      </p>
      {problem !== null && <ProblemView problem={problem} />}
      {document === null && problem === null && (
        <Empty title="What would hooks have done?">
          <p>
            A scan reads the calls that your agents have made on this machine, and lets three hooks of HookMD
            decide about each. Hooks run; the calls do not. Nothing leaves this machine.
          </p>
          <p>To scan with your own hook, or a longer time:</p>
          <Copy text="hooks scan my-hook --since 90d" />
        </Empty>
      )}
      {document !== null && (
        <section class={running === undefined ? 'result' : 'result old'} aria-label="Result">
          <ScanView document={document} now={at} command={(text) => <Copy text={text} />} />
        </section>
      )}
    </main>
  );
}

function seconds(since: number): number {
  return Math.floor((Date.now() - since) / 1000);
}

import type { LastRun, RunWord } from '@hookmd/core/event-log';
import { cleanLine } from '@hookmd/core/text';
import { durationText } from '@hookmd/ui/words';
import { describeAgo } from '../ui/ago.ts';
import type { Output, Paint } from '../ui/output.ts';

const looks: Readonly<Record<RunWord, Paint | null>> = {
  stopped: 'red',
  blocked: 'red',
  failed: 'yellow',
  canceled: 'dim',
  'sent back': 'yellow',
  warned: 'yellow',
  changed: 'cyan',
  ok: null,
};

/** `2m ago  blocked`, or `never`, for each, with the words below each other. `width` is that of the widest. */
export function lastRunTexts(
  output: Output,
  runs: readonly (LastRun | null)[],
): { readonly texts: readonly string[]; readonly width: number } {
  const now = Date.now();
  const agos = runs.map((run) => (run === null ? '' : describeAgo(run.timeMs, now)));
  const agoWidth = Math.max(...agos.map(({ length }) => length));
  let width = 'LAST RUN'.length;
  const never = output.paint('dim', 'never');
  const texts = runs.map((run, index) => {
    if (run === null) return never;
    const ago = `${(agos[index] ?? '').padEnd(agoWidth)}  `;
    const style = looks[run.outcome];
    width = Math.max(width, ago.length + run.outcome.length);
    return ago + (style === null ? run.outcome : output.paint(style, run.outcome));
  });
  return { texts, width };
}

/** The same with the event, and where to read more. */
export function lastRunLine(output: Output, run: LastRun | null): string {
  const text = lastRunTexts(output, [run]).texts[0] ?? '';
  if (run === null) return text;
  const duration = run.durationMs === null ? '' : `, ${durationText(run.durationMs)}`;
  return `${text}   (${cleanLine(run.event)}${duration}; \`hooks trace ${cleanLine(run.traceId).slice(0, 8)}\`)`;
}

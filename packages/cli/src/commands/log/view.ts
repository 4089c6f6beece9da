import { issue } from '@hookmd/core/errors';
import { type EventLogEntry, type EventLogRecord, isAllow, isTrace } from '@hookmd/core/event-log';
import { cleanLine, counted } from '@hookmd/core/text';
import {
  allowText,
  callText,
  costText,
  dispatchId,
  dispatchReason,
  dispatchText,
  durationText,
  eventText,
  isEnded,
  runText,
} from '@hookmd/ui/words';
import type { Context } from '../../command-line/context.ts';
import { paintDispatch, paintRun } from '../../event-log/event-text.ts';
import { issueLines } from '../../ui/issue.ts';
import { cut, type Output, printOut } from '../../ui/output.ts';

const NARROW = 80;
const WIDE = 100;
/** Of an event with its call. */
const NARROW_EVENT_WIDTH = 20;
const EVENT_WIDTH = 26;
const WIDE_EVENT_WIDTH = 40;
const DURATION_WIDTH = 7;

/** The event log as lines that come one after another, perhaps for hours. */
export class LogView {
  readonly #context: Context;
  readonly #hook: string | undefined;
  #day = dayOf(new Date());
  #hasReportedSkipped = false;

  /** With a hook, each line shows the outcome of that hook. */
  constructor(context: Context, hook: string | undefined) {
    this.#context = context;
    this.#hook = hook;
  }

  show(entry: EventLogEntry): void {
    const { isJson, out } = this.#context;
    if (isJson) {
      printOut(`${JSON.stringify(entry)}\n`);
      return;
    }
    const time = new Date(entry.time);
    const day = dayOf(time);
    if (out.isTerminal && day !== this.#day) out.line(out.paint('dim', day));
    this.#day = day;
    const before = head(out, entry, out.isTerminal ? clockOf(time) : `${day} ${clockOf(time)}`);
    const { text, painted } = tail(out, entry, this.#hook);
    out.line(`${before}  ${painted(cut(text, Math.max(1, out.width - before.length - 2)))}`);
  }

  printNothing(isFiltered: boolean): void {
    if (!this.#context.isJson)
      this.#context.out.line(isFiltered ? 'No dispatch matches.' : 'No dispatch yet.');
  }

  /** `earlier` of them were counted; there may be more where it is `mostCounted`. */
  printEarlier(earlier: number, mostCounted: number, shown: number): void {
    const { err } = this.#context;
    const count = earlier < mostCounted ? `${earlier}` : `${mostCounted} or more`;
    err.line(
      err.paint(
        'dim',
        `${count} earlier; \`--last ${Math.max(100, shown * 5)}\` or \`--since 1d\` shows more`,
      ),
    );
  }

  /** Broken lines are reported once. */
  printSkipped(count: number): void {
    if (count === 0 || this.#hasReportedSkipped) return;
    this.#hasReportedSkipped = true;
    const { err } = this.#context;
    for (const line of issueLines(
      err,
      issue('EVENT_LOG_DAMAGED', { damage: counted(count, 'broken line') }),
      this.#context,
    ))
      err.line(line);
  }
}

/** Columns of fixed widths, because `--follow` prints a line at a time. */
function head(out: Output, entry: EventLogEntry, time: string): string {
  const isNarrow = out.width < NARROW;
  const width = isNarrow ? NARROW_EVENT_WIDTH : out.width < WIDE ? EVENT_WIDTH : WIDE_EVENT_WIDTH;
  const event = isTrace(entry)
    ? subjectText(entry)
    : `${cleanLine(entry.event)} ${isAllow(entry) ? 'allowed' : 'late'}`;
  const duration = isTrace(entry) ? durationText(entry.durationMs) : '';
  const cells = [time, dispatchId(entry), (out.isTerminal ? cut(event, width) : event).padEnd(width)];
  return [...cells, ...(isNarrow ? [] : [duration.padStart(DURATION_WIDTH)])].join('  ');
}

/** `PreToolUse Bash: git push -f`, or the event with the kind of its tool. */
function subjectText(record: EventLogRecord): string {
  const call = callText(record);
  return call === '' ? eventText(record) : `${cleanLine(record.event)} ${call}`;
}

/** The outcome of the whole dispatch, or of the selected hook. */
function tail(
  out: Output,
  entry: EventLogEntry,
  hook: string | undefined,
): { readonly text: string; readonly painted: (text: string) => string } {
  if (isTrace(entry) && hook === undefined) {
    const reason = dispatchReason(entry);
    const why = reason === null ? '' : `: ${cleanLine(reason)}`;
    return {
      text: dispatchText(entry) + why + costOf(entry),
      painted: (text) => paintDispatch(out, entry, text),
    };
  }
  if (isAllow(entry)) return { text: `by ${allowText(entry)}`, painted: (text) => out.paint('yellow', text) };
  const runs = entry.hooks.filter(
    (run) => hook === undefined || run.name === hook || run.qualifiedName === hook,
  );
  const isReported = isTrace(entry) && new Set(runs.map((run) => run.qualifiedName)).size === 1;
  const texts = runs.map(
    (run) =>
      (isReported ? '' : `${cleanLine(run.qualifiedName)} `) +
      runText(run, { isEnded: isTrace(entry) && isEnded(entry) }) +
      costOf(run),
  );
  const [run] = runs;
  return {
    text: texts.join('; '),
    painted: (text) => (run === undefined ? text : paintRun(out, run, text)),
  };
}

/** Beside the words for what it came to. */
function costOf(pick: Parameters<typeof costText>[0]): string {
  const text = costText(pick);
  return text === '' ? '' : ` (${text})`;
}

/** Local time, as on the user's clock. */
function dayOf(time: Date): string {
  return [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
}

function clockOf(time: Date): string {
  return [two(time.getHours()), two(time.getMinutes()), two(time.getSeconds())].join(':');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

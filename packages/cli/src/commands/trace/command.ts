import {
  type AllowRecord,
  type BackgroundRecord,
  type EventLogRecord,
  isAllow,
  isTrace,
  readEventLog,
} from '@hookmd/core/event-log';
import { type HookRun, isFailed } from '@hookmd/core/events';
import { cleanLine, counted } from '@hookmd/core/text';
import {
  allowText,
  callText,
  changedText,
  costText,
  dispatchId,
  dispatchText,
  durationText,
  eventText,
  isEnded,
  runText,
} from '@hookmd/ui/words';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { agentVariable, type Context, eventLogDir, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { paintDispatch, paintRun } from '../../event-log/event-text.ts';
import { findRecord } from '../../event-log/find-record.ts';
import { everyHook } from '../../hooks/find-hook.ts';
import { isWarned, ranOtherVersion } from '../../hooks/health.ts';
import { cut, type Output, wrap } from '../../ui/output.ts';
import { writePage } from '../../ui/write-page.ts';

export const command: Command = {
  name: 'trace',
  usage: '[id]',
  about: 'Show one event: which hooks ran with which result, and why others were skipped.',
  options: [
    { flags: '--last', about: 'the last event (default)' },
    { flags: '--html <file>', about: 'write a page instead, for a report' },
  ],
  offers: { html: { kind: 'files' } },
  examples: ['hooks trace --last', 'hooks trace 4bf92f35', 'hooks trace 4bf92f35 --html trace.html'],
  async run(context) {
    const [id] = context.words;
    if (id !== undefined && context.options.has('last'))
      throw usage('`--last` and an id exclude each other', 'Leave one of them out.');
    const eventLog = eventLogDir(placesOf(context));
    const record = findRecord(eventLog, id);
    const later = findLater(eventLog, record);
    const html = context.options.text('html');
    if (html !== undefined) {
      const { tracePage } = await import('@hookmd/ui/trace');
      writePage(context, html, tracePage({ ...(await withVersions(context, record)), ...later }));
    }
    if (context.isJson) context.print({ ...record, ...later });
    else if (html === undefined) showTrace(context, await withVersions(context, record), later);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** Marks the hooks whose directory has another version by now than the one that ran. */
async function withVersions(context: Context, record: EventLogRecord): Promise<EventLogRecord> {
  // Loaded after the record is found; it is a file of its own that other commands share.
  const { look } = await import('../../hooks/look.ts');
  const all = everyHook(await look(context));
  const hooks = record.hooks.map((run): HookRun => {
    const status = all.find(({ record: { qualifiedName } }) => qualifiedName === run.qualifiedName);
    return ranOtherVersion(run, status) ? { ...run, hasChanged: true } : run;
  });
  return { ...record, hooks };
}

/** What the event log has about an event after its record, oldest first. */
interface Later {
  readonly background: readonly BackgroundRecord[];
  readonly allowed: readonly AllowRecord[];
  /** Calls that tried by other means what was blocked here, the latest first. */
  readonly workarounds: readonly EventLogRecord[];
}

function findLater(eventLog: string, { traceId, spanId, decision, time }: EventLogRecord): Later {
  const entries = readEventLog(eventLog, { id: spanId, last: 1 })
    .entries.filter((entry) => entry.traceId === traceId && entry.spanId === spanId)
    .reverse();
  return {
    background: entries.filter((entry): entry is BackgroundRecord => !isTrace(entry) && !isAllow(entry)),
    allowed: entries.filter(isAllow),
    workarounds:
      decision === 'block'
        ? readEventLog(eventLog, { workaroundOf: spanId, since: time }).entries.filter(isTrace)
        : [],
  };
}

/** One row of the timeline. */
interface Row {
  readonly run: HookRun;
  /** Its result came after the event had ended. */
  readonly isBackground: boolean;
}

const BAR_WIDTH = 9;
const NARROW = 80;
const LONGEST_NARROW_NAME = 24;
/** The text beside the timeline needs this width, or it goes below. */
const NARROWEST_TEXT = 24;
const START_WIDTH = 8;
/** A constant width for every duration up to a minute, so that the next column is aligned. */
const TIME_WIDTH = 6;

/** One dispatch as a timeline: which hooks ran when, for how long, with which outcome; and which were skipped, and why. */
export function showTrace(
  { out, environment }: Pick<Context, 'out' | 'environment'>,
  record: EventLogRecord,
  { background, allowed, workarounds }: Later,
): void {
  for (const line of headLines(out, record)) out.line(line);
  const call = record.input === undefined ? callText(record) : `input: ${cleanLine(record.input)}`;
  for (const part of call === '' ? [] : wrap(call, out.width - 2)) out.line(`  ${part}`);
  const rows: readonly Row[] = [
    ...record.hooks.map((run) => ({ run, isBackground: false })),
    ...background.flatMap(({ hooks }) => hooks.map((run) => ({ run, isBackground: true }))),
  ];
  for (const line of timeline(out, record, rows)) out.line(line);
  if (rows.length === 0) out.line('  no hook listens to this event');
  for (const line of [
    ...footLines(record),
    ...allowed.map(allowLine),
    ...workaroundLines(record, workarounds),
  ]) {
    for (const part of wrap(line, out.width - 4)) out.line(out.paint('yellow', `  ${part}`));
  }
  // For the user alone: a model must not read how a block is lifted.
  const isForUser = out.isTerminal && agentVariable(environment) === null;
  if (isForUser && record.callDigest !== undefined && allowed.length === 0)
    out.line(out.paint('dim', `  To let this call through once: hooks allow ${dispatchId(record)}`));
}

/** In one line where it fits. */
function headLines(out: Output, record: EventLogRecord): readonly string[] {
  const paintOutcome = (text: string): string => paintDispatch(out, record, text);
  const facts = [
    { text: dispatchId(record), paint: asIs },
    { text: eventText(record), paint: (text: string) => out.paint('bold', text) },
    { text: sessionText(record), paint: asIs },
    { text: durationText(record.durationMs), paint: asIs },
    ...wrap(`${out.glyph('→', '->')} ${dispatchText(record)}`, out.width - 2).map((text) => ({
      text,
      paint: paintOutcome,
    })),
  ];
  const lines: string[] = [];
  let left = 0;
  for (const { text, paint } of facts) {
    left -= text.length + 2;
    if (left < 0) {
      lines.push(lines.length === 0 ? paint(text) : `  ${paint(text)}`);
      left = out.width - text.length - 2;
    } else {
      lines.push(`${lines.pop() ?? ''}  ${paint(text)}`);
    }
  }
  return lines;
}

/** `local` is the session of `hooks run`, where neither payload nor agent names one. */
function sessionText({ sessionId }: EventLogRecord): string {
  return `session: ${sessionId === 'local' ? 'terminal' : cleanLine(sessionId).slice(0, 12)}`;
}

const asIs = (text: string): string => text;

function timeline(out: Output, record: EventLogRecord, rows: readonly Row[]): readonly string[] {
  const isNarrow = out.width < NARROW;
  const ended = isEnded(record);
  const names = namesOf(rows).map((name) => (isNarrow ? cut(name, LONGEST_NARROW_NAME) : name));
  const cells = rows.map(({ run, isBackground }, index) => [
    names[index] ?? '',
    ...(isNarrow ? [] : [isBackground ? 'late' : (run.phase ?? out.glyph('–', '-'))]),
    durationCell(out, run, record.durationMs, isNarrow ? 0 : BAR_WIDTH),
  ]);
  const heads = ['HOOK', ...(isNarrow ? [] : ['PHASE']), 'TIME'];
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => (row[column] ?? '').length)),
  );
  const padded = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  const lines = rows.flatMap((row, index) => {
    const isLast = index === rows.length - 1;
    const branch = isLast ? out.glyph('└─', '`-') : out.glyph('├─', '|-');
    const start = row.run.startMs === null ? '' : durationText(row.run.startMs);
    const stem = `${' '.repeat(START_WIDTH)}${isLast ? ' ' : out.glyph('│', '|')}`;
    return rowLines(
      out,
      `${start.padStart(START_WIDTH - 1)} ${branch} ${padded(cells[index] ?? [])}  `,
      stem,
      ended,
      row,
    );
  });
  if (rows.length === 0) return [];
  const head = `${'START'.padStart(START_WIDTH - 1)}    ${padded(heads)}  RESULT`;
  return [out.paint('dim', head), ...lines];
}

/** The row, and below it what does not fit beside it. */
function rowLines(out: Output, left: string, stem: string, ended: boolean, row: Row): readonly string[] {
  const isBeside = out.width - left.length >= NARROWEST_TEXT;
  const indent = isBeside ? left.length : START_WIDTH + 3;
  const texts = textsOf(row, ended).flatMap(({ text, paint }) =>
    wrap(text, out.width - indent)
      .flatMap((line) => breakWords(line, out.width - indent))
      .map((line) => paint(out, line)),
  );
  const below = texts.slice(isBeside ? 1 : 0).map((line) => `${stem.padEnd(indent)}${line}`);
  return [(isBeside ? `${left}${texts[0] ?? ''}` : left).trimEnd(), ...below];
}

/** JSON that a hook printed may be one long word. */
function breakWords(line: string, width: number): readonly string[] {
  return Number.isFinite(width) ? (line.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [line]) : [line];
}

interface Text {
  readonly text: string;
  readonly paint: (out: Output, line: string) => string;
}

/** The outcome, then warnings, then how a failed handler ended, and what one that failed or has warnings printed. */
function textsOf({ run, isBackground }: Row, ended: boolean): readonly Text[] {
  const dim: Text['paint'] = (out, line) => out.paint('dim', line);
  const failed = isFailed(run);
  const isTroubled = failed || isWarned(run);
  const output = [
    { from: 'stdout', printed: isTroubled ? (run.stdoutHead ?? '') : '' },
    { from: 'stderr', printed: isTroubled ? (run.stderrTail ?? '') : '' },
  ].flatMap(({ from, printed }) =>
    printed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => ({ text: `${from}: ${cleanLine(line)}`, paint: dim })),
  );
  return [
    {
      text: `${isBackground ? 'too late to count: ' : ''}${runText(run, { isEnded: ended })}`,
      paint: (out, line) => paintRun(out, run, line),
    },
    ...(costText(run) === '' ? [] : [{ text: costText(run), paint: dim }]),
    ...(run.warnings ?? []).map((text) => ({ text: `warning: ${cleanLine(text)}`, paint: dim })),
    ...(failed && run.startMs === null ? [{ text: 'not started, so it printed nothing', paint: dim }] : []),
    ...(failed && run.exitCode !== null ? [{ text: `exit code: ${run.exitCode}`, paint: dim }] : []),
    ...output,
    ...(run.hasChanged ? [{ text: changedText(cleanLine(run.name)), paint: dim }] : []),
  ];
}

/** Qualified where two packages have one name; one package may stand twice. */
function namesOf(rows: readonly Row[]): readonly string[] {
  const owners = new Map<string, Set<string>>();
  for (const { run } of rows)
    owners.set(run.name, (owners.get(run.name) ?? new Set()).add(run.qualifiedName));
  return rows.map(({ run }) => cleanLine(owners.get(run.name)?.size === 1 ? run.name : run.qualifiedName));
}

/** A bar of `barWidth` is the whole dispatch. */
function durationCell(out: Output, { durationMs }: HookRun, wholeMs: number, barWidth: number): string {
  if (durationMs === null) return out.glyph('–', '-');
  const share = Math.min(1, durationMs / Math.max(wholeMs, 1));
  const length = barWidth === 0 ? 0 : Math.max(1, Math.round(share * barWidth));
  const bar = out.glyph('█', '#').repeat(length).padEnd(barWidth);
  return `${bar} ${durationText(durationMs).padStart(TIME_WIDTH)}`;
}

function allowLine(record: AllowRecord): string {
  return `${record.time.slice(0, 19).replace('T', ' ')} UTC: allowed by ${allowText(record)}`;
}

/** What connects a blocked call and those that try the same by other means. */
function workaroundLines(
  { hooks }: EventLogRecord,
  workarounds: readonly EventLogRecord[],
): readonly string[] {
  const earlier = new Set(hooks.flatMap(({ workaroundOf }) => workaroundOf ?? []));
  const lines = [...earlier].map(
    (id) => `blocked before, by other means: hooks trace ${cleanLine(id).slice(0, 8)}`,
  );
  const [last] = workarounds;
  if (last === undefined) return lines;
  const stopped = workarounds.filter(({ decision }) => decision === 'block' || decision === 'ask').length;
  const count = `${counted(workarounds.length, 'time')}, ${stopped} stopped`;
  return [...lines, `by other means ${count}: hooks trace ${dispatchId(last)}`];
}

function footLines(record: EventLogRecord): readonly string[] {
  const leftOut = record.hooksLeftOut ?? 0;
  return [
    ...record.dropped.map((value) => `dropped: ${cleanLine(value)}`),
    ...record.failedOpen.map((name) => `proceeded although ${cleanLine(name)} failed`),
    ...(leftOut > 0 ? [`${leftOut} more hooks are not in the record: it would have been too long`] : []),
    ...(record.truncated && leftOut === 0
      ? ['strings were left out: the record would have been too long']
      : []),
  ];
}

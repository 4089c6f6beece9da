import { setTimeout as delay } from 'node:timers/promises';
import { didYouMean, HookError } from '@hookmd/core/errors';
import {
  type EventLogEntry,
  type EventLogFilter,
  EventLogTail,
  isTrace,
  matches,
  readEventLog,
} from '@hookmd/core/event-log';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, eventLogDir, placesOf } from '../../command-line/context.ts';
import { parseSince } from '../../command-line/parse-since.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { LogView } from './view.ts';

const SHOWN = 20;
/** Counting on would take longer than the number is worth. */
const MOST_COUNTED = 1000;
const LOOK_EVERY_MS = 200;

export const command: Command = {
  name: 'log',
  usage: '',
  about: 'List past events, oldest first.',
  options: [
    { flags: '--follow', about: 'print new events until Ctrl-C' },
    { flags: '--hook <name>', about: 'only events in which this hook ran, with its result' },
    { flags: '--event <event>', about: 'only this event' },
    { flags: '--since <time>', about: 'only events since then: 2h, 3d, a date, an ISO time' },
    { flags: '--last <count>', about: `only the last COUNT events (default ${SHOWN}; with --since, all)` },
  ],
  examples: ['hooks log', 'hooks log --hook block-dangerous --since 2h', 'hooks log --follow --json'],
  async run(context) {
    const { options } = context;
    const filter = await filterOf(context);
    const last = countOf(options.text('last')) ?? (filter.since === undefined ? SHOWN : undefined);
    const eventLog = eventLogDir(placesOf(context));
    // Before reading, so that nothing is lost between the two.
    const tail = options.has('follow') ? new EventLogTail(eventLog) : null;
    const countsMore = context.isJson ? 0 : MOST_COUNTED;
    const { entries, more, skipped } = readEventLog(eventLog, { ...filter, last, countsMore });
    if (entries.length === 0 && filter.hook !== undefined) await rejectUnknown(context, filter.hook);

    const view = new LogView(context, filter.hook);
    if (more > 0) view.printEarlier(more, MOST_COUNTED, last ?? SHOWN);
    for (const entry of entries.toReversed()) view.show(entry);
    view.printSkipped(skipped);
    if (tail === null) {
      if (entries.length === 0) view.printNothing(Object.values(filter).some((item) => item !== undefined));
      return 0;
    }
    const shown = new Set(entries.map(keyOf));
    const interrupt = new AbortController();
    process.once('SIGINT', () => interrupt.abort());
    while (!interrupt.signal.aborted) {
      const appended = tail.read();
      for (const entry of appended.entries) {
        // What was written between the two readings came with both.
        if (!shown.delete(keyOf(entry)) && matches(filter, entry)) view.show(entry);
      }
      view.printSkipped(appended.skipped);
      await delay(LOOK_EVERY_MS, null, interrupt).catch(() => {});
    }
    return 130;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

async function filterOf({ options }: Context): Promise<EventLogFilter> {
  const since = options.text('since');
  const event = options.text('event');
  return {
    hook: options.text('hook'),
    events:
      event === undefined ? undefined : (await import('../../event-log/event-filter.ts')).eventsNamed(event),
    since: since === undefined ? undefined : new Date(parseSince(since, Date.now())).toISOString(),
  };
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usage(`"${text}" is no number of dispatches`, 'Write `--last 50`.');
  return Number(text);
}

/** A hook that is gone is known as long as the event log names it. Throws HOOK_NOT_FOUND. */
async function rejectUnknown(context: Context, name: string): Promise<void> {
  const places = placesOf(context);
  if (readEventLog(eventLogDir(places), { hook: name, last: 1 }).entries.length > 0) return;
  const { readSummary } = await import('../../hooks/overview.ts');
  const { rows } = await readSummary(context);
  if (rows.some((row) => row.name === name || row.qualifiedName === name)) return;
  const names = rows.map((row) => row.name);
  throw new HookError('HOOK_NOT_FOUND', { name, suggestion: didYouMean(name, names) });
}

function keyOf(entry: EventLogEntry): string {
  return isTrace(entry) ? entry.eventId : JSON.stringify(entry);
}

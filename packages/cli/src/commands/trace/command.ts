import { HookError } from '@hookmd/core/errors';
import { type BackgroundRecord, type EventLogRecord, isTrace, readEventLog } from '@hookmd/core/event-log';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { eventLogDir, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { dispatchId } from '../../event-log/event-text.ts';
import { showTrace } from './view.ts';

/** So many are named where an id is the beginning of several. */
const MOST_CANDIDATES = 5;

export const command: Command = {
  name: 'trace',
  usage: '[id]',
  about: 'One dispatch: every hook that was asked, or why it was not.',
  options: [{ flags: '--last', about: 'the latest dispatch (the default)' }],
  examples: ['hooks trace --last', 'hooks trace 4bf92f35', 'hooks trace 4bf92f35 --json'],
  async run(context) {
    const [id] = context.words;
    if (id !== undefined && context.options.has('last'))
      throw usage('`--last` and an id exclude each other', 'Leave one of them out.');
    const eventLog = eventLogDir(placesOf(context));
    const record = findRecord(eventLog, id);
    const background = findBackground(eventLog, record);
    if (context.isJson) context.print({ ...record, background });
    else showTrace(context, record, background);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** Throws TRACE_NOT_FOUND, TRACE_AMBIGUOUS, EVENT_LOG_EMPTY. */
function findRecord(eventLog: string, id: string | undefined): EventLogRecord {
  const last = id === undefined ? 1 : MOST_CANDIDATES + 1;
  const found = readEventLog(eventLog, { id, last }).entries.filter(isTrace);
  const [record, second] = found;
  if (record === undefined && id === undefined) throw new HookError('EVENT_LOG_EMPTY', {}, { exitCode: 1 });
  if (record === undefined) throw new HookError('TRACE_NOT_FOUND', { name: id ?? '' });
  if (second === undefined) return record;
  const shown = found
    .slice(0, MOST_CANDIDATES)
    .map((eventLogRecord) => `${nameApart(eventLogRecord, found)} (${eventLogRecord.event})`);
  const candidates = `${shown.join(', ')}${found.length > MOST_CANDIDATES ? ', …' : ''}`;
  throw new HookError('TRACE_AMBIGUOUS', { name: id ?? '', candidates }, { exitCode: 1 });
}

/** Of one of several that begin alike. */
function nameApart(record: EventLogRecord, found: readonly EventLogRecord[]): string {
  const short = dispatchId(record);
  return found.filter((eventLogRecord) => dispatchId(eventLogRecord) === short).length === 1
    ? short
    : record.spanId;
}

/** They stand behind the record, oldest first here. */
function findBackground(eventLog: string, { traceId, spanId }: EventLogRecord): readonly BackgroundRecord[] {
  return readEventLog(eventLog, { id: spanId, last: 1 })
    .entries.filter((entry): entry is BackgroundRecord => !isTrace(entry))
    .filter((entry) => entry.traceId === traceId && entry.spanId === spanId)
    .reverse();
}

import { HookError } from '@hookmd/core/errors';
import { type EventLogRecord, isTrace, readEventLog } from '@hookmd/core/event-log';
import { dispatchId } from '@hookmd/ui/words';

/** So many are named where an id is the beginning of several. */
const MOST_CANDIDATES = 5;

/** The event with this id; without one the last event. Throws TRACE_NOT_FOUND, TRACE_AMBIGUOUS, EVENT_LOG_EMPTY. */
export function findRecord(eventLog: string, id: string | undefined): EventLogRecord {
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

import { isJsonObject, parseJson } from '../events/json.ts';
import { BACKGROUND_SCHEMA, type BackgroundRecord, type EventLogRecord, TRACE_SCHEMA } from './record.ts';

const OUR_SCHEMA = 'hookmd.';
const SCHEMAS = [TRACE_SCHEMA, BACKGROUND_SCHEMA];

/** One line of the journal. */
export type EventLogEntry = EventLogRecord | BackgroundRecord;

export interface ParsedLine {
  /** Null for what is torn, not ours, or of a schema that nobody here reads. */
  readonly entry: EventLogEntry | null;
  readonly isTorn: boolean;
}

export function isTrace(entry: EventLogEntry): entry is EventLogRecord {
  return entry.schema === TRACE_SCHEMA;
}

/** A full disk can tear a line; the next record then stands behind the torn one, on the same line. */
export function parseLine(line: string): ParsedLine {
  const value = parseJson(line);
  if (isEventLogEntry(value)) return { entry: value, isTorn: false };
  if (isJsonObject(value)) {
    const { schema } = value;
    return { entry: null, isTorn: typeof schema !== 'string' || !schema.startsWith(OUR_SCHEMA) };
  }
  const begin = Math.max(...SCHEMAS.map((schema) => line.lastIndexOf(`{"schema":"${schema}"`)));
  const rest = begin > 0 ? parseJson(line.slice(begin)) : null;
  return { entry: isEventLogEntry(rest) ? rest : null, isTorn: true };
}

/** What those who read entries rely on; everything else in a line of such a schema was written along with it. */
function isEventLogEntry(value: unknown): value is EventLogEntry {
  if (!isJsonObject(value)) return false;
  const { schema, hooks } = value;
  const isWhole = schema === TRACE_SCHEMA ? isWholeTrace(value) : schema === BACKGROUND_SCHEMA;
  return (
    isWhole &&
    hasTexts(value, ['traceId', 'spanId', 'time', 'event', 'projectDir']) &&
    Array.isArray(hooks) &&
    hooks.every(isRun)
  );
}

function isWholeTrace(value: Readonly<Record<string, unknown>>): boolean {
  const { dropped, failedOpen, tool } = value;
  return (
    hasTexts(value, ['eventId', 'sessionId', 'agent', 'decision']) &&
    [dropped, failedOpen].every(Array.isArray) &&
    (tool === null || isJsonObject(tool)) &&
    typeof value.durationMs === 'number'
  );
}

function hasTexts(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === 'string');
}

function isRun(run: unknown): boolean {
  return (
    isJsonObject(run) && hasTexts(run, ['qualifiedName', 'name', 'outcome']) && Array.isArray(run['changed'])
  );
}

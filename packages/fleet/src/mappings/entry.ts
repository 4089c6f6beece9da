import type { ShippedRecord } from './shipped-record.ts';

/** How much a record matters: `warn` = HookMD stopped something or records are lost, `error` = a hook failed. */
export type Level = 'info' | 'warn' | 'error';

/** What the formats have a place for. Fields have the names of the event log; undefined = absent, or of another type. */
export interface EntryFacts {
  readonly schema: string | undefined;
  /** ISO time, in UTC. */
  readonly time: string | undefined;
  readonly timeMs: number | undefined;
  readonly event: string | undefined;
  readonly eventId: string | undefined;
  readonly sessionId: string | undefined;
  readonly agent: string | undefined;
  readonly toolName: string | undefined;
  readonly toolKind: string | undefined;
  /** The user who allowed a call that was blocked. */
  readonly by: string | undefined;
  readonly traceId: string | undefined;
  /** Undefined without a trace id. */
  readonly spanId: string | undefined;
  readonly parentSpanId: string | undefined;
  /** What became of the event: a decision, or one of `halted`, `sentBack`, `approved`. */
  readonly outcome: string;
  readonly reason: string | undefined;
  readonly decidedBy: readonly string[];
  readonly durationMs: number | undefined;
  readonly truncated: true | undefined;
  /** Why the first failed hook failed. */
  readonly errorType: string | undefined;
  readonly level: Level;
  /** The record in one line. */
  readonly message: string;
}

/** Identifies a record among those of all machines; the same record sent twice has the same. */
export function recordUid({ machine, sequence }: ShippedRecord): string {
  return `${machine}.${sequence}`;
}

/** Reads an entry, which is data from a file of the user. Never throws. */
export function readFacts(entry: ShippedRecord['entry']): EntryFacts {
  const schema = text(entry['schema']);
  const event = text(entry['event']);
  const timeMs = readTime(entry['time']);
  const tool = asObject(entry['tool']);
  const toolName = text(tool['name']);
  const traceId = hexId(entry['traceId'], 32);
  const reason = text(entry['reason']);
  const outcome = outcomeOf(entry, schema);
  const errorType = errorTypeOf(entry);
  const subject = [event, toolName].filter((part) => part !== undefined).join(' ');
  return {
    schema,
    time: timeMs === undefined ? undefined : new Date(timeMs).toISOString(),
    timeMs,
    event,
    eventId: text(entry['eventId']),
    sessionId: text(entry['sessionId']),
    agent: text(entry['agent']),
    toolName,
    toolKind: text(tool['kind']),
    by: text(entry['by']),
    traceId,
    spanId: traceId === undefined ? undefined : hexId(entry['spanId'], 16),
    parentSpanId: hexId(entry['parentSpanId'], 16),
    outcome,
    reason,
    decidedBy: texts(entry['decidedBy']),
    durationMs: duration(entry['durationMs']),
    truncated: entry['truncated'] === true ? true : undefined,
    errorType,
    level: levelOf(outcome, schema, errorType),
    message: [
      subject || schema,
      ...(event === undefined ? noteOf(entry) : [outcomeWords.get(outcome) ?? outcome]),
      reason,
    ]
      .filter(Boolean)
      .join(': '),
  };
}

/** The fields of an entry for which a format has no place. One that could not be read stays as it is. */
export function leftOver(
  entry: ShippedRecord['entry'],
  facts: EntryFacts,
  placed: readonly (keyof EntryFacts & string)[],
): Readonly<Record<string, unknown>> {
  const isPlaced = (key: string): boolean => placed.some((name) => name === key && facts[name] !== undefined);
  return Object.fromEntries(Object.entries(entry).filter(([key, value]) => value !== null && !isPlaced(key)));
}

/** JSON can have half of a character, which no UTF-8 has. */
export function wellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** One line that each format accepts, or undefined. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.replace(/[\p{Cc}\p{Surrogate}\p{Noncharacter_Code_Point}]/gu, '\uFFFD');
}

function texts(value: unknown): readonly string[] {
  return asArray(value)
    .map(text)
    .filter((each) => each !== undefined);
}

/** In the years that 64 bits of nanoseconds and the formats of dates can hold. */
function readTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return ms > 0 && ms < Date.UTC(2500, 0) ? ms : undefined;
}

function duration(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** Trace ids of W3C: hex in lower case; all zeros mean none. */
function hexId(value: unknown, length: number): string | undefined {
  const isId = typeof value === 'string' && value.length === length && /^(?!0+$)[0-9a-f]+$/.test(value);
  return isId ? value : undefined;
}

function outcomeOf(entry: ShippedRecord['entry'], schema: string | undefined): string {
  if (schema === 'hookmd.allow/1') return 'approved';
  if (entry['halted'] === true) return 'halted';
  if (entry['sentBack'] === true) return 'sentBack';
  return text(entry['decision']) ?? 'none';
}

const outcomeWords: ReadonlyMap<string, string> = new Map([
  ['none', 'proceeded'],
  ['block', 'blocked'],
  ['ask', 'prompted the user'],
  ['allow', 'allowed'],
  ['approved', 'allowed by the user'],
  ['halted', 'stopped the agent'],
  ['sentBack', 'sent back'],
]);

/** What a machine reports about its own event log. */
function noteOf(entry: ShippedRecord['entry']): readonly (string | undefined)[] {
  return [text(entry['note']), text(entry['detail'])];
}

const warned: readonly (string | undefined)[] = ['hookmd.dropped/1', 'hookmd.note/1', 'hookmd.unreadable/1'];

function levelOf(outcome: string, schema: string | undefined, errorType: string | undefined): Level {
  if (errorType !== undefined) return 'error';
  return outcome === 'block' || outcome === 'halted' || warned.includes(schema) ? 'warn' : 'info';
}

/** The cause of the first run that failed. The rows of a long record can be left out, but not the names of `failedOpen`. */
function errorTypeOf(entry: ShippedRecord['entry']): string | undefined {
  const failed = asArray(entry['hooks']).map(asObject).find(isFailedRun);
  if (failed !== undefined) return text(failed['cause']) ?? '_OTHER';
  return texts(entry['failedOpen']).length > 0 ? '_OTHER' : undefined;
}

/** As `isFailed` of the engine, for data from a file. */
function isFailedRun({ outcome, cause }: Readonly<Record<string, unknown>>): boolean {
  if (outcome === 'non_blocking_error') return true;
  return outcome === 'canceled' && ['TIMEOUT', 'DEADLINE', 'TURNS', 'TOKENS'].some((each) => each === cause);
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

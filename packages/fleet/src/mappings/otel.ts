import { type Level, leftOver, readFacts, recordUid, wellFormed } from './entry.ts';
import type { ShippedRecord } from './shipped-record.ts';

/** Severity numbers of OpenTelemetry. */
const severityNumbers: Readonly<Record<Level, number>> = { info: 9, warn: 13, error: 17 };

/** Receivers limit the nesting of messages to 100, and a level here is three messages. */
const MAX_DEPTH = 10;

/**
 * Makes the body of an OTLP/HTTP logs request in JSON (ExportLogsServiceRequest).
 *
 * `resource` has attributes such as `host.name` and `service.version`. Records of several machines may be mixed.
 */
export function toOtlp(
  records: readonly ShippedRecord[],
  resource: Readonly<Record<string, string>>,
): object {
  const machines = [...new Set(records.map(({ machine }) => machine))];
  return {
    resourceLogs: machines.map((machine) => ({
      resource: {
        attributes: toKeyValues({
          'service.name': 'hookmd',
          ...resource,
          'service.instance.id': machine,
        }),
      },
      scopeLogs: [
        {
          scope: { name: '@hookmd/fleet' },
          logRecords: records.filter((record) => record.machine === machine).map(toLogRecord),
        },
      ],
    })),
  };
}

function toLogRecord(record: ShippedRecord): object {
  const { entry, machine, sequence, previous, hash } = record;
  const facts = readFacts(entry);
  const { timeMs, traceId, spanId, level } = facts;
  const time = `${timeMs}000000`;
  const rest = leftOver(entry, facts, ['time', 'traceId', 'spanId', 'sessionId', 'agent', 'by']);
  return {
    // The machine that logs is the one that observes.
    ...(timeMs === undefined ? {} : { timeUnixNano: time, observedTimeUnixNano: time }),
    severityNumber: severityNumbers[level],
    severityText: level.toUpperCase(),
    eventName: eventNameOf(facts.schema),
    body: { stringValue: facts.message },
    attributes: toKeyValues({
      ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [`hookmd.${snakeCase(key)}`, value])),
      'log.record.uid': recordUid(record),
      'session.id': facts.sessionId,
      'gen_ai.conversation.id': facts.sessionId,
      'gen_ai.agent.name': facts.agent,
      'gen_ai.operation.name': facts.toolName === undefined ? undefined : 'execute_tool',
      'gen_ai.tool.name': facts.toolName,
      'user.name': facts.by,
      'error.type': facts.errorType,
      'hookmd.machine': machine,
      'hookmd.sequence': sequence,
      'hookmd.previous': previous,
      'hookmd.hash': hash,
    }),
    ...(traceId === undefined ? {} : { traceId }),
    ...(spanId === undefined ? {} : { spanId }),
  };
}

/** An event name is one of few: `hookmd.trace` for `hookmd.trace/1`. */
function eventNameOf(schema = ''): string {
  return /^(hookmd\.[a-z]{1,32})\/\d+$/.exec(schema)?.[1] ?? 'hookmd.record';
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Attributes without those that are null or undefined. Each key is there once, as the protocol demands. */
function toKeyValues(values: Readonly<Record<string, unknown>>, depth = 0): object[] {
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const byKey = new Map(present.map(([key, value]) => [wellFormed(key), value]));
  return [...byKey].map(([key, value]) => ({ key, value: toAnyValue(value, depth) }));
}

function toAnyValue(value: unknown, depth: number): object {
  if (typeof value === 'string') return { stringValue: wellFormed(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return toNumber(value);
  if (typeof value !== 'object' || value === null) return {};
  if (depth === MAX_DEPTH) return { stringValue: '…' };
  if (Array.isArray(value))
    return { arrayValue: { values: value.map((each) => toAnyValue(each, depth + 1)) } };
  return { kvlistValue: { values: toKeyValues(value as Record<string, unknown>, depth + 1) } };
}

/** In the JSON of protocol buffers, an integer of 64 bits is a string, and so is what JSON has no number for. */
function toNumber(value: number): object {
  if (Number.isSafeInteger(value)) return { intValue: String(value) };
  return { doubleValue: Number.isFinite(value) ? value : String(value) };
}

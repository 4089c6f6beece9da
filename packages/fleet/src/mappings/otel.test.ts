import { isFailed } from '@hookmd/core/events';
import { JsonLogsSerializer } from '@opentelemetry/otlp-transformer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toOtlp } from './otel.ts';
import { anyEntry, realEntries, shipped, traceEntry } from './shipped.fixture.ts';
import type { ShippedRecord } from './shipped-record.ts';

/** The parts of a request that a test reads, in the names of the protocol. */
interface Request {
  readonly resourceLogs: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeLogs: readonly {
      readonly scope: { readonly name: string };
      readonly logRecords: readonly LogRecord[];
    }[];
  }[];
}

interface LogRecord {
  readonly timeUnixNano?: string;
  readonly observedTimeUnixNano?: string;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly eventName: string;
  readonly body: AnyValue;
  readonly attributes: readonly KeyValue[];
  readonly traceId?: string;
  readonly spanId?: string;
}

interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

interface AnyValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string;
  readonly doubleValue?: number | string;
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
  readonly kvlistValue?: { readonly values: readonly KeyValue[] };
}

const resource = { 'service.version': '0.1.0', 'host.name': 'ana-laptop' };
const send = (records: readonly ShippedRecord[]): Request =>
  JSON.parse(JSON.stringify(toOtlp(records, resource)));

function decode(value: AnyValue): unknown {
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(decode);
  if (value.kvlistValue !== undefined) return decodeAll(value.kvlistValue.values);
  if (value.intValue !== undefined) return Number(value.intValue);
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  return value.stringValue ?? value.boolValue ?? null;
}

function decodeAll(values: readonly KeyValue[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(values.map(({ key, value }) => [key, decode(value)]));
}

/** What the official encoder sends for the content of a request. */
function encodeOfficially(request: Request): unknown {
  const records = request.resourceLogs.flatMap((logs) => {
    const of = { attributes: decodeAll(logs.resource.attributes) };
    return logs.scopeLogs.flatMap(({ scope, logRecords }) =>
      logRecords.map((record) => ({
        hrTime: hrTime(record.timeUnixNano),
        hrTimeObserved: hrTime(record.observedTimeUnixNano),
        severityNumber: record.severityNumber,
        severityText: record.severityText,
        eventName: record.eventName,
        body: decode(record.body),
        attributes: decodeAll(record.attributes),
        droppedAttributesCount: 0,
        spanContext: { traceId: record.traceId, spanId: record.spanId, traceFlags: 0 },
        resource: of,
        instrumentationScope: scope,
      })),
    );
  });
  type Records = Parameters<typeof JsonLogsSerializer.serializeRequest>[0];
  const bytes = JsonLogsSerializer.serializeRequest(records as unknown as Records);
  return JSON.parse(new TextDecoder().decode(bytes), asProtocolBuffers);
}

function hrTime(nanoseconds = '0'): [number, number] {
  return [Number(nanoseconds.slice(0, -9)), Number(nanoseconds.slice(-9))];
}

/** The official encoder writes defaults, integers as numbers, and nothing for Infinity; receivers accept both ways. */
function asProtocolBuffers(key: string, value: unknown): unknown {
  if (['droppedAttributesCount', 'flags'].includes(key) && value === 0) return undefined;
  if (/TimeUnixNano$|^timeUnixNano$/.test(key) && value === '0') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if ('intValue' in value)
    return Number.isSafeInteger(value.intValue)
      ? { intValue: String(value.intValue) }
      : { doubleValue: value.intValue };
  return 'doubleValue' in value && value.doubleValue === null ? { doubleValue: 'Infinity' } : value;
}

const attributesOf = (entry: ShippedRecord['entry']): Readonly<Record<string, unknown>> =>
  decodeAll(send([shipped(entry)]).resourceLogs[0]?.scopeLogs[0]?.logRecords[0]?.attributes ?? []);

describe('a request of OTLP', () => {
  it('is what the official encoder writes, for each line of a log of the real runtime', async () => {
    const entries = await realEntries();
    const request = send(entries.map((entry, at) => shipped(entry, at + 1)));
    expect(request).toEqual(encodeOfficially(request));
    const records = request.resourceLogs.flatMap(({ scopeLogs }) =>
      scopeLogs.flatMap(({ logRecords }) => logRecords),
    );
    expect(records.map(({ eventName, severityText }) => `${eventName} ${severityText}`)).toEqual([
      'hookmd.trace INFO',
      'hookmd.trace WARN',
      'hookmd.trace INFO',
      'hookmd.trace INFO',
      'hookmd.trace ERROR',
      'hookmd.trace INFO',
      'hookmd.trace INFO',
      'hookmd.allow INFO',
    ]);
    expect(records.map(({ timeUnixNano, traceId, spanId }) => [timeUnixNano, traceId, spanId])).toEqual(
      entries.map((entry) => [
        `${Date.parse(String(entry['time']))}000000`,
        entry['traceId'],
        entry['spanId'],
      ]),
    );
  });

  it('is what the official encoder writes, for anything that a line can be', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const request = send([shipped(entry)]);
        expect(request).toEqual(encodeOfficially(request));
        expect(JSON.stringify(request)).not.toMatch(/\\ud[89a-f]/);
      }),
      { numRuns: 300 },
    );
  });

  it('has the names of the conventions where there is one, and `hookmd.` before the others', () => {
    const run = { qualifiedName: 'user/guard', outcome: 'canceled', cause: 'TIMEOUT', durationMs: 5000 };
    const entry = traceEntry({
      decision: 'block',
      reason: 'no',
      decidedBy: ['user/guard'],
      hooks: [{ ...run, reason: null }],
      by: 'ana',
    });
    expect(attributesOf(entry)).toEqual({
      'log.record.uid': 'm-4f2a.1',
      'session.id': 'session-1',
      'gen_ai.conversation.id': 'session-1',
      'gen_ai.agent.name': 'claude-code',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'Bash',
      'user.name': 'ana',
      'error.type': 'TIMEOUT',
      'hookmd.schema': 'hookmd.trace/1',
      'hookmd.machine': 'm-4f2a',
      'hookmd.sequence': 1,
      'hookmd.previous': '0'.repeat(64),
      'hookmd.hash': 'f'.repeat(64),
      'hookmd.event': 'PreToolUse',
      'hookmd.event_id': entry['eventId'],
      'hookmd.project_dir': '/home/ana/shop',
      'hookmd.tool': { kind: 'shell', name: 'Bash' },
      'hookmd.decision': 'block',
      'hookmd.reason': 'no',
      'hookmd.decided_by': ['user/guard'],
      'hookmd.hooks': [run],
      'hookmd.dropped': [],
      'hookmd.failed_open': [],
      'hookmd.duration_ms': 4.4,
    });
  });

  it('has an `error.type` where the engine counts a run as failed', () => {
    const causes = ['TIMEOUT', 'DEADLINE', 'TURNS', 'TOKENS', 'ABORTED', 'EXIT', 'BLOCKED_EARLIER'];
    const outcomes = ['success', 'blocking', 'non_blocking_error', 'canceled', 'skipped'] as const;
    for (const cause of causes)
      for (const outcome of outcomes)
        expect(attributesOf(traceEntry({ hooks: [{ outcome, cause }] }))['error.type']).toBe(
          isFailed({ outcome, cause }) ? cause : undefined,
        );
    expect(attributesOf(traceEntry({ failedOpen: ['user/guard'] }))['error.type']).toBe('_OTHER');
  });

  it('leaves out a time and ids that the protocol cannot hold, and has them as they are', () => {
    for (const time of ['1960-01-01T00:00:00Z', '9999-12-31T00:00:00Z', 'yesterday', 12]) {
      const [logs] = send([
        shipped(traceEntry({ time, traceId: '0'.repeat(32), spanId: 'B'.repeat(16) })),
      ]).resourceLogs;
      const log = logs?.scopeLogs[0]?.logRecords[0];
      expect(Object.keys(log ?? {})).toEqual([
        'severityNumber',
        'severityText',
        'eventName',
        'body',
        'attributes',
      ]);
      expect(decodeAll(log?.attributes ?? [])).toMatchObject({
        'hookmd.time': time,
        'hookmd.trace_id': '0'.repeat(32),
        'hookmd.span_id': 'B'.repeat(16),
      });
    }
  });

  it('names the chain of hashes itself, whatever the entry has under these names', () => {
    expect(attributesOf({ hash: 'mine', sequence: 99 })).toMatchObject({
      'hookmd.hash': 'f'.repeat(64),
      'hookmd.sequence': 1,
    });
  });

  it('has a resource per machine', () => {
    const records = ['a', 'b', 'a'].map((machine, at) => ({ ...shipped(traceEntry(), at + 1), machine }));
    const { resourceLogs } = send(records);
    expect(resourceLogs.map((logs) => decodeAll(logs.resource.attributes))).toEqual(
      ['a', 'b'].map((machine) => ({
        'service.name': 'hookmd',
        ...resource,
        'service.instance.id': machine,
      })),
    );
    expect(resourceLogs.map(({ scopeLogs }) => scopeLogs[0]?.logRecords.length)).toEqual([2, 1]);
  });

  it('has an end where a line of 16 KB nests without one', () => {
    const entry = JSON.parse(`{"schema":"hookmd.trace/1","note":${'['.repeat(8000)}${']'.repeat(8000)}}`);
    expect(JSON.stringify(attributesOf(entry)['hookmd.note'])).toBe(`${'['.repeat(10)}"…"${']'.repeat(10)}`);
  });
});

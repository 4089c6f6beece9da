import { readFacts, recordUid } from './entry.ts';
import type { ShippedRecord } from './shipped-record.ts';

/**
 * Makes a CloudEvent 1.0 in structured JSON, with the extensions `sequence` and `traceparent`.
 *
 * `data` is the whole record, so the receiver can verify the chain of hashes.
 */
export function toCloudEvent(record: ShippedRecord): object {
  const facts = readFacts(record.entry);
  const { schema, time, event, toolName, traceId, spanId } = facts;
  return {
    specversion: '1.0',
    id: recordUid(record),
    source: `urn:hookmd:${encodeURIComponent(record.machine)}`,
    type: typeOf(schema),
    ...(time === undefined ? {} : { time }),
    ...(event === undefined ? {} : { subject: toolName === undefined ? event : `${event}/${toolName}` }),
    // Compared as text: as many digits as the largest sequence has.
    sequence: String(record.sequence).padStart(16, '0'),
    ...(spanId === undefined ? {} : { traceparent: `00-${traceId}-${spanId}-00` }),
    datacontenttype: 'application/json',
    data: record,
  };
}

/** `io.github.hookmd.trace.v1` for `hookmd.trace/1`. */
function typeOf(schema = ''): string {
  const [, name, version] = /^hookmd\.([a-z][a-z0-9.-]{0,63})\/(\d{1,3})$/.exec(schema) ?? [];
  return name === undefined ? 'io.github.hookmd.record' : `io.github.hookmd.${name}.v${version}`;
}

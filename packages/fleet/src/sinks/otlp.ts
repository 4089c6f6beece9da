import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { gzipSync } from 'node:zlib';
import { describeError } from '@hookmd/core/errors';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { cleanLine } from '@hookmd/core/text';
import { toOtlp } from '../mappings/otel.ts';
import type { ShippedRecord } from '../mappings/shipped-record.ts';
import type { Batch } from '../ship/spool.ts';
import { type Sent, type Sink, SinkError } from './sink.ts';

const REQUEST_MS = 30_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_RECORDS = 256;
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** The request can be sent again; all other codes are wrong requests or settings. */
const isTemporary: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Where an OTLP receiver is. */
export interface OtlpEndpoint {
  /** The whole address, such as `https://collector.example/v1/logs`. */
  readonly url: string;
  /** A file with lines `Name: value`; null = none. */
  readonly headers: string | null;
}

/**
 * The sink for OTLP over HTTP. The protocol has no query for what a receiver has, so a batch whose acknowledgment was lost is sent
 * again, with the same ids.
 */
export class OtlpSink implements Sink {
  readonly name = 'otlp';
  readonly connections = 0;
  readonly #endpoint: OtlpEndpoint;
  readonly #closing = new AbortController();
  #maxRecords: number = MAX_RECORDS;

  constructor(endpoint: OtlpEndpoint) {
    this.#endpoint = endpoint;
  }

  get limit(): Sink['limit'] {
    return { records: this.#maxRecords, bytes: 512 * 1024 };
  }

  async send(_machine: string, { records }: Batch): Promise<Sent> {
    const { response, body } = await this.#request(records);
    if (response.ok) {
      this.#maxRecords = Math.min(MAX_RECORDS, this.#maxRecords * 2);
      return { rejected: rejectedIn(body) };
    }
    const status = `${response.status}${body === '' ? '' : ` ${cleanLine(body).slice(0, 200)}`}`;
    const isRejected = response.status === 400 || response.status === 413;
    const isChanged = isRejected && records.length > 1;
    if (isChanged) this.#maxRecords = Math.floor(records.length / 2);
    // One record that the receiver cannot take must not hold up all others; one that rejects everything gets nothing.
    if (isRejected && !isChanged && (await this.#request(records.map(withoutContent))).response.ok)
      return { rejected: { records: 1, detail: `the receiver rejected it: ${status}` } };
    throw new SinkError(
      `The receiver ${this.#endpoint.url} responded ${status}.`,
      isTemporary.has(response.status) || isChanged
        ? 'The records stay in the event log and are sent again.'
        : 'Check the address and the file with its headers; the records stay in the event log.',
      { isChanged, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) },
    );
  }

  stored(): Promise<null> {
    return Promise.resolve(null);
  }

  report(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }

  async #request(records: readonly ShippedRecord[]): Promise<{ response: Response; body: string }> {
    const resource = { 'host.name': hostname(), 'service.version': HOOKMD_VERSION };
    const response = await this.#post(gzipSync(JSON.stringify(toOtlp(records, resource))));
    return { response, body: await readBody(response) };
  }

  async #post(bytes: Uint8Array): Promise<Response> {
    const { url, headers } = this.#endpoint;
    try {
      return await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(REQUEST_MS)]),
        headers: {
          ...(headers === null ? {} : parseHeaders(readFileSync(headers, 'utf8'))),
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
        },
        body: bytes,
      });
    } catch (cause) {
      const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
      throw new SinkError(
        `The receiver ${url} cannot be reached: ${describeError(reason)}.`,
        'The records stay in the event log and are sent again.',
        { cause },
      );
    }
  }
}

/** In place of a record that was rejected: shows that it existed, and whether others are taken. */
function withoutContent({ entry, ...record }: ShippedRecord): ShippedRecord {
  const { time, traceId } = entry;
  return { ...record, entry: { schema: 'hookmd.rejected/1', time, traceId } };
}

/** The beginning of the body of a response. */
async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_RESPONSE_BYTES) break;
    }
  } catch (cause) {
    if (!response.ok) return '';
    throw new SinkError(`The response of ${response.url} broke off.`, 'The records are sent again.', {
      cause,
    });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A receiver may accept a part; the protocol forbids to send the rest again. */
function rejectedIn(body: string): Sent['rejected'] {
  let partial: { rejectedLogRecords?: unknown; errorMessage?: unknown } | undefined;
  try {
    ({ partialSuccess: partial } = JSON.parse(body) as { partialSuccess?: typeof partial });
  } catch {
    return null;
  }
  const records = Number(partial?.rejectedLogRecords ?? 0);
  if (!Number.isSafeInteger(records) || records <= 0) return null;
  const reason = cleanLine(String(partial?.errorMessage ?? '')).slice(0, 200);
  return { records, detail: `the receiver rejected ${records} records: ${reason || 'without a reason'}` };
}

/** Seconds, or a date. */
function retryAfterMs(value: string | null): number {
  if (value === null) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS) : 0;
}

function parseHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.trim());
  return Object.fromEntries(
    lines
      .filter((line) => line.includes(':') && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

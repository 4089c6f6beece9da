import { randomHex } from '../state/files.ts';

/** W3C trace context: 32 and 16 hex digits in lower case. */
export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new span: in the host's trace where `traceparent` names a valid one, else in a trace of its own. */
export function newTraceIds(traceparent?: string): TraceIds {
  const [, version, traceId, parentSpanId, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(traceparent?.trim() ?? '') ?? [];
  const spanId = randomId(8);
  const isValid =
    traceId !== undefined &&
    parentSpanId !== undefined &&
    version !== 'ff' &&
    !(version === '00' && rest !== undefined) &&
    !isZero(traceId) &&
    !isZero(parentSpanId);
  return isValid ? { traceId, spanId, parentSpanId } : { traceId: randomId(16), spanId, parentSpanId: null };
}

/** An id that sorts by its time in ms; 26 characters. Source: the ULID specification. */
export function ulid(now: number): string {
  let time = '';
  for (let left = now; time.length < 10; left = Math.floor(left / 32)) {
    time = `${CROCKFORD[left % 32] ?? '0'}${time}`;
  }
  const random = Array.from({ length: 16 }, () => CROCKFORD[Math.floor(Math.random() * 32)] ?? '0');
  return time + random.join('');
}

/** All zeros mean "none" in a traceparent. */
function randomId(bytes: number): string {
  const id = randomHex(bytes);
  return isZero(id) ? randomId(bytes) : id;
}

function isZero(id: string): boolean {
  return /^0+$/.test(id);
}

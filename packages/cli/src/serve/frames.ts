import { Buffer } from 'node:buffer';
import type { NativeReply } from '@hookmd/agents';

/**
 * What launchers and the resident runtime say to each other. All numbers have their high byte first.
 *
 * A request is `HKMD`, the protocol, its kind, two bytes of nothing, the length of its body, the body; one on each
 * connection. Of an event the body is the lengths of its seven fields and then the fields. An answer is its kind, a
 * length, and so many bytes: what comes of an event is `A` and, later, `R`; or `N` at either time.
 *
 * launcher/hooks-fire.c is the other side. A new form is a new protocol.
 */
export const PROTOCOL = 1;
export const HEAD_BYTES = 12;
const MAGIC = 'HKMD';
const FIELDS = 7;
/** Payloads of 12 MiB are judged; whatever is above is left to the one shot, which says so to the agent. */
export const MAX_BODY_BYTES: number = 17 * 1024 * 1024;
/** As a launcher writes it where there is no limit. */
export const NO_LIMIT_MS = 0xffffffff;

const kinds = ['event', 'status', 'stop'] as const;
type RequestKind = (typeof kinds)[number];

export interface RequestHead {
  readonly protocol: number;
  /** Null = none that we know. */
  readonly kind: RequestKind | null;
  readonly bodyBytes: number;
}

/** An event as a launcher passes it on. */
export interface EventRequest {
  readonly dispatchId: string;
  readonly agent: string;
  /** The agent's own word. */
  readonly event: string;
  readonly cwd: string;
  /** Which files it sees, and with which modes it makes new ones (serve/place.ts). */
  readonly place: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

/** Null = it is no request of ours. `bytes` has at least HEAD_BYTES. */
export function readHead(bytes: Buffer): RequestHead | null {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  return {
    protocol: bytes.readUInt8(4),
    kind: kinds[bytes.readUInt8(5)] ?? null,
    bodyBytes: bytes.readUInt32BE(8),
  };
}

/** Null = it is not of the form. */
export function readEvent(body: Buffer): EventRequest | null {
  if (body.length < FIELDS * 4) return null;
  const fields: Buffer[] = [];
  let at = FIELDS * 4;
  for (let field = 0; field < FIELDS; field += 1) {
    const length = body.readUInt32BE(field * 4);
    if (length > body.length - at) return null;
    fields.push(body.subarray(at, at + length));
    at += length;
  }
  const [dispatchId, agent, event, cwd, place, environment, payload] = fields;
  if (at !== body.length || !dispatchId || !agent || !event || !cwd || !place || !environment || !payload)
    return null;
  const request = {
    dispatchId: dispatchId.toString('latin1'),
    agent: agent.toString('latin1'),
    event: event.toString('latin1'),
    cwd: cwd.toString('utf8'),
    place: place.toString('latin1'),
  };
  const isPlain =
    /^[0-9a-f]{32}$/.test(request.dispatchId) &&
    /^[\w-]{1,64}$/.test(request.agent) &&
    /^[\w.:-]{1,128}$/.test(request.event) &&
    request.cwd.startsWith('/');
  return isPlain ? { ...request, environment: readEnvironment(environment), payload } : null;
}

/** `NAME=VALUE`, each ended by a NUL. Of two of one name the first holds, as for every program. */
function readEnvironment(bytes: Buffer): Record<string, string> {
  const environment: Record<string, string> = Object.create(null);
  for (const entry of bytes.toString('utf8').split('\0')) {
    const at = entry.indexOf('=', 1);
    const name = entry.slice(0, at);
    if (at > 0 && !(name in environment)) environment[name] = entry.slice(at + 1);
  }
  return environment;
}

/** A request without a body: what people ask. */
export function encodeRequest(kind: Exclude<RequestKind, 'event'>): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 'latin1');
  head.writeUInt8(PROTOCOL, 4);
  head.writeUInt8(kinds.indexOf(kind), 5);
  return head;
}

/** It will be answered, or the connection breaks; after so long without either nobody need wait any more. */
export function encodeAccepted(timeoutMs: number): Buffer {
  const body = Buffer.alloc(4);
  body.writeUInt32BE(timeoutMs);
  return answer('A', body);
}

/** Nothing was done about it, and nothing will be. */
export function encodeRejected(reason: string): Buffer {
  return answer('N', Buffer.from(reason));
}

/** Exit status, length of standard output, standard output, standard error. */
export function encodeReply({ stdout, stderr, exitCode }: NativeReply): Buffer {
  const out = Buffer.from(stdout);
  const head = Buffer.alloc(5);
  head.writeUInt8(exitCode);
  head.writeUInt32BE(out.length, 1);
  return answer('R', Buffer.concat([head, out, Buffer.from(stderr)]));
}

export function encodeDocument(document: unknown): Buffer {
  return answer('S', Buffer.from(JSON.stringify(document)));
}

/** The document of an answer that is complete; null = it is not, or holds none. */
export function readDocument(bytes: Buffer): unknown {
  const isWhole = bytes.length >= 5 && bytes.length === 5 + bytes.readUInt32BE(1);
  return isWhole && bytes.toString('latin1', 0, 1) === 'S' ? JSON.parse(bytes.toString('utf8', 5)) : null;
}

function answer(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

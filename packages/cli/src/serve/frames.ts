import { Buffer } from 'node:buffer';
import { readlinkSync } from 'node:fs';
import type { NativeReply } from '@hookmd/agents';

/**
 * The messages between launchers and the daemon. All numbers are big-endian.
 *
 * A request is `HKMD`, the protocol, its kind, two zero bytes, the length of its body, the body; one on each connection. The
 * body of an event is the lengths of its seven fields, then the fields. A response is its kind, a length, and that many bytes:
 * to an event `A` and later `R`, or `N` at either time.
 *
 * The C launcher is the other side. A change of the messages is a new protocol.
 */
export const PROTOCOL = 1;
export const HEAD_BYTES = 12;
const MAGIC = 'HKMD';
const FIELDS = 7;
/** A payload has at most 12 MiB; a process of its own rejects a longer one with a message to the agent. */
export const MAX_BODY_BYTES: number = 17 * 1024 * 1024;
/** A launcher's number for no timeout. */
export const NO_LIMIT_MS = 0xffffffff;

const kinds = ['event', 'status', 'stop'] as const;
type RequestKind = (typeof kinds)[number];

export interface RequestHead {
  readonly protocol: number;
  /** Null = unknown. */
  readonly kind: RequestKind | null;
  readonly bodyBytes: number;
}

/** An event from a launcher. */
export interface EventRequest {
  readonly dispatchId: string;
  readonly agent: string;
  /** The agent's name of it. */
  readonly event: string;
  readonly cwd: string;
  /** See `ownPlace`. */
  readonly machine: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

/**
 * What a handler inherits and no request contains: its mount namespace (on Linux) and its umask. In a container with the same state
 * directory, paths have other meanings, so a process there handles the event.
 */
export function ownPlace(): string {
  return `${mountNamespace()} ${process.umask().toString(8)}`;
}

function mountNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/mnt');
  } catch {
    return '';
  }
}

/** Null = this is no request. `bytes` has at least HEAD_BYTES. */
export function readHead(bytes: Buffer): RequestHead | null {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  return {
    protocol: bytes.readUInt8(4),
    kind: kinds[bytes.readUInt8(5)] ?? null,
    bodyBytes: bytes.readUInt32BE(8),
  };
}

/** Null = this is no event. */
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
  const [dispatchId, agent, event, cwd, location, environment, payload] = fields;
  if (at !== body.length || !dispatchId || !agent || !event || !cwd || !location || !environment || !payload)
    return null;
  const request = {
    dispatchId: dispatchId.toString('latin1'),
    agent: agent.toString('latin1'),
    event: event.toString('latin1'),
    cwd: cwd.toString('utf8'),
    machine: location.toString('latin1'),
  };
  const isPlain =
    /^[0-9a-f]{32}$/.test(request.dispatchId) &&
    /^[\w-]{1,64}$/.test(request.agent) &&
    /^[\w.:-]{1,128}$/.test(request.event) &&
    request.cwd.startsWith('/');
  return isPlain ? { ...request, environment: readEnvironment(environment), payload } : null;
}

/** `NAME=VALUE`, each with a NUL at its end. The first of two values of a name applies, as for every program. */
function readEnvironment(bytes: Buffer): Record<string, string> {
  const environment: Record<string, string> = Object.create(null);
  for (const entry of bytes.toString('utf8').split('\0')) {
    const at = entry.indexOf('=', 1);
    const name = entry.slice(0, at);
    if (at > 0 && !(name in environment)) environment[name] = entry.slice(at + 1);
  }
  return environment;
}

/** A request without a body. */
export function encodeRequest(kind: Exclude<RequestKind, 'event'>): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 'latin1');
  head.writeUInt8(PROTOCOL, 4);
  head.writeUInt8(kinds.indexOf(kind), 5);
  return head;
}

/** A reply follows, or the connection breaks, within this time. */
export function encodeAccepted(timeoutMs: number): Buffer {
  const body = Buffer.alloc(4);
  body.writeUInt32BE(timeoutMs);
  return response('A', body);
}

/** The daemon has done nothing about the event, and will do nothing. */
export function encodeRejected(reason: string): Buffer {
  return response('N', Buffer.from(reason));
}

/** Exit code, length of standard output, standard output, standard error. */
export function encodeReply({ stdout, stderr, exitCode }: NativeReply): Buffer {
  const out = Buffer.from(stdout);
  const head = Buffer.alloc(5);
  head.writeUInt8(exitCode);
  head.writeUInt32BE(out.length, 1);
  return response('R', Buffer.concat([head, out, Buffer.from(stderr)]));
}

export function encodeDocument(document: unknown): Buffer {
  return response('S', Buffer.from(JSON.stringify(document)));
}

/** The document of a complete response; null = the response is incomplete or has none. */
export function readDocument(bytes: Buffer): unknown {
  const isWhole = bytes.length >= 5 && bytes.length === 5 + bytes.readUInt32BE(1);
  return isWhole && bytes.toString('latin1', 0, 1) === 'S' ? JSON.parse(bytes.toString('utf8', 5)) : null;
}

function response(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

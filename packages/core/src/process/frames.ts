import { Buffer } from 'node:buffer';
import { isJsonObject, type JsonObject } from '../events/json.ts';

const LENGTHS = 8;
/** The output of a run is in the header, and JSON may write one byte as six. */
const MAX_HEADER_BYTES = 512 * 1024;
export const MAX_BODY_BYTES: number = 1024 * 1024;

/** The largest frame that is read. */
export interface FrameLimits {
  readonly headerBytes: number;
  readonly bodyBytes: number;
}

/** A message between the runtime and a warm process: `header` has its kind, `body` its document. */
export interface Frame {
  readonly header: JsonObject;
  readonly body: Buffer;
}

/** Length of the header, length of the body, both as 32 bits with the high byte first; then the two. */
export function encodeFrame(header: JsonObject, body: Buffer): Buffer {
  const text = JSON.stringify(header);
  const headerBytes = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(LENGTHS + headerBytes + body.length);
  frame.writeUInt32BE(headerBytes, 0);
  frame.writeUInt32BE(body.length, 4);
  frame.write(text, LENGTHS);
  body.copy(frame, LENGTHS + headerBytes);
  return frame;
}

/** What is wrong with the bytes that came: no more frames can be read from them. */
export type FrameProblem = 'too-large' | 'no-frame';

/** Cuts a stream into frames. Holds less than one frame of the largest size that is allowed, however small the pieces. */
export class FrameReader {
  readonly #limits: FrameLimits;
  #held: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(limits: FrameLimits = { headerBytes: MAX_HEADER_BYTES, bodyBytes: MAX_BODY_BYTES }) {
    this.#limits = limits;
  }

  /** The frames that are complete by now; after a problem the stream is of no use any more. */
  read(chunk: Buffer): { readonly frames: readonly Frame[]; readonly problem: FrameProblem | null } {
    const bytes = this.#length === 0 ? chunk : this.#append(chunk);
    const frames: Frame[] = [];
    let at = 0;
    let problem: FrameProblem | null = null;
    while (bytes.length - at >= LENGTHS) {
      const headerBytes = bytes.readUInt32BE(at);
      const bodyBytes = bytes.readUInt32BE(at + 4);
      if (headerBytes > this.#limits.headerBytes || bodyBytes > this.#limits.bodyBytes) problem = 'too-large';
      const bodyAt = at + LENGTHS + headerBytes;
      if (problem !== null || bytes.length < bodyAt + bodyBytes) break;
      const header = parseHeader(bytes.toString('utf8', at + LENGTHS, bodyAt));
      if (header === null) problem = 'no-frame';
      else frames.push({ header, body: Buffer.from(bytes.subarray(bodyAt, bodyAt + bodyBytes)) });
      at = bodyAt + bodyBytes;
    }
    this.#keep(bytes.subarray(at));
    return { frames, problem };
  }

  #append(chunk: Buffer): Buffer {
    const length = this.#length + chunk.length;
    if (length > this.#held.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, this.#held.length * 2));
      this.#held.copy(grown, 0, 0, this.#length);
      this.#held = grown;
    }
    chunk.copy(this.#held, this.#length);
    this.#length = length;
    return this.#held.subarray(0, length);
  }

  #keep(rest: Buffer): void {
    if (rest.length > this.#held.length) this.#held = Buffer.from(rest);
    else rest.copy(this.#held);
    this.#length = rest.length;
  }
}

function parseHeader(text: string): JsonObject | null {
  try {
    const header: unknown = JSON.parse(text);
    return isJsonObject(header) ? header : null;
  } catch {
    return null;
  }
}

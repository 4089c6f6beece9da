/** One message between a warm process and its host: a JSON header and raw bytes. */
export interface Frame {
  readonly header: string;
  readonly body: Buffer;
}

const PREFIX_BYTES = 8;
/** Far more than an event with its environment has: a greater length is not a frame. */
const MAX_BYTES = 256 * 1024 * 1024;
const { alloc, concat, from } = Buffer;

/** Length of the header, length of the body (both 32 bits, big-endian), header, body. */
export function encodeFrame(header: string, body = ''): Buffer {
  const [first, second] = [from(header), from(body)];
  const prefix = alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(first.length, 0);
  prefix.writeUInt32BE(second.length, 4);
  return concat([prefix, first, second]);
}

/** Finds the frames in a stream of chunks. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #lengths: readonly [header: number, body: number] | null = null;

  /** The frames that are complete now. Throws where the stream does not consist of frames. */
  read(chunk: Buffer): readonly Frame[] {
    // Not `push`: a handler may have replaced it.
    this.#chunks[this.#chunks.length] = chunk;
    this.#length += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      if (this.#lengths === null) {
        if (this.#length < PREFIX_BYTES) return frames;
        const prefix = this.#take(PREFIX_BYTES);
        this.#lengths = [prefix.readUInt32BE(0), prefix.readUInt32BE(4)];
      }
      const [header, body] = this.#lengths;
      if (header + body > MAX_BYTES) throw new Error(`a frame of ${header + body} bytes`);
      if (this.#length < header + body) return frames;
      frames[frames.length] = { header: this.#take(header).toString('utf8'), body: this.#take(body) };
      this.#lengths = null;
    }
  }

  /** Joined only once they are all there: a large frame comes in hundreds of chunks. */
  #take(length: number): Buffer {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : concat(this.#chunks);
    this.#chunks = [all.subarray(length)];
    this.#length -= length;
    return all.subarray(0, length);
  }
}

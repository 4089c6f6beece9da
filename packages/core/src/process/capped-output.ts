import { Buffer } from 'node:buffer';

/**
 * The first `maxBytes` bytes of a stream.
 *
 * Grows by doubling instead of keeping chunks: a process that writes byte by byte would cost
 * two hundred bytes of Buffer object for each byte kept.
 */
export class CappedOutput {
  readonly #maxBytes: number;
  #held: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Keeps what still fits. False when some of `chunk` did not. */
  append(chunk: Buffer): boolean {
    const kept = Math.min(chunk.length, this.#maxBytes - this.#length);
    if (this.#length === 0) {
      this.#held = chunk.subarray(0, kept);
    } else {
      this.#reserve(this.#length + kept);
      chunk.copy(this.#held, this.#length, 0, kept);
    }
    this.#length += kept;
    return kept === chunk.length;
  }

  /** What was kept so far; a view, not a copy. */
  bytes(): Buffer {
    return this.#held.subarray(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#held.length) return;
    const capacity = Math.min(this.#maxBytes, Math.max(bytes, this.#held.length * 2));
    const grown = Buffer.allocUnsafeSlow(capacity);
    this.#held.copy(grown, 0, 0, this.#length);
    this.#held = grown;
  }
}

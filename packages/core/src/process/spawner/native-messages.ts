import { Buffer } from 'node:buffer';
import type { Program } from '../spawn.ts';

/** Size of what follows, number of the run, kind: numbers of 32 bits as the machine has them, and one byte. */
const HEAD_BYTES = 9;
const SIZE_BYTES = 4;
const START = 1;
const CLOSE = 2;
const STARTED = 1;
const FAILED = 2;
const OUTPUT = 3;
const OUTPUT_ENDED = 4;
const EXITED = 5;
/** More it does not send. */
const MAX_BYTES = 1024 * 1024;

export type Output = 'stdout' | 'stderr';
const outputs: readonly (Output | null)[] = [null, 'stdout', 'stderr'];

/** What `hooks-spawn` says of a run; the same numbers stand in native/hooks-spawn.c. `status` is what `wait` returns. */
export type Said =
  | { readonly is: 'started'; readonly leader: number }
  | { readonly is: 'failed'; readonly errno: number }
  | { readonly is: 'output'; readonly output: Output; readonly bytes: Buffer }
  | { readonly is: 'output ended'; readonly output: Output }
  | { readonly is: 'exited'; readonly status: number };

/** False = a text in it cannot be sent, and no program can be started with it. */
export function canSend({ argv, cwd, env }: Program): boolean {
  return ![cwd, ...argv, ...variables(env)].some((text) => text.includes('\0'));
}

export function startMessage(run: number, program: Program, stdin: Buffer): Buffer {
  const { argv, cwd, env } = program;
  const texts = variables(env);
  const counts = Buffer.alloc(8);
  u32(counts, argv.length, 0);
  u32(counts, texts.length, 4);
  const words = Buffer.from(`${[cwd, ...argv, ...texts].join('\0')}\0`);
  return message(run, START, [counts, words, stdin]);
}

export function closeMessage(run: number, output: Output): Buffer {
  return message(run, CLOSE, [Buffer.of(outputs.indexOf(output))]);
}

function message(run: number, kind: number, parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  u32(head, HEAD_BYTES - SIZE_BYTES + bytes, 0);
  u32(head, run, SIZE_BYTES);
  head[8] = kind;
  return Buffer.concat([head, ...parts]);
}

/** Cuts what it says into messages. */
export class NativeReader {
  #held: Buffer = Buffer.alloc(0);

  /** By the number of the run, in the order in which they were said. Throws RangeError where it is no message. */
  *read(chunk: Buffer): Generator<readonly [number, Said]> {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    let at = 0;
    while (bytes.length - at >= SIZE_BYTES) {
      const size = numberAt(bytes, at);
      if (size < HEAD_BYTES - SIZE_BYTES || size > MAX_BYTES) throw new RangeError(`${size} bytes`);
      const end = at + SIZE_BYTES + size;
      if (bytes.length < end) break;
      const said = readSaid(bytes[at + 8] ?? 0, bytes.subarray(at + HEAD_BYTES, end));
      if (said !== null) yield [numberAt(bytes, at + SIZE_BYTES), said];
      at = end;
    }
    this.#held = bytes.subarray(at);
  }
}

function readSaid(kind: number, body: Buffer): Said | null {
  const output = outputs[body[0] ?? 0] ?? null;
  if (kind === STARTED) return { is: 'started', leader: numberAt(body, 0) };
  if (kind === FAILED) return { is: 'failed', errno: numberAt(body, 0) };
  if (kind === EXITED) return { is: 'exited', status: numberAt(body, 0) };
  if (kind === OUTPUT && output !== null) return { is: 'output', output, bytes: body.subarray(1) };
  return kind === OUTPUT_ENDED && output !== null ? { is: 'output ended', output } : null;
}

function variables(env: Program['env']): readonly string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}

const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function u32(bytes: Buffer, value: number, at: number): void {
  if (isLittle) bytes.writeUInt32LE(value, at);
  else bytes.writeUInt32BE(value, at);
}

function numberAt(bytes: Buffer, at: number): number {
  return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}

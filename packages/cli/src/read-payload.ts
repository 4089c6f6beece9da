import { readFileSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeError, HookError } from '@hookmd/core/internal/errors/hook-error';
import { isJsonObject } from '@hookmd/core/internal/protocol/json';
import { decodeUtf8, readJsonDocument } from '@hookmd/core/internal/protocol/json-document';
import type { JsonObject } from '@hookmd/core/protocol';
import type { Context } from './context.ts';
import { usage } from './parse-arguments.ts';
import { isTerminalAt } from './terminal.ts';

/** A larger payload is refused (contracts.md §1). */
const MAX_PAYLOAD_BYTES = 12 * 1024 * 1024;

/** The bytes from `--payload` or standard input. Throws PAYLOAD where they cannot be read or are too many. */
export function readPayloadBytes({ options, cwd }: Context): Buffer {
  const file = options.text('payload');
  return file === undefined ? readStdin() : readFile(resolve(cwd, file));
}

/** One JSON object; nothing at all is `{}`. Throws PAYLOAD. */
export function parsePayload(bytes: Buffer): JsonObject {
  const text = decodeUtf8(bytes);
  if (text === null) throw wrong('is not UTF-8');
  if (text.trim() === '') return {};
  const reading = readJsonDocument(text);
  if ('error' in reading) throw wrong(`is not one JSON object: ${reading.error}`);
  if (!isJsonObject(reading.value)) {
    throw wrong(`is ${kindOf(reading.value)}, not a JSON object`);
  }
  return reading.value;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'text' : String(value);
}

/** The event that a payload names which cannot be read as a whole, so that our failure can be answered rightly. */
export function sniffEvent(bytes: Buffer, field: string): string | null {
  return new RegExp(`"${field}"\\s*:\\s*"(\\w{1,64})"`).exec(bytes.toString('latin1'))?.[1] ?? null;
}

function readFile(path: string): Buffer {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > MAX_PAYLOAD_BYTES) throw tooLarge();
    return bytes;
  } catch (error) {
    if (error instanceof HookError) throw error;
    throw new HookError(
      'PAYLOAD',
      { detail: `cannot be read: ${describeError(error)}`, fix: 'Name a readable file.' },
      { cause: error },
    );
  }
}

/** Synchronous: it is the fastest, and there is nothing else to do meanwhile. */
function readStdin(): Buffer {
  if (isTerminalAt(0)) {
    throw usage(
      'The payload is expected on standard input, and that is a terminal',
      'Write `hooks run EVENT < payload.json`, or `--payload FILE`.',
    );
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = readChunk(chunk);
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > MAX_PAYLOAD_BYTES) throw tooLarge();
    chunks.push(chunk.subarray(0, count));
  }
}

function readChunk(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // A pipe that somebody made non-blocking: wait a moment for the writer.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function tooLarge(): HookError {
  return wrong(`has more than ${MAX_PAYLOAD_BYTES / 1024 / 1024} MiB`);
}

function wrong(detail: string): HookError {
  return new HookError('PAYLOAD', {
    detail,
    fix: 'Give one JSON object, as in `hooks events NAME --schema`.',
  });
}

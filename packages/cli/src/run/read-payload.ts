import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeError, HookError } from '@hookmd/core/errors';
import { isJsonObject, type JsonObject } from '@hookmd/core/events';
import { decodeUtf8, readPayloadDocument } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import { readStdin } from '../command-line/read-stdin.ts';
import { usage } from '../command-line/usage.ts';
import { isTerminalAt } from '../ui/output.ts';

/** A larger payload is refused (contracts.md §1). */
export const MAX_PAYLOAD_BYTES: number = 12 * 1024 * 1024;

/** The bytes from `--payload` or standard input. Throws PAYLOAD where they cannot be read or are too many. */
export function readPayloadBytes({ options, cwd }: Context): Buffer {
  const file = options.text('payload');
  return file === undefined ? readInput() : readFile(resolve(cwd, file));
}

/** One JSON object; nothing at all is `{}`. Throws PAYLOAD. */
export function parsePayload(bytes: Buffer): JsonObject {
  const text = decodeUtf8(bytes);
  if (text === null) throw wrong('is not UTF-8');
  if (text.trim() === '') return {};
  const reading = readPayloadDocument(text);
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

/**
 * The event that a payload names which cannot be read as a whole, so that our failure can be answered rightly; null = it names none, or
 * more than one: a model may have written one of them into a tool's input.
 */
export function sniffEvent(bytes: Buffer, field: string): string | null {
  const found = bytes.toString('latin1').matchAll(new RegExp(`"${field}"\\s*:\\s*"(\\w{1,64})"`, 'g'));
  const names = new Set([...found].map(([, name = '']) => name));
  return names.size === 1 ? ([...names][0] ?? null) : null;
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

function readInput(): Buffer {
  if (isTerminalAt(0)) {
    throw usage(
      'The payload is expected on standard input, and that is a terminal',
      'Write `hooks run EVENT < payload.json`, or `--payload FILE`.',
    );
  }
  const bytes = readStdin(MAX_PAYLOAD_BYTES);
  if (bytes === null) throw tooLarge();
  return bytes;
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

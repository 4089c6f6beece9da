import { decodeUtf8, isJsonObject, type JsonValue, readJsonDocument } from '../../events/json.ts';
import type { HandlerResult } from '../executor.ts';
import { ServiceFailure } from './client.ts';

/** The exit code for a block in the protocols `hookmd` and `claude`. */
const EXIT_BLOCK = 2;

/** What a policy server reads: the event as `input`. */
export function writeInput(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from('{"input":'), payload, Buffer.from('}')]);
}

/**
 * The meaning of a policy server's `result`: an output of the protocol; `true` or nothing, no decision; `false`, a block; a
 * list of strings, a block for these reasons. Throws ServiceFailure.
 */
export function readResultOf(body: Buffer): HandlerResult {
  const text = decodeUtf8(body);
  if (text === null) throw new ServiceFailure('BAD_OUTPUT', 'its response is not UTF-8');
  if (text.trim() === '') return ended({});
  const document = readJsonDocument(text);
  if ('error' in document)
    throw new ServiceFailure('BAD_OUTPUT', `its response is not JSON: ${document.error}`);
  if (!isJsonObject(document.value))
    throw new ServiceFailure('BAD_OUTPUT', 'its response is not a JSON object');
  const { result } = document.value;
  if (result === undefined || result === true) return ended({});
  if (result === false) return rejected('denied by the policy');
  if (isReasons(result)) return result.length === 0 ? ended({}) : rejected(result.join('; '));
  if (isJsonObject(result)) return ended(result);
  throw new ServiceFailure(
    'BAD_OUTPUT',
    '`result` is neither a decision nor true, false or a list of reasons',
  );
}

function isReasons(result: JsonValue | undefined): result is readonly string[] {
  return Array.isArray(result) && result.every((item) => typeof item === 'string');
}

function ended(output: JsonValue): HandlerResult {
  return { kind: 'ended', exitCode: 0, stdout: Buffer.from(JSON.stringify(output)), stderr: '' };
}

function rejected(reason: string): HandlerResult {
  return { kind: 'ended', exitCode: EXIT_BLOCK, stdout: Buffer.alloc(0), stderr: reason };
}

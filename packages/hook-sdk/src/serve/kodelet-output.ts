import type { JsonObject, JsonValue } from '@hookmd/core/events';
import { isPlainObject } from '../plain-json.ts';

/** The output in a structured result. That of a shell has its text a second time, as `output`. */
export function fromToolOutput(result: JsonObject): JsonValue {
  const { metadata = null } = result;
  if (isBare(metadata)) return metadata['output'] ?? null;
  if (!isShell(metadata)) return metadata;
  const { output: _, ...response } = metadata as Readonly<Record<string, JsonValue>>;
  return response;
}

/** The structured result with the output that a hook left. */
export function withOutput(result: JsonObject, response: JsonValue): JsonObject {
  if (result['success'] === false) return { ...result, error: response };
  const { metadata = null } = result;
  if (isBare(metadata)) return { ...result, metadata: { output: response } };
  if (!isShell(metadata) || !isPlainObject(response)) return { ...result, metadata: response };
  const shell = response as JsonObject;
  const streams = [shell['stdout'], shell['stderr']].filter(
    (text) => typeof text === 'string' && text !== '',
  );
  return { ...result, metadata: { ...shell, output: streams.join('\n') } };
}

/** Metadata with nothing but `output`. */
function isBare(metadata: JsonValue): metadata is JsonObject {
  return isPlainObject(metadata) && Object.keys(metadata).length === 1 && metadata['output'] !== undefined;
}

function isShell(metadata: JsonValue): metadata is JsonObject {
  return (
    isPlainObject(metadata) && typeof metadata['stdout'] === 'string' && metadata['output'] !== undefined
  );
}

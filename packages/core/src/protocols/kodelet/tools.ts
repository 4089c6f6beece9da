import type { HookEvent } from '../../events/event.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { timeOf } from '../fields.ts';
import { outputText, replaceTexts, withOutputText } from '../replace-texts.ts';
import { ToolWords } from '../tool-words.ts';

/** Kodelet's tools. Source: its tool descriptions of 2026-05, the last version with executable hooks. */
export const kodeletTools: ToolWords = new ToolWords([
  { tool: 'Bash', native: 'bash', arguments: [{ key: 'timeout', native: 'timeout', unit: 1000 }] },
  { tool: 'Read', native: 'file_read', arguments: [{ key: 'limit', native: 'line_limit' }] },
  { tool: 'Write', native: 'file_write', arguments: [{ key: 'content', native: 'text' }] },
  {
    tool: 'Edit',
    native: 'file_edit',
    arguments: [
      { key: 'old_string', native: 'old_text' },
      { key: 'new_string', native: 'new_text' },
    ],
  },
  { tool: 'Grep', native: 'grep_tool', arguments: [{ key: 'glob', native: 'include' }] },
  { tool: 'Glob', native: 'glob_tool' },
  { tool: 'WebFetch', native: 'web_fetch' },
  { tool: 'Agent', native: 'subagent', arguments: [{ key: 'prompt', native: 'question' }] },
  { tool: 'Task', native: 'subagent', arguments: [{ key: 'prompt', native: 'question' }] },
]);

/**
 * The result of a tool in Kodelet's structure. `metadata` has the fields of the host's output; the output of a shell command is
 * in `output` too, where Kodelet's hooks read it.
 */
export function writeToolOutput(event: HookEvent, toolName: string): JsonObject {
  const timestamp = new Date(timeOf(event.event_id)).toISOString();
  if (event.hook_event_name === 'PostToolUseFailure') {
    return { toolName, success: false, error: String(event['error'] ?? ''), timestamp };
  }
  const response = (event['tool_response'] ?? null) as JsonValue;
  return { toolName, success: true, metadata: toMetadata(response), timestamp };
}

/**
 * What a hook made of the result of `event`, in the host's own shape; undefined = a failure without a reason.
 *
 * A result without metadata has nothing for the model but its error: so that is all that is left of the output.
 */
export function readToolOutput(output: JsonObject, event: HookEvent): JsonValue | undefined {
  if (event.hook_event_name === 'PostToolUseFailure') return output['error'] ?? undefined;
  const { metadata, error } = output;
  const current = (event['tool_response'] ?? null) as JsonValue;
  if (!isJsonObject(metadata))
    return replaceTexts(current, typeof error === 'string' ? error : '') as JsonValue;
  if (isWrapped(current)) return metadata['output'] ?? '';
  if (!hasShownText(current)) return metadata;
  const { output: text, ...response } = metadata;
  return typeof text !== 'string' || text === outputText(current) ? response : withOutputText(response, text);
}

/** The host's output behind Kodelet's metadata, where it was Kodelet that wrote it. */
export function fromMetadata(metadata: JsonValue | undefined): JsonValue {
  if (!isJsonObject(metadata)) return metadata ?? null;
  const keys = Object.keys(metadata);
  if (keys.length === 1 && keys[0] === 'output') return metadata['output'] ?? null;
  if (typeof metadata['stdout'] !== 'string' || metadata['output'] === undefined) return metadata;
  const { output: _, ...response } = metadata;
  return response;
}

function toMetadata(response: JsonValue): JsonObject {
  if (isWrapped(response)) return { output: response };
  return hasShownText(response) ? { ...response, output: outputText(response) } : response;
}

/** What would be read back as something else without a shell around it. */
function isWrapped(response: JsonValue): response is Exclude<JsonValue, JsonObject> {
  if (!isJsonObject(response)) return true;
  return Object.hasOwn(response, 'output') && (Object.keys(response).length === 1 || 'stdout' in response);
}

function hasShownText(response: JsonValue): response is JsonObject {
  return isJsonObject(response) && typeof response['stdout'] === 'string';
}

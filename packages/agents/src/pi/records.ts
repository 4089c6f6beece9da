import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import type { RecordReader } from '../histories/json-lines.ts';
import { idOf, OpenCalls, timeOf } from '../histories/read-history.ts';
import type { PastEvent } from '../history.ts';

/** Types of records without a call. */
const withoutCalls: ReadonlySet<JsonValue | undefined> = new Set([
  ...['branch_summary', 'compaction', 'custom', 'custom_message', 'label', 'model_change'],
  ...['session_info', 'thinking_level_change'],
]);

/**
 * Reads the records of a session of pi, or of OpenClaw, whose sessions are made of the same records. `responseOf` is the result of a call
 * as hooks get it.
 */
export function makeRecordReader(responseOf: (message: JsonObject) => JsonObject): RecordReader {
  const calls = new OpenCalls<JsonObject>();
  let common: JsonObject = {};
  return function* (record, report) {
    const { type, timestamp } = record;
    const eventOf = (event: PastEvent['event'], fields: JsonObject): PastEvent => ({
      event,
      payload: { hook_event_name: event, ...common, ...fields },
      at: timeOf(timestamp),
      id: idOf(fields['tool_use_id'] ?? record['id']),
    });
    if (type === 'session') common = { session_id: record['id'], cwd: record['cwd'] };
    else if (type !== 'message') {
      if (!withoutCalls.has(type)) report(`Records of type ${JSON.stringify(type)} are unknown.`);
      return;
    }
    const message = isJsonObject(record['message']) ? record['message'] : {};
    const { role, content, toolCallId } = message;
    const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
    if (role === 'user') {
      const prompt = typeof content === 'string' ? content : parts.map(({ text = '' }) => text).join('');
      yield eventOf('UserPromptSubmit', { prompt });
    }
    for (const { type: kind, id, name, arguments: input } of role === 'assistant' ? parts : []) {
      if (kind !== 'toolCall') continue;
      const call = { tool_name: name, tool_input: input, tool_use_id: id };
      calls.add(id, call);
      yield eventOf('PreToolUse', call);
    }
    const call = role === 'toolResult' ? calls.take(toolCallId) : undefined;
    if (call !== undefined) yield eventOf('PostToolUse', { ...call, tool_response: responseOf(message) });
  };
}

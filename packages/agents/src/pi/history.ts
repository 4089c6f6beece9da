import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import type { History, PastEvent } from '../history.ts';
import { type RecordReader, readJsonLines } from '../json-lines.ts';
import { OpenCalls, timeOf } from '../read-history.ts';

/** Sessions of pi, a file each. Source: 0.87.1 as it ran. */
export const history: History = {
  directory: '~/.pi/agent/sessions',
  movedBy: { variable: 'PI_CODING_AGENT_DIR', below: 'sessions' },
  notKept: [
    'an input that a hook changed: its calls have the input before that',
    'whether a call failed or a hook blocked it: either is a PostToolUse with an error',
  ],
  isSession: (path) => path.endsWith('.jsonl'),
  read: (path) => readJsonLines(path, makeReader),
};

/** Types of records without a call. */
const others: ReadonlySet<JsonValue | undefined> = new Set([
  ...['branch_summary', 'compaction', 'custom', 'custom_message', 'label', 'model_change'],
  ...['session_info', 'thinking_level_change'],
]);

function makeReader(): RecordReader {
  const calls = new OpenCalls<JsonObject>();
  let common: JsonObject = {};
  return function* (record, report) {
    const { type, timestamp } = record;
    const eventOf = (event: PastEvent['event'], fields: JsonObject): PastEvent => ({
      event,
      payload: { hook_event_name: event, ...common, ...fields },
      at: timeOf(timestamp),
    });
    if (type === 'session') common = { session_id: record['id'], cwd: record['cwd'] };
    else if (type !== 'message') {
      if (!others.has(type)) report(`Records of type ${JSON.stringify(type)} are unknown.`);
      return;
    }
    const { role, content, details, isError, toolCallId } = isJsonObject(record['message'])
      ? record['message']
      : {};
    const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
    if (role === 'user')
      yield eventOf('UserPromptSubmit', { prompt: parts.map(({ text = '' }) => text).join('') });
    for (const { type: kind, id, name, arguments: input } of role === 'assistant' ? parts : []) {
      if (kind !== 'toolCall') continue;
      const call = { tool_name: name, tool_input: input, tool_use_id: id };
      calls.add(id, call);
      yield eventOf('PreToolUse', call);
    }
    const call = role === 'toolResult' ? calls.take(toolCallId) : undefined;
    const response = { content, ...(details === undefined ? {} : { details }), isError };
    if (call !== undefined) yield eventOf('PostToolUse', { ...call, tool_response: response });
  };
}

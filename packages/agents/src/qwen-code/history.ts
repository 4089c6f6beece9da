import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { type RecordReader, readJsonLines } from '../histories/json-lines.ts';
import { idOf, OpenCalls, timeOf } from '../histories/read-history.ts';
import type { History, PastEvent } from '../history.ts';

/** Sessions and sub-agents of Qwen Code, a file each. Source: 0.24.4 as it ran. */
export const history: History = {
  directory: '~/.qwen/projects',
  movedBy: { variable: 'QWEN_HOME', below: 'projects' },
  missing: [
    'the output of a call of a sub-agent, except its text for the model, so that there is no PostToolUse',
  ],
  isSession: (path) => /[\\/](chats|subagents)[\\/].+\.jsonl$/.test(path),
  read: (path) => readJsonLines(path, makeReader),
};

function makeReader(): RecordReader {
  const calls = new OpenCalls<JsonObject>();
  return function* (record, report) {
    const { type, sessionId, cwd, agentId, timestamp } = record;
    const common = { session_id: sessionId, cwd, ...(agentId === undefined ? {} : { agent_id: agentId }) };
    const eventOf = (event: PastEvent['event'], fields: JsonObject): PastEvent => ({
      event,
      payload: { ...common, hook_event_name: event, ...fields },
      at: timeOf(timestamp),
      id: idOf(fields['tool_use_id'] ?? record['uuid']),
    });
    if (type === 'assistant')
      for (const call of callsOf(record)) {
        calls.add(call['tool_use_id'], call);
        yield eventOf('PreToolUse', call);
      }
    else if (type === 'tool_result') {
      const [functionResponse] = partsOf(record, 'functionResponse');
      const call = calls.take(functionResponse?.['id']);
      const output = outputOf(functionResponse, record['toolCallResult']);
      if (call !== undefined && output !== null)
        yield eventOf('error' in output ? 'PostToolUseFailure' : 'PostToolUse', { ...call, ...output });
    } else if (type === 'user') {
      if (record['provenance'] === 'real_user') yield eventOf('UserPromptSubmit', promptOf(record));
    } else if (type !== 'system') report(`Records of type ${JSON.stringify(type)} are unknown.`);
  };
}

function callsOf(record: JsonObject): readonly JsonObject[] {
  return partsOf(record, 'functionCall').map(({ id, name, args }) => ({
    tool_name: name,
    tool_input: args,
    tool_use_id: id,
  }));
}

/** Null = the call did not run, or the record does not have it. */
function outputOf(
  functionResponse: JsonObject | undefined,
  result: JsonValue | undefined,
): JsonObject | null {
  const { output, error } = isJsonObject(functionResponse?.['response']) ? functionResponse['response'] : {};
  const { executionStatus: status, resultDisplay: display } = isJsonObject(result) ? result : {};
  if (status === 'error') return { error };
  if (status !== 'success') return null;
  const isShell = isJsonObject(display) && display['type'] === 'shell_result';
  return { tool_response: { llmContent: output, returnDisplay: isShell ? display['text'] : display } };
}

function promptOf(record: JsonObject): JsonObject {
  const prompt = messageParts(record)
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string')
    .join('');
  return { prompt, submitted_prompt: prompt };
}

function partsOf(record: JsonObject, key: string): readonly JsonObject[] {
  return messageParts(record)
    .map((part) => part[key])
    .filter(isJsonObject);
}

function messageParts({ message }: JsonObject): readonly JsonObject[] {
  const parts = isJsonObject(message) ? message['parts'] : undefined;
  return Array.isArray(parts) ? parts.filter(isJsonObject) : [];
}

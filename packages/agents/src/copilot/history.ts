import { isJsonObject, type JsonObject } from '@hookmd/core/events';
import { type RecordReader, readJsonLines } from '../histories/json-lines.ts';
import { idOf, OpenCalls, timeOf } from '../histories/read-history.ts';
import type { History, PastEvent } from '../history.ts';

/** Sessions of Copilot CLI, a file each with those of their sub-agents. Source: 1.0.102 as it ran. */
export const history: History = {
  directory: '~/.copilot/session-state',
  movedBy: { variable: 'COPILOT_HOME', below: 'session-state' },
  missing: ['an input that a hook changed: its calls have the input before that'],
  isSession: (path) => /(^|[\\/])events\.jsonl$/.test(path),
  read: (path) => readJsonLines(path, makeReader),
};

/** Groups of records without a call; some repeat one. */
const withoutCalls =
  /^(abort|assistant|external_tool|hook|model|permission|session|skill|subagent|system|user_input)\./;

function makeReader(): RecordReader {
  const calls = new OpenCalls<JsonObject>();
  let common: JsonObject = {};
  return function* ({ type, data, agentId, timestamp, id }, report) {
    const { sessionId, context, toolCallId, ...fields } = isJsonObject(data) ? data : {};
    const eventOf = (event: PastEvent['event'], given: JsonObject): PastEvent => ({
      event,
      // A sub-agent is a session of its own to hooks.
      payload: { ...common, ...(agentId === undefined ? {} : { sessionId: agentId, agentId }), ...given },
      at: timeOf(timestamp),
      id: idOf(toolCallId ?? id),
    });
    if (type === 'session.start' || type === 'session.resume')
      common = {
        ...common,
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(isJsonObject(context) ? { cwd: context['cwd'] } : {}),
      };
    else if (type === 'tool.execution_start') {
      const call = { toolName: fields['toolName'], toolArgs: fields['arguments'] };
      calls.add(toolCallId, call);
      yield eventOf('PreToolUse', call);
    } else if (type === 'tool.execution_complete') {
      const call = calls.take(toolCallId);
      const output = outputOf(fields);
      if (call !== undefined && output !== null)
        yield eventOf('error' in output ? 'PostToolUseFailure' : 'PostToolUse', { ...call, ...output });
    } else if (type === 'user.message') yield eventOf('UserPromptSubmit', { prompt: fields['content'] });
    else if (!withoutCalls.test(String(type))) report(`Records of type ${JSON.stringify(type)} are unknown.`);
  };
}

/** Null = the call did not run. */
function outputOf({ success, result, error }: JsonObject): JsonObject | null {
  if (success === true && isJsonObject(result))
    return { toolResult: { resultType: 'success', textResultForLlm: result['content'] } };
  if (!isJsonObject(error) || error['code'] === 'denied') return null;
  return { error: error['message'] };
}

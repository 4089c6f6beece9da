import { basename, dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@hookmd/core/events';
import { readJsonFile } from '../histories/json-file.ts';
import { idOf, OpenCalls, readBeside, timeOf } from '../histories/read-history.ts';
import type { History, PastEvent } from '../history.ts';

/**
 * Sessions and sub-agents of Cline's command line, a file each. The directory is in a file beside them. Its prompts are no events: it does
 * not send them.
 *
 * Source: 3.0.65 as it ran.
 */
export const history: History = {
  directory: '~/.cline/data/sessions',
  missing: [
    'the session as hooks know it: its events have the id of the history',
    'an input that a hook changed: its calls have the input before that',
    'sessions of the extension of VS Code',
  ],
  isSession: (path) => path.endsWith('.messages.json'),
  read: (path) => {
    const directory = dirname(path);
    return readJsonFile(path, async function* (document, report) {
      const session = parseJson((await readBeside(join(directory, `${basename(directory)}.json`))) ?? '');
      const cwd = isJsonObject(session) ? session['cwd'] : undefined;
      if (typeof cwd !== 'string') report('The directory of this session is not known.');
      yield* readMessages(document, typeof cwd === 'string' ? [cwd] : []);
    });
  },
};

function* readMessages(document: JsonObject, workspaceRoots: readonly string[]): Generator<PastEvent> {
  const { sessionId: taskId, origin, messages } = document;
  const parent = isJsonObject(origin) ? origin['parentThreadId'] : undefined;
  const common = { taskId, workspaceRoots, ...(parent === undefined ? {} : { parent_agent_id: parent }) };
  const calls = new OpenCalls<JsonObject>();
  for (const message of listOf(messages)) {
    const at = timeOf(message['ts']);
    for (const { type, id, name, input, tool_use_id, content } of listOf(message['content'])) {
      const call = type === 'tool_result' ? calls.take(tool_use_id) : { id, name, input };
      if (type === 'tool_use' && call !== undefined) {
        calls.add(id, call);
        yield {
          event: 'PreToolUse',
          payload: { ...common, hookName: 'tool_call', tool_call: call },
          at,
          id: idOf(id),
        };
      } else if (type === 'tool_result' && call !== undefined) {
        const result = { ...call, output: outputOf(content) };
        yield {
          event: 'PostToolUse',
          payload: { ...common, hookName: 'tool_result', tool_result: result },
          at,
          id: idOf(tool_use_id),
        };
      }
    }
  }
}

/** It writes an object as text, for the model. */
function outputOf(content: JsonValue | undefined): JsonValue | undefined {
  const value = typeof content === 'string' ? parseJson(content) : undefined;
  return isJsonObject(value) ? value : content;
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

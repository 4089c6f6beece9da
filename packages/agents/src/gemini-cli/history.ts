import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { type RecordReader, readJsonLines } from '../histories/json-lines.ts';
import { idOf, readBeside, SeenIds, timeOf } from '../histories/read-history.ts';
import type { History, PastEvent } from '../history.ts';

/**
 * Sessions and sub-agents of Gemini CLI, a file each. A message is written again when its calls have ended, and all messages when a
 * session continues. The directory is in a file beside them.
 *
 * Source: 0.61.0 as it ran.
 */
export const history: History = {
  directory: '~/.gemini/tmp',
  movedBy: { variable: 'GEMINI_CLI_HOME', below: '.gemini/tmp' },
  missing: [
    'an input before a hook changed it: its calls have the input that ran',
    'the output of a call that failed, as hooks get it',
  ],
  isSession: (path) => /[\\/]chats[\\/].+\.jsonl$/.test(path),
  read: (path) => readJsonLines(path, () => makeReader(path)),
};

/** Types of messages that have no call. */
const withoutCalls: ReadonlySet<JsonValue | undefined> = new Set(['error', 'info', 'user', 'warning']);

async function makeReader(path: string): Promise<RecordReader> {
  const directory = dirname(path);
  const roots = await Promise.all(
    [dirname(directory), dirname(dirname(directory))].map((above) =>
      readBeside(join(above, '.project_root')),
    ),
  );
  const seen = new SeenIds();
  let common: JsonObject = {};
  let isSubagent = false;
  return function* (record, report) {
    const { $set: changed, kind, projectHash } = record;
    if (projectHash !== undefined) {
      const cwd = roots.find((root) => root !== null && hashOf(root) === projectHash);
      if (cwd === undefined) report('The directory of this session is not known.');
      isSubagent = kind === 'subagent';
      // Hooks get the session that started a sub-agent.
      common = { session_id: isSubagent ? basename(directory) : record['sessionId'], cwd };
      return;
    }
    // These messages repeat earlier ones, or are a summary of them.
    if (changed !== undefined) return yield* readCalls(listOf(changed, 'messages'), common, seen);
    const { type } = record;
    if (type === 'gemini') yield* readCalls([record], common, seen);
    else if (type === 'user' && !isSubagent) yield* readPrompt(record, common, seen);
    else if (!withoutCalls.has(type) && record['$rewindTo'] === undefined)
      report(`Messages of type ${JSON.stringify(type)} are unknown.`);
  };
}

function listOf(value: JsonValue, key: string): readonly JsonObject[] {
  const list = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function hashOf(root: string): string {
  return createHash('sha256').update(root).digest('hex');
}

function* readCalls(
  messages: readonly JsonObject[],
  common: JsonObject,
  seen: SeenIds,
): Generator<PastEvent> {
  for (const call of messages.flatMap((message) => listOf(message, 'toolCalls'))) {
    if (!seen.add(call['id'])) continue;
    const [at, id] = [timeOf(call['timestamp']), idOf(call['id'])];
    const payload = { ...common, tool_name: call['name'], tool_input: call['args'] };
    yield { event: 'PreToolUse', payload: { ...payload, hook_event_name: 'BeforeTool' }, at, id };
    const response = call['status'] === 'success' ? responseOf(call) : null;
    if (response !== null)
      yield {
        event: 'PostToolUse',
        payload: { ...payload, hook_event_name: 'AfterTool', tool_response: response },
        at,
        id,
      };
  }
}

function responseOf({ result, resultDisplay }: JsonObject): JsonObject | null {
  const [part] = Array.isArray(result) ? result : [];
  const functionResponse =
    isJsonObject(part) && isJsonObject(part['functionResponse']) ? part['functionResponse'] : {};
  const { output } = isJsonObject(functionResponse['response']) ? functionResponse['response'] : {};
  return output === undefined ? null : { llmContent: output, returnDisplay: resultDisplay };
}

/** The texts that Gemini CLI itself puts into the conversation start with their element. */
function* readPrompt(message: JsonObject, common: JsonObject, seen: SeenIds): Generator<PastEvent> {
  const { id, timestamp } = message;
  const prompt = listOf(message, 'content')
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string')
    .join('\n');
  if (prompt === '' || prompt.startsWith('<session_context>') || !seen.add(id)) return;
  const payload = { ...common, hook_event_name: 'BeforeAgent', prompt };
  yield { event: 'UserPromptSubmit', payload, at: timeOf(timestamp), id: idOf(id) };
}

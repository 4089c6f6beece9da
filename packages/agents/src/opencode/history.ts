import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@hookmd/core/events';
import { idOf, timeOf } from '../histories/read-history.ts';
import { type Row, readDatabase, type SqliteFile } from '../histories/sqlite.ts';
import type { History, PastEvent } from '../history.ts';

/**
 * All sessions of OpenCode, in one database. Versions before 1.2 wrote a file for each part of a message; later ones take those into the
 * database.
 *
 * Source: 1.18.33 as it ran.
 */
export const history: History = {
  directory: '~/.local/share/opencode',
  movedBy: { variable: 'XDG_DATA_HOME', below: 'opencode' },
  missing: [
    'an input before a hook changed it: its calls have the input that ran',
    'a prompt before a hook added context to it',
  ],
  isSession: (path) => /^opencode(-\w+)?\.db$/.test(path),
  read: (path) => readDatabase(path, readParts),
};

/** Types of parts without a call. */
const withoutCalls: ReadonlySet<JsonValue | undefined> = new Set([
  ...['agent', 'compaction', 'file', 'patch', 'reasoning', 'retry', 'snapshot', 'step-finish', 'step-start'],
  ...['subtask', 'text'],
]);

function* readParts(database: SqliteFile, report: (message: string) => void): Generator<PastEvent> {
  const dataOf = ({ data }: Row): JsonObject => {
    const value = typeof data === 'string' ? parseJson(data) : null;
    if (isJsonObject(value)) return value;
    report('A row is no JSON object.');
    return { type: 'text' };
  };
  const directories = new Map([...database.rows('session')].map(({ id, directory }) => [id, directory]));
  const prompts = new Set<Row[string]>();
  for (const row of database.rows('message')) if (dataOf(row)['role'] === 'user') prompts.add(row['id']);
  for (const row of database.rows('part')) {
    const { session_id: session, message_id: message, time_created: created } = row;
    const common = { session_id: String(session), cwd: String(directories.get(session) ?? '') };
    const part = dataOf(row);
    if (part['type'] === 'tool') yield* readCall(part, common);
    else if (!withoutCalls.has(part['type']))
      report(`Parts of type ${JSON.stringify(part['type'])} are unknown.`);
    else if (typeof part['text'] === 'string' && part['synthetic'] !== true && prompts.has(message))
      yield eventOf(
        'UserPromptSubmit',
        { ...common, prompt: part['text'] },
        Number(created),
        String(row['id']),
      );
  }
}

function* readCall({ tool, callID, state }: JsonObject, common: JsonObject): Generator<PastEvent> {
  const { status, input, time, title, output, metadata } = isJsonObject(state) ? state : {};
  // The model has not sent the whole input.
  if (status === 'pending') return;
  const { start = null, end = null } = isJsonObject(time) ? time : {};
  const call = { ...common, tool_name: tool, tool_input: input, tool_use_id: callID };
  yield eventOf('PreToolUse', call, timeOf(start));
  if (status === 'completed')
    yield eventOf('PostToolUse', { ...call, tool_response: { title, output, metadata } }, timeOf(end));
}

function eventOf(
  event: PastEvent['event'],
  fields: JsonObject,
  at: number | null,
  id = fields['tool_use_id'],
): PastEvent {
  return { event, payload: { hook_event_name: event, ...fields }, at, id: idOf(id) };
}

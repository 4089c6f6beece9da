import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@hookmd/core/events';
import { quoteWord } from '@hookmd/core/text';
import { type RecordReader, readJsonLines } from '../histories/json-lines.ts';
import { idOf, OpenCalls, timeOf } from '../histories/read-history.ts';
import type { History, PastEvent } from '../history.ts';

/**
 * Sessions and sub-agents of Codex, a file each. Their calls are those of the model, and hooks get them under other names.
 *
 * Source: 0.169.0 as it ran; `shell` and `shell_command` are the shell tools of earlier versions.
 */
export const history: History = {
  directory: '~/.codex/sessions',
  movedBy: { variable: 'CODEX_HOME', below: 'sessions' },
  missing: [
    'a call in a script (`exec`) that did not run, or that changed files',
    'the input of a command in a script before a hook changed it',
    'the output of other tools than the shell and `apply_patch`, as hooks get it',
  ],
  isSession: (path) => path.endsWith('.jsonl'),
  read: (path) => readJsonLines(path, makeReader),
};

/** Types of records without a call. */
const recordsWithoutCalls: ReadonlySet<JsonValue | undefined> = new Set([
  ...['compacted', 'token_usage_record', 'world_state'],
]);

/** Types of what the model sent or got, without a call that hooks get. */
const itemsWithoutCalls: ReadonlySet<JsonValue | undefined> = new Set([
  ...['additional_tools', 'compaction', 'ghost_snapshot', 'message', 'reasoning', 'tool_search_call'],
  ...['tool_search_output', 'web_search_call'],
]);

interface OpenCall {
  readonly call: JsonObject;
  /** What the command or the patch was, which a hook may have changed, once it has run. */
  ran?: JsonObject;
}

class Session {
  #common: JsonObject = {};
  readonly #calls = new OpenCalls<OpenCall>();

  *read(record: JsonObject, report: (message: string) => void): Generator<PastEvent> {
    const { type, payload, timestamp } = record;
    if (!isJsonObject(payload)) return report('The record has no content.');
    const at = timeOf(timestamp);
    if (type === 'session_meta') this.#begin(payload);
    else if (type === 'turn_context') this.#common = { ...this.#common, cwd: payload['cwd'] };
    else if (type === 'response_item') yield* this.#readItem(payload, at, report);
    else if (type === 'event_msg') yield* this.#readMessage(payload, at, report);
    else if (!recordsWithoutCalls.has(type)) report(`Records of type ${JSON.stringify(type)} are unknown.`);
  }

  /** A session that continues another one repeats the start of that. */
  #begin({ session_id: session, id, parent_thread_id: parent, cwd }: JsonObject): void {
    if (this.#common['session_id'] !== undefined) return;
    this.#common = { session_id: session ?? id, cwd, ...(parent === undefined ? {} : { agent_id: id }) };
  }

  *#readItem(item: JsonObject, at: number | null, report: (message: string) => void): Generator<PastEvent> {
    const { type, call_id: id } = item;
    if (type === 'function_call' || type === 'custom_tool_call') {
      const call = callOf(item, this.#common['cwd']);
      if (call === null) return report('A call cannot be read.');
      if (call['tool_name'] === 'exec') return;
      this.#calls.add(id, { call: { ...call, tool_use_id: id } });
      yield this.#event('PreToolUse', { ...call, tool_use_id: id }, at);
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      const { call, ran } = this.#calls.take(id) ?? {};
      if (ran !== undefined)
        yield this.#event('PostToolUse', { tool_response: item['output'], ...call, ...ran }, at);
    } else if (!itemsWithoutCalls.has(type)) report(`Items of type ${JSON.stringify(type)} are unknown.`);
  }

  *#readMessage(
    { type, item }: JsonObject,
    at: number | null,
    report: (message: string) => void,
  ): Generator<PastEvent> {
    if (type !== 'item_completed' || !isJsonObject(item)) return;
    const { type: kind, id, content } = item;
    const open = this.#calls.get(id);
    if (kind === 'UserMessage') yield this.#event('UserPromptSubmit', { prompt: textOf(content) }, at, id);
    if (kind === 'CommandExecution' && open !== undefined) open.ran = commandRan(item);
    if (kind === 'FileChange' && open !== undefined) open.ran = {};
    if (open !== undefined || !isOfScript(id)) return;
    if (kind === 'FileChange') report('A script changed files, and its patch is not kept.');
    if (kind === 'CommandExecution') yield* this.#readScript(item, at);
  }

  *#readScript(item: JsonObject, at: number | null): Generator<PastEvent> {
    const { tool_response, ...ran } = commandRan(item);
    const call = { tool_name: 'Bash', ...ran, tool_use_id: item['id'] };
    yield this.#event('PreToolUse', call, at);
    yield this.#event('PostToolUse', { ...call, tool_response }, at);
  }

  #event(
    event: PastEvent['event'],
    fields: JsonObject,
    at: number | null,
    id = fields['tool_use_id'],
  ): PastEvent {
    return { event, payload: { ...this.#common, hook_event_name: event, ...fields }, at, id: idOf(id) };
  }
}

function makeReader(): RecordReader {
  const session = new Session();
  return (record, report) => session.read(record, report);
}

/** The argument with the command, by the shell tool. */
const shells: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ['exec_command', 'cmd'],
  ['shell', 'command'],
  ['shell_command', 'command'],
]);

/** A call as hooks get it; null = it cannot be read. */
function callOf({ name, input, arguments: text }: JsonObject, cwd: JsonValue | undefined): JsonObject | null {
  if (typeof input === 'string') return { tool_name: name, tool_input: { command: input } };
  const given = typeof text === 'string' ? parseJson(text) : null;
  if (!isJsonObject(given) || typeof name !== 'string') return null;
  const argument = shells.get(name);
  if (argument === undefined) return { tool_name: name, tool_input: given };
  const command = commandOf(given[argument]);
  if (command === null) return null;
  const { workdir } = given;
  const directory = typeof workdir === 'string' ? { cwd: resolve(`${cwd}`, workdir) } : {};
  return { ...directory, tool_name: 'Bash', tool_input: { command } };
}

/** A command that ran, as hooks get it. */
function commandRan({ command, cwd, aggregated_output: output = '' }: JsonObject): JsonObject {
  const directory = typeof cwd === 'string' && cwd.startsWith('file:///') ? { cwd: fileURLToPath(cwd) } : {};
  return { ...directory, tool_input: { command: commandOf(command) }, tool_response: output };
}

/** The text for a shell, or of words without one; null = neither. */
function commandOf(command: JsonValue | undefined): string | null {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return null;
  const [, flag = '', script = ''] = command;
  return command.length === 3 && /^-l?c$/.test(flag) ? script : command.map(quoteWord).join(' ');
}

function isOfScript(id: JsonValue | undefined): boolean {
  return typeof id === 'string' && id.startsWith('exec-');
}

function textOf(content: JsonValue | undefined): string {
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return parts
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string')
    .join('\n');
}

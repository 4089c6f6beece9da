import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { type RecordReader, readJsonLines } from '../histories/json-lines.ts';
import { idOf, OpenCalls, timeOf } from '../histories/read-history.ts';
import type { History, PastEvent } from '../history.ts';

/** Types of records without a call of their own: some repeat a call. Source: what 2.1.328 writes and reads. */
const withoutCalls: ReadonlySet<JsonValue | undefined> = new Set([
  'attachment',
  ...'agent-color agent-name agent-setting ai-title api-request api-request-blob api-request-shape'.split(
    ' ',
  ),
  ...'artifact-autoreact-ledger artifact-comment-monitor atis-latch attribution-snapshot'.split(' '),
  ...'bridge-session content-replacement cost-state custom-title data-flow-incomplete data-flow-records'.split(
    ' ',
  ),
  ...'derived-from dev-mods ended-by-model file-history-delta file-history-snapshot fork-context-ref'.split(
    ' ',
  ),
  ...'frame-link history-suppression isolation-latch last-prompt memory-mode mode permission-mode pr-link'.split(
    ' ',
  ),
  ...'queue-operation relocated repl-mode session-owner summary system tag tools-used worktree-state'.split(
    ' ',
  ),
]);

/** Sessions and sub-agents of Claude Code, a file each. Source: 2.1.328 as it ran. */
export const history: History = {
  directory: '~/.claude/projects',
  movedBy: { variable: 'CLAUDE_CONFIG_DIR', below: 'projects' },
  missing: [
    'an input that a hook changed: its calls have the input before that',
    'the output of a call of a sub-agent, except its text for the model, so that there is no PostToolUse',
  ],
  isSession: (path) => path.endsWith('.jsonl'),
  read: (path) => readJsonLines(path, makeReader),
};

function makeReader(): RecordReader {
  const calls = new OpenCalls<JsonObject>();
  let permissionMode: JsonValue | undefined;
  return function* (record, report) {
    permissionMode = record['permissionMode'] ?? permissionMode;
    const payload = { ...commonFields(record), permission_mode: permissionMode };
    const { type } = record;
    if (type === 'assistant') yield* readCalls(record, payload, calls);
    else if (type === 'user') yield* [...readResults(record, payload, calls), ...readPrompt(record, payload)];
    else if (!withoutCalls.has(type)) report(`Records of type ${JSON.stringify(type)} are unknown.`);
  };
}

function commonFields({ sessionId, cwd, agentId }: JsonObject): JsonObject {
  return {
    session_id: sessionId,
    cwd,
    ...(agentId === undefined ? {} : { agent_id: agentId }),
  };
}

function* readCalls(
  record: JsonObject,
  payload: JsonObject,
  calls: OpenCalls<JsonObject>,
): Generator<PastEvent> {
  for (const { name, input, id } of blocksOf(record, 'tool_use')) {
    const call = { tool_name: name, tool_input: input, tool_use_id: id };
    calls.add(id, call);
    yield {
      event: 'PreToolUse',
      payload: { ...payload, ...call },
      at: timeOf(record['timestamp']),
      id: idOf(id),
    };
  }
}

function* readResults(
  record: JsonObject,
  payload: JsonObject,
  calls: OpenCalls<JsonObject>,
): Generator<PastEvent> {
  const blocks = blocksOf(record, 'tool_result');
  for (const { tool_use_id: id, is_error: isError, content } of blocks) {
    const call = calls.take(id);
    const result = isError === true ? { error: content } : outputOf(record, blocks.length);
    if (call === undefined || result === null || isRejected(record)) continue;
    yield {
      event: isError === true ? 'PostToolUseFailure' : 'PostToolUse',
      payload: { ...payload, ...call, ...result },
      at: timeOf(record['timestamp']),
      id: idOf(id),
    };
  }
}

/** Null = the record does not have it. */
function outputOf({ toolUseResult }: JsonObject, results: number): JsonObject | null {
  return toolUseResult === undefined || results > 1 ? null : { tool_response: toolUseResult };
}

/** The call did not run. */
function isRejected({ permissionDecision: decision, toolDenialKind }: JsonObject): boolean {
  return toolDenialKind !== undefined || (isJsonObject(decision) && decision['decision'] === 'reject');
}

/** What the user sent, or a task that ended. The texts of Claude Code itself, and those for a sub-agent, have no source. */
function* readPrompt(record: JsonObject, payload: JsonObject): Generator<PastEvent> {
  const { message, promptSource, isSidechain, timestamp, uuid } = record;
  const prompt = isJsonObject(message) ? message['content'] : undefined;
  if (typeof prompt !== 'string' || promptSource === undefined || isSidechain === true) return;
  yield { event: 'UserPromptSubmit', payload: { ...payload, prompt }, at: timeOf(timestamp), id: idOf(uuid) };
}

function blocksOf({ message }: JsonObject, type: string): readonly JsonObject[] {
  const content = isJsonObject(message) ? message['content'] : undefined;
  if (!Array.isArray(content)) return [];
  return content.filter(isJsonObject).filter((block) => block['type'] === type);
}

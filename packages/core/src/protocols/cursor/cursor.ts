import { isAbsolute, join } from 'node:path';
import type { Decision } from '../../events/decision.ts';
import type { HookEvent, ToolKind } from '../../events/event.ts';
import { eventRow, fieldNames, permits } from '../../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { toolNames } from '../../matching/tool-view.ts';
import { catalogueFields, pick, textOf, toolOutputOf } from '../fields.ts';
import type { Format } from '../format.ts';
import { changedInput, flipped, nativeCall, renameFormat } from '../renamed-format.ts';
import { outputText } from '../replace-texts.ts';
import { readCursorOutput } from './read-output.ts';
import { cursorEvents, cursorFields, cursorMcpName, cursorTools, readCursorPayload } from './tools.ts';

const words = flipped(cursorEvents);
const renamed = renameFormat({
  wordOf: (event) => words[event] ?? event,
  tools: cursorTools,
  fields: cursorFields,
  mcpName: cursorMcpName,
  writeDecision: writeOutput,
});

/** Names that mean calls of some tools only. */
const kindsOf: Readonly<Record<string, readonly ToolKind[]>> = {
  beforeShellExecution: ['shell'],
  afterShellExecution: ['shell'],
  beforeMCPExecution: ['mcp'],
  afterMCPExecution: ['mcp'],
  beforeReadFile: ['read'],
  afterFileEdit: ['edit', 'write'],
};

/** What a matcher at an event without a tool is compared with: always the same text. */
const fixedSubjects: Readonly<Record<string, string>> = {
  beforeSubmitPrompt: 'UserPromptSubmit',
  stop: 'Stop',
  afterAgentResponse: 'AgentResponse',
};

type Fields = (event: HookEvent) => JsonObject;

const toolCall: Fields = (event) => {
  const call = nativeCall(cursorTools, event, ({ tool }) => `MCP:${tool}`);
  return {
    tool_name: call?.name ?? '',
    tool_input: call?.input ?? {},
    tool_use_id: textOf(event['tool_use_id']),
    cwd: event.cwd,
    ...(event.tool?.mcp == null ? {} : { mcp_server_name: event.tool.mcp.server }),
  };
};

const duration: Fields = (event) => ({
  duration: event['duration_ms'] === undefined ? 0 : Number(event['duration_ms']),
});
const shellCall: Fields = (event) => ({ command: event.tool?.command ?? '', cwd: event.cwd, sandbox: false });
const mcpCall: Fields = (event) => ({
  tool_name: event.tool?.mcp?.tool ?? '',
  tool_input: JSON.stringify(event.tool_input ?? {}),
  mcp_server_name: event.tool?.mcp?.server ?? '',
});
const file: Fields = ({ tool, cwd }) => {
  const [path = ''] = tool?.paths ?? [];
  return { file_path: path === '' || isAbsolute(path) ? path : join(cwd, path) };
};
const session: Fields = (event) => ({ session_id: event.session_id, is_background_agent: false });
const subagent: Fields = (event) => ({
  subagent_id: textOf(event['agent_id']),
  subagent_type: textOf(event['agent_type']),
  task: '',
  parent_conversation_id: event.session_id,
});

/** By Cursor's name of the event. Source: its hooks page of 2026-08. */
const shapes: Readonly<Record<string, Fields>> = {
  sessionStart: (event) => ({ ...session(event), composer_mode: 'agent', ...pick(event, ['source']) }),
  sessionEnd: (event) => ({
    ...session(event),
    ...pick(event, ['reason']),
    final_status: textOf(event['reason']),
  }),
  beforeSubmitPrompt: (event) => ({ ...pick(event, ['prompt']), attachments: [] }),
  preToolUse: toolCall,
  postToolUse: (event) => ({
    ...toolCall(event),
    tool_output: textForm(toolOutputOf(event)),
    ...duration(event),
  }),
  postToolUseFailure: (event) => ({
    ...toolCall(event),
    error_message: textOf(event['error']),
    failure_type: 'error',
    is_interrupt: event['is_interrupt'] === true,
    ...duration(event),
  }),
  beforeShellExecution: shellCall,
  afterShellExecution: (event) => ({
    ...shellCall(event),
    output: outputText(toolOutputOf(event)),
    ...duration(event),
  }),
  beforeMCPExecution: mcpCall,
  afterMCPExecution: (event) => ({
    ...mcpCall(event),
    result_json: textForm(toolOutputOf(event)),
    ...duration(event),
  }),
  // The content is known when the file was read, and the model has not seen it yet.
  beforeReadFile: (event) => ({
    ...file(event),
    content: event.hook_event_name === 'PreToolUse' ? '' : outputText(toolOutputOf(event)),
    attachments: [],
  }),
  afterFileEdit: (event) => ({ ...file(event), edits: editsOf(event) }),
  subagentStart: (event) => ({ ...subagent(event), is_parallel_worker: false }),
  subagentStop: (event) => ({
    ...subagent(event),
    status: event['status'] === 'canceled' ? 'aborted' : 'completed',
    summary: textOf(event['last_assistant_message']),
    loop_count: Number(event['continuations'] ?? 0),
  }),
  preCompact: (event) => pick(event, ['trigger']),
  stop: (event) => ({ status: 'completed', loop_count: Number(event['continuations'] ?? 0) }),
  afterAgentResponse: (event) => ({ text: textOf(event['last_assistant_message']) }),
};

/** Cursor's hooks. */
export const cursor: Format = {
  id: 'cursor',
  readEvent: (native, event) => renamed.readEvent(readCursorPayload(native), event),
  writeEvent(event, name) {
    const word = wordOf(event, name);
    return {
      conversation_id: event.session_id,
      generation_id: event.turn_id ?? event.event_id,
      model: '',
      cursor_version: event.agent.version ?? '',
      workspace_roots: [event.project_dir],
      user_email: null,
      ...pick(event, ['generation_id', 'model', 'cursor_version', 'workspace_roots', 'user_email']),
      transcript_path: event.transcript_path,
      ...(shapes[word] ?? catalogueFields)(event),
      hook_event_name: word,
    };
  },
  subjects(event, name) {
    const word = wordOf(event, name);
    const { tool } = event;
    const kinds = Object.hasOwn(kindsOf, word) ? kindsOf[word] : undefined;
    if (kinds !== undefined && (tool === undefined || !kinds.includes(tool.kind))) return null;
    // A command that is no text may be any command.
    if (kinds?.includes('shell')) return [tool?.command ?? JSON.stringify(event.tool_input)];
    const fixed = Object.hasOwn(fixedSubjects, word) ? fixedSubjects[word] : undefined;
    if (fixed !== undefined) return [fixed];
    if (tool === undefined) return undefined;
    return [
      textOf(toolCall(event)['tool_name']),
      ...editWords(tool.kind),
      ...toolNames(event.tool_name ?? '', tool, event.tool_input),
    ];
  },
  readOutput: (document, event, name) => readCursorOutput(document, event, wordOf(event, name)),
  writeDecision: renamed.writeDecision,
};

/** Cursor's own word, also for a hook whose manifest uses a canonical name. */
function wordOf({ hook_event_name: event }: HookEvent, name: string): string {
  return Object.hasOwn(shapes, name) ? name : (words[event] ?? name);
}

/** Versions of Cursor name an edit in two ways. */
function editWords(kind: ToolKind): readonly string[] {
  return kind === 'edit' ? ['Write', 'StrReplace'] : [];
}

function textForm(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a call writes, as replacements. */
function editsOf({ tool_input: input = {} }: HookEvent): JsonValue {
  const { content, edits } = input;
  if (typeof content === 'string') return [{ old_string: '', new_string: content }];
  const list = Array.isArray(edits) ? (edits as readonly JsonValue[]) : [input];
  return list
    .filter(isJsonObject)
    .map(({ old_string = '', new_string = '' }) => ({ old_string, new_string }));
}

/** The decision in Cursor's words: each event has its own. */
function writeOutput(decision: Decision, event: HookEvent): JsonObject | null {
  const { event: name, context, feedback, followUps, output, reason, userMessages } = decision;
  const input = changedInput(decision);
  const notes = [...feedback, ...context];
  const reply: JsonObject = {
    ...writePermission(decision),
    ...(input === null ? {} : { updated_input: input }),
    ...(output === null || event.tool?.mcp == null ? {} : { updated_mcp_tool_output: output }),
    ...(notes.length > 0 && permits(name, 'context') ? { additional_context: notes.join('\n\n') } : {}),
    ...(followUps.length > 0 ? { followup_message: followUps.join('\n\n') } : {}),
    ...(userMessages.length > 0 && reason === null ? { user_message: userMessages.join('\n') } : {}),
  };
  return Object.keys(reply).length > 0 ? reply : null;
}

function writePermission({ event, decision, reason, userMessages }: Decision): JsonObject {
  if (decision === 'none' || eventRow(event).kind !== 'before') return {};
  const user_message =
    [reason ?? '', ...userMessages].filter((text) => text !== '').join('\n') || 'blocked by a hook';
  if (!fieldNames(event).includes('tool_name')) return { continue: false, user_message };
  const permission = decision === 'block' ? 'deny' : decision;
  return { permission, user_message, agent_message: reason ?? user_message };
}

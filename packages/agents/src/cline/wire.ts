import type { AnswerReading } from '@hookmd/core/internal/protocol/answer';
import type { HookEvent } from '@hookmd/core/internal/protocol/event';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { readClaudeAnswer } from '@hookmd/core/internal/wires/claude-answer';
import type { PartialEvent, Wire } from '@hookmd/core/internal/wires/wire';
import type { Decision } from '@hookmd/core/protocol';
import { nativeName } from '../agent-events.ts';
import { changedInput } from '../changed-input.ts';
import { nativeTool, readCall, writeInput } from './calls.ts';
import { events } from './events.ts';

/** Where a payload keeps the call: the command line as it is, the extension with every argument as a text. */
const CALLS = [
  { part: 'tool_call', name: 'name', input: 'input' },
  { part: 'tool_result', name: 'name', input: 'input' },
  { part: 'preToolUse', name: 'toolName', input: 'parameters' },
  { part: 'postToolUse', name: 'toolName', input: 'parameters' },
] as const;

/** An object for every event, in payloads of two runtimes; the whole payload is kept under `raw`. */
export const wire: Wire = {
  id: 'cline',
  readEvent(native, event): PartialEvent {
    const roots = native['workspaceRoots'];
    const folder = Array.isArray(roots) && typeof roots[0] === 'string' ? roots[0] : undefined;
    const { taskId, clineVersion: version, hookName, parent_agent_id: parent } = native;
    return {
      hook_event_name: event,
      agent: { native_event: hookName ?? nativeName(events, event), version: version || null },
      invoked_by: typeof parent === 'string' ? 'subagent' : 'main',
      ...(taskId === undefined ? {} : { session_id: taskId }),
      ...(folder === undefined ? {} : { cwd: folder, project_dir: folder }),
      ...readToolCall(native),
      ...readRest(native, event),
      raw: native,
    };
  },
  writeEvent(event): JsonObject {
    const { raw } = event;
    const base = isJsonObject(raw) && raw['taskId'] !== undefined ? raw : ownFields(event);
    return event.tool_name === undefined ? base : { ...base, ...callParts(base, event) };
  },
  readAnswer,
  writeAnswer,
};

function readToolCall(native: JsonObject): PartialEvent {
  const found = findCall(native);
  if (found === null) return {};
  const call = readCall(found.name, found.input);
  const { id } = found.part;
  return {
    tool_name: call.name,
    tool_input: call.input,
    tool: { native_name: found.name },
    ...(typeof id === 'string' ? { tool_use_id: id } : {}),
  };
}

interface FoundCall {
  readonly part: JsonObject;
  readonly name: string;
  readonly input: JsonObject;
}

function findCall(native: JsonObject): FoundCall | null {
  for (const { part: key, name, input } of CALLS) {
    const part = native[key];
    if (!isJsonObject(part) || typeof part[name] !== 'string') continue;
    const given = part[input];
    return { part, name: part[name], input: isJsonObject(given) ? given : {} };
  }
  return null;
}

/** The fields of one event, from the object it has for it. */
function readRest(native: JsonObject, event: string): PartialEvent {
  const part = (key: string): JsonObject => (isJsonObject(native[key]) ? native[key] : {});
  const result = native['tool_result'] === undefined ? part('postToolUse') : part('tool_result');
  const rows: Readonly<Record<string, () => PartialEvent>> = {
    SessionStart: () => ({ source: /resume/i.test(String(native['hookName'])) ? 'resume' : 'startup' }),
    UserPromptSubmit: () => ({ prompt: part('userPromptSubmit')['prompt'] }),
    PostToolUse: () => ({
      tool_response: result['output'] ?? result['result'] ?? null,
      duration_ms: result['durationMs'] ?? result['executionTimeMs'],
    }),
    Stop: () => ({ last_assistant_message: part('turn')['outputText'] }),
    StopFailure: () => ({ error: part('taskError')['error'] ?? part('error')['message'] }),
    Notification: () => ({ message: part('notification')['message'] }),
  };
  return Object.hasOwn(rows, event) ? (rows[event]?.() ?? {}) : {};
}

/** Every object of the payload that holds the call, with the input as it now is. */
function callParts(base: JsonObject, event: HookEvent): JsonObject {
  const sent = findCall(base);
  const name = event.tool?.native_name ?? nativeTool(event.tool_name ?? '');
  const input = writeInput(name, event.tool_input ?? {}, sent?.input ?? null);
  const parts = CALLS.flatMap((row) => {
    const part = base[row.part];
    if (!isJsonObject(part)) return [];
    const isSame = input === sent?.input;
    const shown = row.input === 'input' ? input : asTexts(input);
    return [[row.part, isSame ? part : { ...part, [row.name]: name, [row.input]: shown }]];
  });
  return Object.fromEntries(parts) as JsonObject;
}

function asTexts(input: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** Of an event that came from elsewhere. */
function ownFields(event: HookEvent): JsonObject {
  const { tool_use_id: id, tool_response: output, duration_ms: durationMs } = event as unknown as JsonObject;
  const { prompt, last_assistant_message: outputText } = event as unknown as JsonObject;
  const isResult = event.hook_event_name === 'PostToolUse';
  const call = { ...(id === undefined ? {} : { id }), name: '', input: {} };
  return {
    hookName: nativeName(events, event.hook_event_name),
    taskId: event.session_id,
    workspaceRoots: [event.cwd],
    ...(event.tool_name === undefined || isResult ? {} : { tool_call: call }),
    ...(isResult
      ? {
          tool_result: {
            ...call,
            output: output ?? null,
            ...(durationMs === undefined ? {} : { durationMs }),
          },
        }
      : {}),
    ...(prompt === undefined ? {} : { userPromptSubmit: { prompt } }),
    ...(outputText === undefined ? {} : { turn: { outputText } }),
  };
}

/** What stops the call stops the run. An error beside no refusal would be context, so none is written. */
function writeAnswer(decision: Decision, event: HookEvent): JsonObject | null {
  const { halt, context, feedback } = decision;
  if (decision.decision === 'block' || decision.decision === 'ask' || halt !== null)
    return { cancel: true, errorMessage: decision.reason || halt?.reason || 'blocked by a hook' };
  const notes = [...feedback, ...context];
  const input = changedInput(decision);
  if (notes.length === 0 && input === null) return null;
  return {
    cancel: false,
    ...(input === null ? {} : { overrideInput: nativeInput({ ...event, tool_input: input }) }),
    ...(notes.length > 0 ? { contextModification: notes.join('\n\n') } : {}),
  };
}

function nativeInput(event: HookEvent): JsonObject {
  const sent = isJsonObject(event.raw) ? findCall(event.raw) : null;
  const name = event.tool?.native_name ?? nativeTool(event.tool_name ?? '');
  return writeInput(name, event.tool_input ?? {}, sent?.input ?? null);
}

function readAnswer(document: JsonValue, event: HookEvent): AnswerReading {
  if (!isJsonObject(document)) return readClaudeAnswer(document, event.hook_event_name);
  const { cancel, errorMessage, contextModification, overrideInput, ...rest } = document;
  const specific = {
    ...(contextModification === undefined ? {} : { additionalContext: contextModification }),
    ...(isJsonObject(overrideInput)
      ? {
          updatedInput: readCall(event.tool?.native_name ?? nativeTool(event.tool_name ?? ''), overrideInput)
            .input,
        }
      : {}),
  };
  return readClaudeAnswer(
    {
      ...rest,
      ...(cancel === true ? { decision: 'block' } : {}),
      ...(errorMessage === undefined ? {} : { reason: errorMessage }),
      ...(Object.keys(specific).length > 0 ? { hookSpecificOutput: specific } : {}),
    },
    event.hook_event_name,
  );
}

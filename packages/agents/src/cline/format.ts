import {
  type Decision,
  type HookEvent,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import { changedInput, type PartialEvent } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { nativeName } from '../make-integration.ts';
import { nativeTool, readCall, writeInput } from './calls.ts';
import { events } from './events.ts';

/** Where a payload has the call: from the command line as it is, from the extension with every argument as a string. */
const CALLS = [
  { part: 'tool_call', name: 'name', input: 'input' },
  { part: 'tool_result', name: 'name', input: 'input' },
  { part: 'preToolUse', name: 'toolName', input: 'parameters' },
  { part: 'postToolUse', name: 'toolName', input: 'parameters' },
] as const;

/** One object per event, in payloads of two runtimes. `raw` keeps the whole payload. */
export const format: Integration['format'] = {
  readEvent(native, event): PartialEvent {
    const roots = native['workspaceRoots'];
    const directory = Array.isArray(roots) && typeof roots[0] === 'string' ? roots[0] : undefined;
    const { taskId, clineVersion: version, hookName, parent_agent_id: parent } = native;
    return {
      hook_event_name: event,
      agent: { native_event: hookName ?? nativeName(events, event), version: version || null },
      invoked_by: typeof parent === 'string' ? 'subagent' : 'main',
      ...(taskId === undefined ? {} : { session_id: taskId }),
      ...(directory === undefined ? {} : { cwd: directory, project_dir: directory }),
      ...readToolCall(native),
      ...readRest(native, event),
      raw: native,
    };
  },
  writeEvent(event): JsonObject {
    const { raw } = event;
    const base = isJsonObject(raw) && raw['taskId'] !== undefined ? raw : fieldsOf(event);
    return event.tool_name === undefined ? base : { ...base, ...callParts(base, event) };
  },
  writeDecision: writeOutput,
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
    return { part, name: part[name], input: asObject(part[name], given) };
  }
  return null;
}

/** A patch may be a string without an argument around it. */
function asObject(name: string, given: JsonValue | undefined): JsonObject {
  if (name === 'apply_patch' && typeof given === 'string') return { input: given };
  return isJsonObject(given) ? given : {};
}

/** The fields of one event, from its object. */
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

/** Every object of the payload that has the call, with the input of the event. */
function callParts(base: JsonObject, event: HookEvent): JsonObject {
  const sent = findCall(base);
  const name = toolOf(event);
  const input = writeInput(name, event.tool_input ?? {}, sent?.input ?? null);
  const parts = CALLS.flatMap((row) => {
    const part = base[row.part];
    if (!isJsonObject(part)) return [];
    const isSame = input === sent?.input;
    const shown = row.input === 'input' ? input : asStrings(input);
    return [[row.part, isSame ? part : { ...part, [row.name]: name, [row.input]: shown }]];
  });
  return Object.fromEntries(parts) as JsonObject;
}

function asStrings(input: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** The fields of an event from elsewhere. */
function fieldsOf(event: HookEvent): JsonObject {
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

/** A denial ends the whole run, as a halt does. Cline shows an error without a denial to the model, so there is none. */
function writeOutput(decision: Decision, event: HookEvent): JsonObject | null {
  const { halt, context, feedback } = decision;
  if (decision.decision === 'block' || decision.decision === 'ask' || halt !== null)
    return { cancel: true, errorMessage: decision.reason || halt?.reason || 'blocked by a hook' };
  const notes = [...feedback, ...context];
  const input = changedInput(decision);
  if (notes.length === 0 && input === null) return null;
  const sent = isJsonObject(event.raw) ? findCall(event.raw) : null;
  return {
    cancel: false,
    ...(input === null ? {} : { overrideInput: writeInput(toolOf(event), input, sent?.input ?? null) }),
    ...(notes.length > 0 ? { contextModification: notes.join('\n\n') } : {}),
  };
}

function toolOf({ tool, tool_name: name = '' }: HookEvent): string {
  return tool?.native_name ?? nativeTool(name);
}

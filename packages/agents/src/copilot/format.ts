import {
  type HookEvent,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import type { Format, PartialEvent } from '@hookmd/core/protocols';
import { nativeName } from '../agent-events.ts';
import { readCopilotAnswer, writeCopilotAnswer } from './answer.ts';
import { events } from './events.ts';
import { mcpName, toolWords } from './tools.ts';

/** Canonical names of its fields; every other one is only spelled otherwise. */
const FIELDS: Readonly<Record<string, string>> = {
  sessionId: 'session_id',
  toolName: 'tool_name',
  toolArgs: 'tool_input',
  toolInput: 'tool_input',
  toolResult: 'tool_response',
  agentName: 'agent_type',
};

/** Fields in camelCase, the event in none of them but at permissionRequest; the whole payload is kept under `raw`. */
export const wire: Format = {
  id: 'copilot',
  readEvent(native, event): PartialEvent {
    const fields = Object.entries(native).map(([key, value]) => [FIELDS[key] ?? snakeCase(key), value]);
    const read = Object.fromEntries(fields) as JsonObject;
    return {
      ...read,
      hook_event_name: event,
      agent: { native_event: nativeName(events, event) },
      ...readError(read),
      ...readCall(read),
      raw: native,
    };
  },
  writeEvent(event): JsonObject {
    const { raw } = event;
    const base = isJsonObject(raw) && raw['sessionId'] !== undefined ? raw : ownFields(event);
    if (event.tool_name === undefined) return base;
    const input = base['toolInput'] === undefined ? 'toolArgs' : 'toolInput';
    return {
      ...base,
      toolName: nativeTool(event),
      [input]: asSent(base[input], event),
      ...(event['tool_response'] === undefined ? {} : { toolResult: event['tool_response'] as JsonValue }),
    };
  },
  readAnswer: (document, event) =>
    readCopilotAnswer(document, event, (input) => toolWords.toCanonical(nativeTool(event), input).input),
  writeAnswer: (decision, event) => writeCopilotAnswer(decision, (input) => toNative(event, input)),
};

function readCall({ tool_name: name, tool_input: given }: JsonObject): PartialEvent {
  if (typeof name !== 'string') return {};
  const input = parsed(given);
  const call = toolWords.toCanonical(name, isJsonObject(input) ? input : {});
  return {
    tool_name: mcpName(name) ?? call.name,
    tool_input: isJsonObject(input) ? call.input : input,
    tool: { native_name: name },
  };
}

/** Some versions send arguments as the text of a JSON document. */
function parsed(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

/** As it came where nobody changed it. */
function asSent(sent: JsonValue | undefined, event: HookEvent): JsonValue {
  const { tool_input: input = {} } = event;
  const was = parsed(sent);
  if (isJsonObject(was) && isSameJson(toolWords.toCanonical(nativeTool(event), was).input, input))
    return sent as JsonValue;
  return typeof sent === 'string' ? JSON.stringify(toNative(event, input)) : toNative(event, input);
}

/** An error is a text to hooks; it may come as an object. */
function readError({ error }: JsonObject): JsonObject {
  if (!isJsonObject(error)) return {};
  return { error: typeof error['message'] === 'string' ? error['message'] : JSON.stringify(error) };
}

function nativeTool({ tool, tool_name: name = '' }: HookEvent): string {
  return tool?.native_name ?? toolWords.toNative(name, {}).name;
}

function toNative(event: HookEvent, input: JsonObject): JsonObject {
  return toolWords.inputFor(nativeTool(event), input);
}

/** Of an event that came from elsewhere: what is not ours, in its spelling. */
function ownFields(event: HookEvent): JsonObject {
  const names = Object.fromEntries(Object.entries(FIELDS).map(([native, canonical]) => [canonical, native]));
  const { schema, hook_event_name, event_id, invoked_by, project_dir, agent, tool, raw, ...fields } = event;
  const entries = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => [key === 'stop_hook_active' ? key : (names[key] ?? camelCase(key)), value]);
  const { toolInput, ...rest } = Object.fromEntries(entries) as JsonObject;
  return toolInput === undefined ? rest : { ...rest, toolArgs: toolInput };
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

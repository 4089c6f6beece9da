import {
  type Decision,
  type HookEvent,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import type { PartialEvent } from '@hookmd/core/protocols';
import { changedInput, flipped, parsed } from '../format.ts';
import type { Integration } from '../integration.ts';
import { nativeName } from '../make-integration.ts';
import { events } from './events.ts';
import { mcpName, PATCH, toolOf, tools } from './tools.ts';

/** Canonical names of its fields; all others differ only in spelling. */
const FIELDS: Readonly<Record<string, string>> = {
  sessionId: 'session_id',
  toolName: 'tool_name',
  toolArgs: 'tool_input',
  toolInput: 'tool_input',
  toolResult: 'tool_response',
  agentName: 'agent_type',
};

/** Fields in camelCase, none with the event except at permissionRequest. `raw` keeps the whole payload. */
export const format: Integration['format'] = {
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
    const base = isJsonObject(raw) && raw['sessionId'] !== undefined ? raw : fieldsOf(event);
    if (event.tool_name === undefined) return base;
    const input = base['toolInput'] === undefined ? 'toolArgs' : 'toolInput';
    return {
      ...base,
      toolName: nativeTool(event),
      [input]: asSent(base[input], event),
      ...(event['tool_response'] === undefined ? {} : { toolResult: event['tool_response'] as JsonValue }),
    };
  },
  writeDecision: writeOutput,
};

function readCall({ tool_name: name, tool_input: given }: JsonObject): PartialEvent {
  if (typeof name !== 'string') return {};
  const input = asObject(name, given);
  const call = tools.toCanonical(toolOf(name, input ?? {}), input ?? {});
  return {
    tool_name: mcpName(name) ?? call.name,
    tool_input: input === null ? given : call.input,
    tool: { native_name: name },
  };
}

/** Arguments may be a string of JSON, and a patch is a string without arguments. Null = they are something else. */
function asObject(name: string, given: JsonValue | undefined): JsonObject | null {
  const value = parsed(given);
  if (isJsonObject(value)) return value;
  return name === PATCH && typeof value === 'string' ? { input: value } : null;
}

/** An unchanged input keeps its bytes. */
function asSent(sent: JsonValue | undefined, event: HookEvent): JsonValue {
  const { tool_input: input = {} } = event;
  const name = nativeTool(event);
  const before = asObject(name, sent);
  if (before !== null && isSameJson(tools.toCanonical(toolOf(name, before), before).input, input))
    return sent as JsonValue;
  const native = nativeInput(event, input);
  return typeof sent === 'string' && isJsonObject(native) ? JSON.stringify(native) : native;
}

/** A string where Copilot sent one that is no JSON. */
function nativeInput(event: HookEvent, input: JsonObject): JsonValue {
  const native = tools.inputFor(toolOf(nativeTool(event), input), input);
  const sent = isJsonObject(event.raw) ? (event.raw['toolArgs'] ?? event.raw['toolInput']) : undefined;
  const isText = typeof sent === 'string' && !isJsonObject(parsed(sent));
  return isText && typeof native['input'] === 'string' ? native['input'] : native;
}

/** Hooks read an error as a string; Copilot may send an object. */
function readError({ error }: JsonObject): JsonObject {
  if (!isJsonObject(error)) return {};
  return { error: typeof error['message'] === 'string' ? error['message'] : JSON.stringify(error) };
}

function nativeTool({ tool, tool_name: name = '' }: HookEvent): string {
  return tool?.native_name ?? tools.toNative(name, {}).name;
}

/** The fields of an event from elsewhere. */
function fieldsOf(event: HookEvent): JsonObject {
  const names = flipped(FIELDS);
  const { schema, hook_event_name, event_id, invoked_by, project_dir, agent, tool, raw, ...fields } = event;
  const entries = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => [names[key] ?? camelCase(key), value]);
  const { toolInput, ...rest } = Object.fromEntries(entries) as JsonObject;
  return toolInput === undefined ? rest : { ...rest, toolArgs: toolInput };
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelCase(key: string): string {
  return key === 'stop_hook_active'
    ? key
    : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const REASONS = { block: 'blocked by', ask: 'requested by', allow: 'approved by' } as const;

/** All keys are at the top. */
function writeOutput(decision: Decision, event: HookEvent): JsonObject | null {
  const input = changedInput(decision);
  const notes = [...decision.feedback, ...decision.context];
  const { followUps, output } = decision;
  const reply: JsonObject = {
    ...writeDecision(decision),
    ...(input === null ? {} : { modifiedArgs: nativeInput(event, input) }),
    ...(output === null ? {} : { modifiedResult: output }),
    ...(notes.length > 0 ? { additionalContext: notes.join('\n\n') } : {}),
    ...(followUps.length > 0
      ? { decision: 'block', reason: followUps.join('\n\n') || 'a hook tells you to continue' }
      : {}),
  };
  return Object.keys(reply).length > 0 ? reply : null;
}

function writeDecision({ event, decision, reason }: Decision): JsonObject {
  if (event === 'PermissionRequest') {
    if (decision === 'allow') return { behavior: 'allow' };
    return decision === 'block' ? { behavior: 'deny', message: reason || 'denied by a hook' } : {};
  }
  if (event === 'UserPromptSubmit')
    return decision === 'block' ? { decision: 'block', reason: reason || 'blocked by a hook' } : {};
  if (decision === 'none') return {};
  return {
    permissionDecision: decision === 'block' ? 'deny' : decision,
    permissionDecisionReason: reason || `${REASONS[decision]} a hook`,
  };
}

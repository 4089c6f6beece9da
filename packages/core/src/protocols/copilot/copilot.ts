import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import type { EventName } from '../../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { toolNames } from '../../matching/tool-view.ts';
import { textOf, timeOf, toolOutputOf, withoutOwnFields } from '../fields.ts';
import type { Format, PartialEvent } from '../format.ts';
import { changedInput, flipped, nativeCall, parsed } from '../renamed-format.ts';
import { outputText } from '../replace-texts.ts';
import { readCopilotOutput } from './read-output.ts';
import {
  canonicalCopilotCall,
  copilotArguments,
  copilotEvents,
  copilotInput,
  copilotMcpName,
  copilotTools,
  likeSent,
} from './tools.ts';

/** Canonical names of its fields; all others differ only in spelling. */
const FIELDS: Readonly<Record<string, string>> = {
  sessionId: 'session_id',
  toolName: 'tool_name',
  toolArgs: 'tool_input',
  toolInput: 'tool_input',
  toolResult: 'tool_response',
  agentName: 'agent_type',
};
const words = flipped(copilotEvents);
/** The source of a session that starts with the program. */
const START = { native: 'new', canonical: 'startup' };
const REASONS = { block: 'blocked by', ask: 'requested by', allow: 'approved by' } as const;

/** What events have beside the fields that only differ in spelling. */
const extras: Readonly<Partial<Record<EventName, (event: HookEvent) => JsonObject>>> = {
  SessionStart: ({ source, raw }) =>
    source === START.canonical ? { source: (isJsonObject(raw) ? raw['source'] : null) ?? START.native } : {},
  PermissionRequest: ({ tool_input: input }) => ({ hookName: 'permissionRequest', toolInput: input ?? {} }),
  PostToolUse: (event) => ({ toolResult: toolResult(toolOutputOf(event)) }),
  Stop: () => ({ stopReason: 'end_turn' }),
  SubagentStop: (event) => ({ stopReason: 'end_turn', response: textOf(event['last_assistant_message']) }),
  StopFailure: (event) => ({
    error: { message: textOf(event['error']), name: textOf(event['error_type']) || 'Error' },
    errorContext: 'system',
    recoverable: false,
  }),
  Notification: (event) => ({
    hook_event_name: 'Notification',
    notification_type: textOf(event['notification_type']),
  }),
};

/** Hooks of GitHub Copilot: fields in camelCase, the arguments of a tool as JSON text, and decisions at the top. */
export const copilot: Format = {
  id: 'copilot',
  readEvent(native, event): PartialEvent {
    const fields = Object.entries(native).map(([key, value]) => [FIELDS[key] ?? snakeCase(key), value]);
    const read = Object.fromEntries(fields) as JsonObject;
    return {
      ...read,
      hook_event_name: event,
      agent: { native_event: words[event] ?? event },
      ...(event === 'SessionStart' && read['source'] === START.native ? { source: START.canonical } : {}),
      ...readError(read),
      ...readCall(read),
      raw: native,
    };
  },
  writeEvent(event) {
    const call = copilotCall(event);
    const { toolInput, ...fields } = copilotFields(event);
    return {
      timestamp: timeOf(event.event_id),
      ...fields,
      ...(call === null ? {} : { toolName: call.name, toolArgs: JSON.stringify(call.input) }),
      ...extras[event.hook_event_name]?.(event),
    };
  },
  subjects(event) {
    const call = copilotCall(event);
    if (call === null || event.tool === undefined) return undefined;
    return [call.name, ...toolNames(event.tool_name ?? '', event.tool, event.tool_input)];
  },
  readOutput: readCopilotOutput,
  writeDecision: writeOutput,
};

/** A call in Copilot's words. */
export function copilotCall(event: HookEvent): ReturnType<typeof nativeCall> {
  const { native_name: name = '' } = event.tool ?? {};
  const input = copilotInput(name, event.tool_input ?? {});
  if (input !== null) return { name, input };
  return nativeCall(copilotTools, event, ({ server, tool }) => `${server}-${tool}`);
}

/** The fields of an event in Copilot's spelling. */
export function copilotFields(event: HookEvent): JsonObject {
  const names = flipped(FIELDS);
  const { hook_event_name: _, ...fields } = withoutOwnFields(event as unknown as JsonObject);
  const entries = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [names[key] ?? camelCase(key), value]);
  return Object.fromEntries(entries) as JsonObject;
}

function readCall({ tool_name: name, tool_input: given }: JsonObject): PartialEvent {
  if (typeof name !== 'string') return {};
  const input = copilotArguments(name, given);
  const call = canonicalCopilotCall(name, input ?? {});
  return {
    tool_name: copilotMcpName(name) ?? call.name,
    tool_input: input === null ? parsed(given) : call.input,
    tool: { native_name: name },
  };
}

/** Hooks read an error as a string; Copilot may send an object. */
function readError({ error }: JsonObject): JsonObject {
  if (!isJsonObject(error)) return {};
  return { error: typeof error['message'] === 'string' ? error['message'] : JSON.stringify(error) };
}

/** The result of a tool as Copilot shows it; that of another agent by its text. */
function toolResult(response: JsonValue): JsonValue {
  if (isJsonObject(response) && response['textResultForLlm'] !== undefined) return response;
  return { resultType: 'success', textResultForLlm: outputText(response) };
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The spelling of a key in Copilot's payloads. */
export function camelCase(key: string): string {
  return key === 'stop_hook_active'
    ? key
    : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** All keys are at the top. */
function writeOutput(decision: Decision, event: HookEvent): JsonObject | null {
  const input = changedInput(decision);
  const notes = [...decision.feedback, ...decision.context];
  const { followUps, output } = decision;
  const reply: JsonObject = {
    ...writeDecision(decision),
    ...(input === null ? {} : { modifiedArgs: modifiedArguments(event, input) }),
    ...(output === null ? {} : { modifiedResult: output }),
    ...(notes.length > 0 ? { additionalContext: notes.join('\n\n') } : {}),
    ...(followUps.length > 0
      ? { decision: 'block', reason: followUps.join('\n\n') || 'a hook tells you to continue' }
      : {}),
  };
  return Object.keys(reply).length > 0 ? reply : null;
}

/** An object, but the text of a patch where Copilot sent a text. */
function modifiedArguments(event: HookEvent, input: JsonObject): JsonValue {
  const native = copilotCall({ ...event, tool_input: input } as HookEvent)?.input ?? input;
  const sent = isJsonObject(event.raw) ? (event.raw['toolArgs'] ?? event.raw['toolInput']) : undefined;
  const args = likeSent(sent, native);
  return args === native['input'] ? args : native;
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

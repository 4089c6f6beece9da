import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import type { EventName } from '../../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { toolNames } from '../../matching/tool-view.ts';
import { pick, textOf, timeOf, toolOutputOf, withoutOwnFields } from '../fields.ts';
import { foreignWord } from '../foreign-names.ts';
import type { Format } from '../format.ts';
import { changedInput, renameFormat } from '../renamed-format.ts';
import { outputText } from '../replace-texts.ts';
import { modelRequest, modelResponse } from './messages.ts';
import { readGeminiOutput } from './read-output.ts';
import { geminiMcpName, geminiMcpWord, geminiTools } from './tools.ts';

const PERMISSION = { native: 'ToolPermission', canonical: 'permission_prompt' };

const format = renameFormat({
  wordOf: (event) => foreignWord('gemini', event) ?? event,
  tools: geminiTools,
  fields: { prompt_response: 'last_assistant_message', llm_response: 'response' },
  mcpName: geminiMcpName,
  mcpWord: geminiMcpWord,
  writeDecision: writeOutput,
});

/** What events have in Gemini CLI beside the fields that only differ in name. */
const extras: Readonly<Partial<Record<EventName, (event: HookEvent) => JsonObject>>> = {
  PostToolUse: (event) => ({ tool_response: toolResponse(toolOutputOf(event)) }),
  PostToolUseFailure(event) {
    const message = textOf(event['error']);
    return { tool_response: { llmContent: message, returnDisplay: message, error: { message } } };
  },
  Stop: (event) => ({
    prompt: '',
    ...pick(event, ['prompt']),
    prompt_response: textOf(event['last_assistant_message']),
  }),
  PreModelCall: (event) => ({ llm_request: modelRequest(event) }),
  PostModelCall: (event) => ({
    llm_request: modelRequest(event),
    llm_response: modelResponse(toolOutputOf(event)),
  }),
  PreToolSelection: (event) => ({ llm_request: modelRequest(event) }),
  Notification: (event) => ({
    details: {},
    ...pick(event, ['details']),
    notification_type: notificationType(event),
  }),
};

/** Fields that the parts above replace. */
const REPLACED: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  PostToolUseFailure: ['error'],
  PreModelCall: ['provider', 'model', 'messages', 'iteration', 'tool_count'],
  PostModelCall: ['provider', 'model'],
  PreToolSelection: ['provider', 'model', 'tools'],
};

/** Gemini CLI: Claude's payloads with names of its own, the model call in one object, and decisions of its own. */
export const gemini: Format = {
  id: 'gemini',
  readEvent: (native, event) => ({
    ...modelCall(native),
    ...format.readEvent(native, event),
    ...(native['notification_type'] === PERMISSION.native ? { notification_type: PERMISSION.canonical } : {}),
  }),
  writeEvent(event, name) {
    const { hook_event_name: eventName } = event;
    const replaced = REPLACED[eventName] ?? [];
    const fields = Object.entries(withoutOwnFields(format.writeEvent(event, name)));
    return {
      transcript_path: '',
      timestamp: new Date(timeOf(event.event_id)).toISOString(),
      ...Object.fromEntries(fields.filter(([key]) => !replaced.includes(key))),
      ...extras[eventName]?.(event),
    };
  },
  subjects(event) {
    if (event.hook_event_name === 'Notification') return [notificationType(event)];
    if (event.tool === undefined) return undefined;
    const { tool_name: native } = format.writeEvent(event, '');
    return [textOf(native), ...toolNames(event.tool_name ?? '', event.tool, event.tool_input)];
  },
  readOutput: readGeminiOutput,
  writeDecision: format.writeDecision,
};

function modelCall({ llm_request: request }: JsonObject): JsonObject {
  if (!isJsonObject(request)) return {};
  const { model, messages } = request;
  return { provider: 'google', model, messages: Array.isArray(messages) ? messages : [] };
}

function notificationType({ notification_type: type }: HookEvent): string {
  return type === PERMISSION.canonical ? PERMISSION.native : textOf(type);
}

/** The result of a tool as Gemini CLI and Qwen Code show it; that of another agent by its text. */
export function toolResponse(response: JsonValue): JsonValue {
  if (isJsonObject(response) && response['llmContent'] !== undefined) return response;
  const text = outputText(response);
  return { llmContent: text, returnDisplay: text };
}

/**
 * `decision: deny` blocks. After a tool its reason replaces the output; at the end of a turn it is the next prompt. So feedback about
 * an unchanged output is context, and feedback about a changed one is below it.
 */
function writeOutput(decision: Decision): JsonObject | null {
  const reply: Record<string, JsonValue> = {};
  const specific: Record<string, JsonValue> = {};
  const { context, feedback, followUps, halt, output } = decision;
  const notes = [...feedback, ...context];
  const deny = (reason: string): void => void Object.assign(reply, { decision: 'deny', reason });
  if (decision.decision === 'block' || decision.decision === 'ask')
    deny(decision.reason || 'blocked by a hook');
  else if (output !== null) deny([outputText(output), ...notes].join('\n\n') || '[removed by a hook]');
  else if (followUps.length > 0) deny(followUps.join('\n\n') || 'a hook tells you to continue');
  else {
    const input = changedInput(decision);
    if (input !== null) specific['tool_input'] = input;
  }
  if (notes.length > 0 && output === null) specific['additionalContext'] = notes.join('\n\n');
  if (halt !== null) {
    reply['continue'] = false;
    if (halt.reason !== null) reply['stopReason'] = halt.reason;
  }
  if (decision.userMessages.length > 0) reply['systemMessage'] = decision.userMessages.join('\n');
  if (decision.suppressOutput) reply['suppressOutput'] = true;
  if (Object.keys(specific).length > 0)
    reply['hookSpecificOutput'] = {
      hookEventName: foreignWord('gemini', decision.event) ?? decision.event,
      ...specific,
    };
  return Object.keys(reply).length > 0 ? reply : null;
}

import type { HookEvent } from '../../events/event.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { textOf } from '../fields.ts';
import { outputText } from '../replace-texts.ts';

/** The request to a model as Gemini CLI shows it: texts alone, `model` for the assistant. */
export function modelRequest(event: HookEvent): JsonObject {
  const { llm_request: sent } = event;
  const messages = Array.isArray(event['messages']) ? (event['messages'] as readonly JsonValue[]) : [];
  return {
    ...(isJsonObject(sent) ? sent : {}),
    model: textOf(event['model']),
    messages: messages.map(geminiMessage),
  };
}

function geminiMessage(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const { role, content = null } = message;
  return {
    role: role === 'assistant' ? 'model' : (role ?? 'user'),
    content: typeof content === 'string' ? content : outputText(content),
  };
}

/** The response of a model as Gemini CLI shows it; that of another agent by its text. */
export function modelResponse(response: JsonValue): JsonValue {
  if (isGeminiResponse(response)) return response;
  const text = outputText(response);
  return { text, candidates: [{ content: { role: 'model', parts: [text] }, finishReason: 'STOP' }] };
}

/** Whether the response of a model has Gemini's own shape. */
export function isGeminiResponse(response: JsonValue): response is JsonObject {
  return isJsonObject(response) && Array.isArray(response['candidates']);
}

/** The text of a response in Gemini's shape. */
export function responseText({ text, candidates }: JsonObject): string {
  const [first] = Array.isArray(candidates) ? (candidates as readonly JsonValue[]) : [];
  const content = isJsonObject(first) ? first['content'] : undefined;
  const parts = isJsonObject(content) ? content['parts'] : undefined;
  if (!Array.isArray(parts)) return textOf(text);
  return parts.filter((part) => typeof part === 'string').join('');
}

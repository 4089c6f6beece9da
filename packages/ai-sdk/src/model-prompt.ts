import type { JsonValue } from '@hookmd/core/events';
import { asJson, isBinary, mergeJson } from '@hookmd/library/adapter';
import type { SdkMessage } from './sdk-shapes.ts';

/** The conversation as hooks read it: JSON. Files are left out; where they were stands `null`. */
export function promptAsJson(prompt: readonly SdkMessage[]): readonly JsonValue[] {
  return prompt.map((message) => asJson(message, isBinary));
}

/** What the model is called with: what hooks left of the prompt, of which they read `shown`, then texts as messages of the user. */
export function promptFor(
  prompt: readonly SdkMessage[],
  shown: readonly JsonValue[],
  left: readonly JsonValue[],
  added: readonly string[],
): readonly SdkMessage[] {
  const messages = prompt.map((message, at) => mergeJson(message, shown[at], left[at]) as SdkMessage);
  return [...messages, ...added.map((text) => ({ role: 'user', content: [{ type: 'text', text }] }))];
}

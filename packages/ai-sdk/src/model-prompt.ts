import type { JsonValue } from '@hookmd/core/protocol';
import type { SdkMessage } from './sdk-shapes.ts';

/** The conversation as hooks read it: JSON. Files are left out; where they were stands `null`. */
export function promptAsJson(prompt: readonly SdkMessage[]): readonly JsonValue[] {
  return JSON.parse(JSON.stringify(prompt, (_, value) => (isBinary(value) ? null : value)));
}

/** What the model is called with: what hooks left of the prompt (null = all), then texts as messages of the user. */
export function promptFor(
  prompt: readonly SdkMessage[],
  left: readonly JsonValue[] | null,
  added: readonly string[],
): readonly SdkMessage[] {
  const messages =
    left === null ? prompt : prompt.map((message, at) => restoreFiles(message, left[at]) as SdkMessage);
  return [...messages, ...added.map((text) => ({ role: 'user', content: [{ type: 'text', text }] }))];
}

/** What changed comes from `changed`, what is no JSON from `original`. Both have one shape: redaction adds and takes away no key. */
function restoreFiles(original: unknown, changed: unknown): unknown {
  if (isBinary(original)) return original;
  if (Array.isArray(original))
    return original.map((one, at) => restoreFiles(one, (changed as unknown[])[at]));
  if (typeof original !== 'object' || original === null) return changed;
  return Object.fromEntries(
    Object.entries(original).map(([key, value]) => [
      key,
      restoreFiles(value, (changed as Record<string, unknown>)[key]),
    ]),
  );
}

function isBinary(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof URL;
}

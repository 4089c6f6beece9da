import type { ModelGo } from '@hookmd/core';
import type { JsonValue } from '@hookmd/core/protocol';
import type { SdkMessage, SdkParams } from './sdk-shapes.ts';

/** The conversation as hooks read it: JSON. Files are left out; where they were stands `null`. */
export function promptAsJson(prompt: readonly SdkMessage[]): readonly JsonValue[] {
  return JSON.parse(JSON.stringify(prompt, (_, value) => (isBinary(value) ? null : value)));
}

/** What the model is called with: what hooks left of the prompt, and what they added to it as messages of the user. */
export function promptFor(
  prompt: readonly SdkMessage[],
  given: readonly JsonValue[],
  go: ModelGo<JsonValue, unknown>,
): readonly SdkMessage[] {
  const added = [...go.hints, ...go.context];
  if (go.messages === given && added.length === 0) return prompt;
  const left = prompt.map((message, at) => restoreFiles(message, go.messages[at]) as SdkMessage);
  return [...left, ...added.map((text) => ({ role: 'user', content: [{ type: 'text', text }] }))];
}

/** The offered tools that are left. */
export function toolsFor(
  { tools = [] }: SdkParams,
  given: readonly { readonly name: string }[],
  left: readonly { readonly name: string }[],
): NonNullable<SdkParams['tools']> {
  return left === given ? tools : tools.filter((_, at) => left.includes(given[at] as { name: string }));
}

/** What changed comes from `changed`, what is no JSON from `original`. Both have one shape: redaction adds and takes away no key. */
function restoreFiles(original: unknown, changed: unknown): unknown {
  if (isBinary(original)) return original;
  if (Array.isArray(original)) return original.map((one, at) => restoreFiles(one, (changed as unknown[])[at]));
  if (typeof original !== 'object' || original === null) return changed;
  return Object.fromEntries(
    Object.entries(original).map(([key, value]) => [key, restoreFiles(value, (changed as Record<string, unknown>)[key])]),
  );
}

function isBinary(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof URL;
}

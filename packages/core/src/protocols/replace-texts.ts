import type { Message } from '../events/event.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../events/json.ts';

/** Keys by which agents distinguish shapes of outputs; without them they reject a replacement and use the original. */
const DISCRIMINATORS = new Set(['type', 'mode', 'status', 'role', 'media_type', 'mimeType']);
const DISCRIMINATOR = /^[a-z][a-z0-9_/+.-]{0,31}$/;

/**
 * The value with every text in it replaced by one, in the shape it has: agents check the outputs of their tools, and use the
 * original where a replacement does not fit.
 */
export function replaceTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return value === '' ? value : text;
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, text));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        isDiscriminator(key, item) ? item : replaceTexts(item, text),
      ]),
    );
  }
  return value ?? text;
}

/** Whether a value identifies the kind of the object around it. */
export function isDiscriminator(key: string, value: unknown): boolean {
  return DISCRIMINATORS.has(key) && typeof value === 'string' && DISCRIMINATOR.test(value);
}

/** Keys under which agents keep the text of an output, in the order in which they are looked for. */
const TEXT_KEYS = ['content', 'text', 'output', 'llmContent', 'textResultForLlm'] as const;

/** The text of an output, whatever its shape: for languages in which an output is a text. */
export function outputText(output: JsonValue): string {
  if (typeof output === 'string') return output;
  const location = textPlace(output);
  return location === null ? JSON.stringify(output) : location.text;
}

/**
 * The output with another text, in the same shape. If the text was the whole output as JSON, so is the new one; text that is
 * not JSON any more replaces every text of the output, because the hook saw all of them.
 */
export function withOutputText(output: JsonValue, text: string): JsonValue {
  if (outputText(output) === text) return output;
  if (typeof output === 'string') return text;
  const location = textPlace(output);
  if (location !== null) return location.put(text);
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return replaceTexts(output, text) as JsonValue;
  }
}

interface TextPlace {
  readonly text: string;
  put(text: string): JsonValue;
}

function textPlace(output: JsonValue): TextPlace | null {
  if (Array.isArray(output)) return blockPlace(output as readonly JsonValue[]);
  if (!isJsonObject(output)) return null;
  if (typeof output['stdout'] === 'string') return shellPlace(output, output['stdout']);
  const key = TEXT_KEYS.find((item) => typeof output[item] === 'string');
  if (key !== undefined) return { text: output[key] as string, put: (text) => ({ ...output, [key]: text }) };
  const { file, content } = output;
  if (isJsonObject(file)) return inside(output, 'file', textPlace(file));
  return Array.isArray(content) ? inside(output, 'content', textPlace(content)) : null;
}

/** Both streams, as in a terminal: a hook that removes a secret must see both. */
function shellPlace(output: JsonObject, stdout: string): TextPlace {
  const stderr = typeof output['stderr'] === 'string' ? output['stderr'] : '';
  const text = [stdout, stderr].filter((stream) => stream !== '').join('\n');
  const silent = stderr === '' ? {} : { stderr: '' };
  return { text, put: (changed) => ({ ...output, stdout: changed, ...silent }) };
}

function inside(output: JsonObject, key: string, location: TextPlace | null): TextPlace | null {
  return location === null
    ? null
    : { text: location.text, put: (text) => ({ ...output, [key]: location.put(text) }) };
}

/** One text block, as MCP tools return it; several blocks have no single text. */
function blockPlace(blocks: readonly JsonValue[]): TextPlace | null {
  const [block] = blocks;
  if (blocks.length !== 1 || !isJsonObject(block) || typeof block['text'] !== 'string') return null;
  return { text: block['text'], put: (text) => [{ ...block, text }] };
}

const REDACTED = '[redacted]';

/**
 * The value with every string under these paths replaced, keys and numbers unchanged: `headers.token`, a list by its index or
 * by `*`. A path without a value changes nothing.
 *
 * Unlike `contracts/redact-json.ts`, this turns an output into the new tool output, which the contract then checks like any
 * other: a path starts at the top, and a number stays, because a changed number would be rejected as more than a redaction.
 */
export function redactPaths(value: JsonValue, paths: readonly string[]): JsonValue {
  return paths.reduce((current, path) => redactAt(current, path.split('.')), value);
}

function redactAt(value: JsonValue, [step, ...rest]: readonly string[]): JsonValue {
  if (step === undefined) return redactAll(value);
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      step === '*' || step === String(index) ? redactAt(item, rest) : item,
    );
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      item !== undefined && (step === '*' || step === key) ? redactAt(item, rest) : item,
    ]),
  );
}

function redactAll(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value === '' ? value : REDACTED;
  if (Array.isArray(value)) return value.map(redactAll);
  return isJsonObject(value) ? (redactAt(value, ['*']) as JsonValue) : value;
}

export function areMessages(value: JsonValue | undefined): value is readonly (Message & JsonValue)[] {
  return Array.isArray(value) && value.every(isMessage);
}

function isMessage(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    (value['role'] === 'user' || value['role'] === 'assistant') &&
    typeof value['content'] === 'string'
  );
}

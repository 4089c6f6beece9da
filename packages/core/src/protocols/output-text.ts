import { isJsonObject, type JsonObject, type JsonValue } from '../events/json.ts';
import { replaceTexts } from './replace-texts.ts';

/** Keys under which agents keep the text of an output, in the order in which they are looked for. */
const TEXT_KEYS = ['content', 'text', 'output', 'llmContent', 'textResultForLlm'] as const;

/** The text of an output, whatever its shape: for languages in which an output is a text. */
export function outputText(output: JsonValue): string {
  if (typeof output === 'string') return output;
  const place = textPlace(output);
  return place === null ? JSON.stringify(output) : place.text;
}

/**
 * The output with another text, in the shape it has. Where the text was the whole output as JSON, so is the new one;
 * what is no JSON any more stands in place of every text of the output: whoever replaced it saw all of them.
 */
export function withOutputText(output: JsonValue, text: string): JsonValue {
  if (outputText(output) === text) return output;
  if (typeof output === 'string') return text;
  const place = textPlace(output);
  if (place !== null) return place.put(text);
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
  const key = TEXT_KEYS.find((one) => typeof output[one] === 'string');
  if (key !== undefined) return { text: output[key] as string, put: (text) => ({ ...output, [key]: text }) };
  const { file, content } = output;
  if (isJsonObject(file)) return inside(output, 'file', textPlace(file));
  return Array.isArray(content) ? inside(output, 'content', textPlace(content)) : null;
}

/** Both streams, as a terminal would show them: whoever may hide a secret has to see both. */
function shellPlace(output: JsonObject, stdout: string): TextPlace {
  const stderr = typeof output['stderr'] === 'string' ? output['stderr'] : '';
  const text = [stdout, stderr].filter((stream) => stream !== '').join('\n');
  const silent = stderr === '' ? {} : { stderr: '' };
  return { text, put: (changed) => ({ ...output, stdout: changed, ...silent }) };
}

function inside(output: JsonObject, key: string, place: TextPlace | null): TextPlace | null {
  return place === null ? null : { text: place.text, put: (text) => ({ ...output, [key]: place.put(text) }) };
}

/** One block of text, as MCP tools answer; several have no one text. */
function blockPlace(blocks: readonly JsonValue[]): TextPlace | null {
  const [block] = blocks;
  if (blocks.length !== 1 || !isJsonObject(block) || typeof block['text'] !== 'string') return null;
  return { text: block['text'], put: (text) => [{ ...block, text }] };
}

import type { HookEvent } from '../../events/event.ts';
import type { OutputReading } from '../../events/hook-output.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { openclawWord } from './names.ts';

/** What is left of the event when the handler is done: `messages`, and of a session that begins `bootstrapFiles`. */
const KEYS = ['messages', 'bootstrapFiles'];
/** The one event whose files are read. */
const BOOTSTRAP = 'agent:bootstrap';

/**
 * What a handler of OpenClaw did to its event: messages are shown to the user, files become context of the session.
 *
 * What is neither counts for nothing, as in OpenClaw, and is warned about.
 */
export function readOpenclawOutput(document: JsonValue, event: HookEvent, name: string): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const { messages = [], bootstrapFiles = [] } = document;
  const wrong = Object.entries({ messages, bootstrapFiles }).find(([, value]) => !Array.isArray(value));
  if (wrong !== undefined) return { error: `\`${wrong[0]}\` must be a list` };
  const word = openclawWord(event, name);
  const warnings = Object.keys(document)
    .filter((key) => !KEYS.includes(key))
    .map(
      (key) => `\`${key}\` has no effect at ${word}; what a handler pushes to \`event.messages\` is shown`,
    );
  const texts = readList(messages, textOf, 'messages', 'not a string', warnings);
  const context = readList(bootstrapFiles, sectionOf, 'bootstrapFiles', 'no file with content', warnings);
  if (context.length > 0 && word !== BOOTSTRAP)
    warnings.push(`\`bootstrapFiles\` has no effect at ${word}; files are added at ${BOOTSTRAP}`);
  return {
    output: {
      ...(texts.length > 0 ? { userMessages: texts } : {}),
      ...(context.length > 0 && word === BOOTSTRAP ? { context } : {}),
    },
    warnings,
  };
}

/** Its usable entries; null = unusable, which is worth a warning; empty = none. */
function readList(
  list: JsonValue,
  read: (value: JsonValue) => string | null,
  key: string,
  problem: string,
  warnings: string[],
): readonly string[] {
  const values = (list as readonly JsonValue[]).map(read);
  for (const [index, value] of values.entries())
    if (value === null) warnings.push(`\`${key}[${index}]\` is ${problem}, and left out`);
  return values.filter((value) => value !== null && value.trim() !== '') as readonly string[];
}

function textOf(value: JsonValue): string | null {
  return typeof value === 'string' ? value : null;
}

/** A file as OpenClaw shows it to the model: its path as a heading, then its content. A missing one is left out. */
function sectionOf(value: JsonValue): string | null {
  if (!isJsonObject(value)) return null;
  const { content, missing } = value;
  if (missing === true) return '';
  if (typeof content !== 'string') return null;
  return content.trim() === '' ? '' : `## ${headingOf(value)}\n\n${content.trim()}`;
}

function headingOf({ path, name }: JsonObject): string {
  const given = [path, name].find((item) => typeof item === 'string' && item.trim() !== '');
  return typeof given === 'string' ? given.replace(/\s+/g, ' ').trim() : 'a file without a name';
}

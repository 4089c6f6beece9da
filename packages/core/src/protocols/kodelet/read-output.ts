import type { HookEvent, Message } from '../../events/event.ts';
import { eventRow, type Permit } from '../../events/events.ts';
import type { OutputReading } from '../../events/hook-output.ts';
import { areTexts, isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { findForeignName } from '../foreign-names.ts';
import type { OutputDraft } from '../format.ts';
import { areMessages } from '../replace-texts.ts';
import { kodeletTools, readToolOutput } from './tools.ts';

interface Reading {
  readonly event: HookEvent;
  /** What the hook printed, by keys in lower case: Kodelet reads them in any case. A null is as good as no key. */
  readonly output: Readonly<Record<string, JsonValue>>;
  readonly draft: OutputDraft;
  readonly warnings: string[];
}

/** Reads one group of keys into the draft; returns what is wrong, null = nothing. */
type Part = { readonly keys: readonly string[]; readonly read: (reading: Reading) => string | null };

const decision: Part = {
  keys: ['blocked', 'reason'],
  read({ output, draft, warnings }) {
    const { blocked = false, reason = '' } = output;
    if (typeof blocked !== 'boolean') return '`blocked` must be true or false';
    if (typeof reason !== 'string') return '`reason` must be a string';
    if (!blocked) return null;
    draft.decision = 'block';
    if (reason === '') warnings.push('it blocked without a `reason`');
    else draft.reason = reason;
    return null;
  },
};

const input: Part = {
  keys: ['input'],
  read({ event, output, draft }) {
    const proposed = output['input'] ?? null;
    if (proposed === null) return null;
    if (!isJsonObject(proposed)) return '`input` must be an object';
    draft.input = kodeletTools.inputBack(event.tool_name ?? '', event.tool_input ?? {}, proposed);
    return null;
  },
};

const output: Part = {
  keys: ['output'],
  read({ event, output: result, draft, warnings }) {
    const proposed = result['output'] ?? null;
    if (proposed === null) return null;
    if (!isJsonObject(proposed)) return '`output` must be an object';
    const read = readToolOutput(proposed, event);
    if (read === undefined) warnings.push('its `output` has no `error`, so nothing changes');
    else draft.output = read;
    return null;
  },
};

/** What `result` can be, and the keys that count with it. */
const results: Readonly<Record<string, (reading: Reading) => string | null>> = {
  mutate({ output, draft }) {
    const messages = output['messages'] ?? [];
    if (!areMessages(messages)) return '`messages` must be a list of {role, content}';
    if (messages.length > 0) draft.messages = messages as readonly Message[];
    return null;
  },
  callback({ output: result, draft }) {
    const name = result['callback'];
    const args = result['callback_args'] ?? {};
    if (typeof name !== 'string' || name === '') return '`callback` must name a host action';
    if (!isJsonObject(args) || !areTexts(Object.values(args)))
      return '`callback_args` must be an object of strings';
    draft.callback = { name, args: args as Readonly<Record<string, string>> };
    return null;
  },
};

const result: Part = {
  keys: ['result', 'messages', 'callback', 'callback_args'],
  read(reading) {
    const word = reading.output['result'] ?? '';
    if (word === '' || word === 'continue') return null;
    const read = typeof word === 'string' && Object.hasOwn(results, word) ? results[word] : undefined;
    return read === undefined ? '`result` must be "continue", "mutate" or "callback"' : read(reading);
  },
};

const followUps: Part = {
  keys: ['follow_up_messages'],
  read({ output, draft }) {
    const texts = output['follow_up_messages'] ?? [];
    if (!areTexts(texts)) return '`follow_up_messages` must be a list of strings';
    if (texts.length > 0) draft.followUps = texts;
    return null;
  },
};

/** What each of Kodelet's events takes. Source: Kodelet's documentation of its hooks, "Payload Structures". */
const takes: Readonly<Record<string, readonly Part[]>> = {
  before_tool_call: [decision, input],
  after_tool_call: [output],
  user_message_send: [decision],
  after_turn: [result],
  agent_stop: [result, followUps],
};

/** What an event takes that Kodelet has no word for: as far as the event permits it. */
const takesBy: readonly (readonly [Permit, Part])[] = [
  ['block', decision],
  ['input', input],
  ['output', output],
  ['replace', result],
  ['followUp', followUps],
];

function partsOf(name: string, event: HookEvent): readonly Part[] {
  if (Object.hasOwn(takes, name)) return takes[name] ?? [];
  if (findForeignName(name) !== undefined) return [];
  const { permits } = eventRow(event.hook_event_name);
  return takesBy.flatMap(([permit, part]) => (permits.includes(permit) ? [part] : []));
}

/** A result needs its key; any output counts as far as its event permits. The rest is ignored with a warning. */
export function readKodeletOutput(document: JsonValue, event: HookEvent, name: string): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const twice = duplicateKeys(document);
  if (twice !== undefined) return { error: `the key \`${twice}\` appears twice` };
  const output = inLowerCase(document);
  const parts = partsOf(name, event);
  const reading: Reading = { event, output, draft: {}, warnings: [] };
  for (const part of parts) {
    const error = part.read(reading);
    if (error !== null) return { error };
  }
  const known = parts.flatMap((part) => part.keys);
  for (const key of Object.keys(output).filter((value) => !known.includes(value))) {
    reading.warnings.push(`\`${key}\` has no effect at ${name}`);
  }
  return { output: reading.draft, warnings: reading.warnings };
}

/** A key in two spellings: which of them counts would be a matter of their order. */
function duplicateKeys(document: JsonObject): string | undefined {
  const keys = Object.keys(document).map((key) => key.toLowerCase());
  return keys.find((key, index) => keys.indexOf(key) !== index);
}

function inLowerCase(document: JsonObject): Readonly<Record<string, JsonValue>> {
  const entries = Object.entries(document).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key.toLowerCase(), value] as const],
  );
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, JsonValue>;
}

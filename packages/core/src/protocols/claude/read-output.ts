import { type EventName, eventRow, type Permit } from '../../events/events.ts';
import type { HookOutput, OutputReading } from '../../events/hook-output.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { areMessages, areTexts } from '../replace-texts.ts';

/** Mutable while it is being read. */
type Draft = { -readonly [K in keyof HookOutput]: HookOutput[K] };

interface Reading {
  readonly event: EventName;
  readonly draft: Draft;
  readonly warnings: string[];
}

/** What may stand under a key. */
interface ValueKind {
  /** Reads the value into the draft; returns what was expected where it does not fit. */
  readonly read: (reading: Reading, value: JsonValue) => string | null;
  /** The same for authors, as JSON Schema; `output-schema.test.ts` holds the two together. */
  readonly schema: JsonObject | ((event: EventName) => JsonObject);
}

export interface KeyRow extends ValueKind {
  /** The event must permit one of these, else the key belongs to another event. Empty = any event. */
  readonly permits: readonly Permit[];
  /** The only events that know it; to all others it is an unknown one. Default: all know it. */
  readonly events?: readonly EventName[];
}

const DECISIONS: Readonly<Record<string, 'block' | 'ask' | 'allow'>> = {
  block: 'block',
  deny: 'block',
  ask: 'ask',
  allow: 'allow',
  approve: 'allow',
};

function text(put: (draft: Draft, value: string) => void): ValueKind {
  const read: ValueKind['read'] = ({ draft }, value) => {
    if (typeof value !== 'string') return 'a string';
    put(draft, value);
    return null;
  };
  return { read, schema: { type: 'string' } };
}

function flag(put: (draft: Draft, value: boolean) => void): ValueKind {
  const read: ValueKind['read'] = ({ draft }, value) => {
    if (typeof value !== 'boolean') return 'true or false';
    put(draft, value);
    return null;
  };
  return { read, schema: { type: 'boolean' } };
}

function strings(put: (draft: Draft, value: readonly string[]) => void): ValueKind {
  const read: ValueKind['read'] = ({ draft }, value) => {
    if (!areTexts(value)) return 'a list of strings';
    put(draft, value);
    return null;
  };
  return { read, schema: { type: 'array', items: { type: 'string' } } };
}

const decision: ValueKind = {
  read: ({ draft }, value) => {
    const word = typeof value === 'string' && Object.hasOwn(DECISIONS, value) ? DECISIONS[value] : undefined;
    if (word === undefined) return '"block", "ask" or "allow"';
    draft.decision = word;
    return null;
  },
  schema: { enum: Object.keys(DECISIONS) },
};

const input: ValueKind = {
  read: ({ draft }, value) => {
    if (value === null) return null;
    if (!isJsonObject(value)) return 'an object';
    draft.input = value;
    return null;
  },
  schema: { type: ['object', 'null'] },
};

function inputKind(event: EventName): ValueKind {
  return eventRow(event).permits.includes('tools') ? offeredTools : input;
}

/** Where tools are offered, they are what may be changed before the fact. */
const offeredTools: ValueKind = {
  read: ({ draft }, value) => {
    if (value === null) return null;
    const tools = isJsonObject(value) ? value['tools'] : undefined;
    if (!isJsonObject(value) || !Array.isArray(tools) || Object.keys(value).length > 1)
      return '{tools: a list}';
    draft.tools = tools;
    return null;
  },
  schema: {
    anyOf: [
      { type: 'null' },
      {
        type: 'object',
        properties: { tools: { type: 'array' } },
        required: ['tools'],
        additionalProperties: false,
      },
    ],
  },
};

const output: ValueKind = {
  read: ({ draft }, value) => {
    if (value !== null) draft.output = value;
    return null;
  },
  schema: {},
};

const messages: ValueKind = {
  read: ({ draft }, value) => {
    if (!areMessages(value)) return 'a list of {role, content}';
    if (value.length > 0) draft.messages = value;
    return null;
  },
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: { role: { enum: ['user', 'assistant'] }, content: { type: 'string' } },
      required: ['role', 'content'],
    },
  },
};

const callbackArgs: ValueKind = {
  read: ({ draft }, value) => {
    if (!isJsonObject(value) || !Object.values(value).every((item) => typeof item === 'string')) {
      return 'an object of strings';
    }
    draft.callback = { name: draft.callback?.name ?? '', args: value as Readonly<Record<string, string>> };
    return null;
  },
  schema: { type: 'object', additionalProperties: { type: 'string' } },
};

/** PermissionRequest has an object where the other events have words. */
const permission: ValueKind = {
  read: ({ draft }, value) => {
    const behavior = isJsonObject(value) ? value['behavior'] : undefined;
    if (!isJsonObject(value) || (behavior !== 'allow' && behavior !== 'deny'))
      return '{behavior: "allow" | "deny"}';
    draft.decision = behavior === 'deny' ? 'block' : 'allow';
    if (typeof value['message'] === 'string') draft.reason = value['message'];
    if (isJsonObject(value['updatedInput'])) draft.input = value['updatedInput'];
    return null;
  },
  schema: { type: 'object', properties: { behavior: { enum: ['allow', 'deny'] } }, required: ['behavior'] },
};

/** The two events about a question of an MCP server. */
const ELICITATIONS: readonly EventName[] = ['Elicitation', 'ElicitationResult'];

/** The action for a question. In a response of the user a hook may change the content, and not withdraw it. */
const elicited: ValueKind = {
  read: ({ event, draft }, value) => {
    const words = elicitedWords(event);
    if (typeof value !== 'string' || !words.includes(value))
      return words.map((word) => `"${word}"`).join(', ');
    if (value !== 'accept') draft.decision = 'block';
    return null;
  },
  schema: (event) => ({ enum: elicitedWords(event) }),
};

const elicitedWords = (event: EventName): readonly string[] =>
  event === 'Elicitation' ? ['accept', 'decline', 'cancel'] : ['accept'];

/** Top level of an output. */
export const topLevel: Readonly<Record<string, KeyRow>> = {
  continue: {
    permits: [],
    ...flag((draft, proceeds) => {
      if (!proceeds) draft.halt = { reason: draft.halt?.reason ?? null };
    }),
  },
  stopReason: { permits: [], ...text(() => {}) },
  suppressOutput: {
    permits: [],
    ...flag((draft, value) => {
      draft.suppressOutput = value;
    }),
  },
  systemMessage: {
    permits: [],
    ...text((draft, value) => {
      draft.userMessages = [value];
    }),
  },
  decision: { permits: [], ...decision },
  reason: {
    permits: [],
    ...text((draft, value) => {
      draft.reason = value;
    }),
  },
  followUps: {
    permits: ['followUp'],
    ...strings((draft, value) => {
      draft.followUps = value;
    }),
  },
  messages: { permits: ['replace'], ...messages },
  callback: {
    permits: ['replace'],
    read: ({ draft }, value) => {
      if (typeof value !== 'string' || value === '') return 'the name of a host action';
      draft.callback = { name: value, args: draft.callback?.args ?? {} };
      return null;
    },
    schema: { type: 'string', minLength: 1 },
  },
  callbackArgs: { permits: ['replace'], ...callbackArgs },
};

/** Inside `hookSpecificOutput`. */
export const specific: Readonly<Record<string, KeyRow>> = {
  hookEventName: {
    permits: [],
    read: ({ event }, value) => (value === event ? null : `"${event}", the event it was asked about`),
    schema: (event) => ({ const: event }),
  },
  decision: { permits: ['preApprove'], ...permission },
  permissionDecision: { permits: ['ask', 'preApprove'], ...decision },
  permissionDecisionReason: {
    permits: ['ask', 'preApprove'],
    ...text((draft, value) => {
      draft.reason = value;
    }),
  },
  updatedInput: {
    permits: ['input', 'tools'],
    read: (reading, value) => inputKind(reading.event).read(reading, value),
    schema: (event) => inputKind(event).schema as JsonObject,
  },
  updatedToolOutput: { permits: ['output'], ...output },
  updatedMCPToolOutput: { permits: ['output'], ...output },
  action: { permits: [], events: ELICITATIONS, ...elicited },
  content: { permits: [], events: ELICITATIONS, ...output },
  additionalContext: {
    permits: ['context'],
    ...text((draft, value) => {
      if (value !== '') draft.context = [value];
    }),
  },
  hint: {
    permits: ['hint'],
    ...text((draft, value) => {
      if (value !== '') draft.hint = value;
    }),
  },
  redact: {
    permits: ['hint'],
    ...strings((draft, value) => {
      draft.redact = value;
    }),
  },
};

/** Keys that are read elsewhere: by the executor, or as the way into `specific`. */
const STRUCTURE = new Set(['hookSpecificOutput', 'async', 'asyncTimeout']);

/**
 * Parses an output strictly: a wrong type or a key of another event is an error (the caller makes it a failed run), an unknown
 * key a warning (G17 to G25).
 */
export function readClaudeOutput(document: JsonValue, event: EventName): OutputReading {
  if (!isJsonObject(document)) return { error: 'the answer is not a JSON object' };
  const reading: Reading = { event, draft: {}, warnings: [] };
  const nested = document['hookSpecificOutput'];
  if (nested !== undefined && nested !== null && !isJsonObject(nested)) {
    return { error: '`hookSpecificOutput` is not an object' };
  }
  const error =
    readKeys(reading, document, topLevel, '') ??
    (isJsonObject(nested) ? readKeys(reading, nested, specific, 'hookSpecificOutput.') : null);
  if (error !== null) return { error };
  if (reading.draft.callback?.name === '') return { error: '`callbackArgs` stands without `callback`' };
  if (reading.draft.callback !== undefined && reading.draft.messages !== undefined)
    return { error: '`messages` and `callback` exclude each other' };
  return { output: settleMeaning(reading, document), warnings: reading.warnings };
}

/** Whether a key is meaningful in an output for this event. */
export function belongs({ permits }: KeyRow, event: EventName): boolean {
  const permitted = eventRow(event).permits;
  return permits.length === 0 || permits.some((permit) => permitted.includes(permit));
}

/** Whether an output for this event may have the key at all; any other key is unknown. */
export function isKnown({ events }: KeyRow, event: EventName): boolean {
  return events === undefined || events.includes(event);
}

function readKeys(
  reading: Reading,
  object: JsonObject,
  rows: Readonly<Record<string, KeyRow>>,
  prefix: string,
): string | null {
  for (const [key, value] of Object.entries(object)) {
    if (prefix === '' && STRUCTURE.has(key)) continue;
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
    if (row === undefined || value === undefined || !isKnown(row, reading.event)) {
      reading.warnings.push(`unknown key \`${prefix}${key}\` in the answer`);
      continue;
    }
    if (!belongs(row, reading.event)) {
      return `\`${prefix}${key}\` belongs to another event than ${reading.event}`;
    }
    const expected = row.read(reading, value);
    if (expected !== null) return `\`${prefix}${key}\` must be ${expected}`;
  }
  return null;
}

/** Gives each decision its one meaning for this class of event. */
function settleMeaning({ event, draft }: Reading, document: JsonObject): HookOutput {
  const row = eventRow(event);
  const stopReason = typeof document['stopReason'] === 'string' ? document['stopReason'] : null;
  if (draft.halt) {
    draft.halt = { reason: stopReason };
    if (row.class === 'gate') {
      draft.decision = 'block';
      draft.reason = draft.reason ?? stopReason ?? 'stopped by a hook';
    }
  }
  if (draft.decision === 'block' && row.class === 'result') {
    draft.feedback = draft.reason ?? 'a hook objects to this result';
    delete draft.decision;
  } else if (draft.decision === 'block' && row.class === 'settle') {
    const followUps = [...(draft.followUps ?? []), ...(draft.reason === undefined ? [] : [draft.reason])];
    draft.followUps = followUps.length > 0 ? followUps : ['blocked without a reason'];
    delete draft.decision;
  }
  return draft;
}

import { nearestName } from '../../errors/nearest-name.ts';
import { type EventName, eventRow, type Permit } from '../../events/events.ts';
import type { HookOutput, OutputReading } from '../../events/hook-output.ts';
import { areTexts, isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import type { OutputDraft } from '../format.ts';
import { areMessages } from '../replace-texts.ts';

interface Reading {
  readonly event: EventName;
  readonly draft: OutputDraft;
  readonly warnings: string[];
  readonly unknown: string[];
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

/** A value of one type, and what it adds to the output. */
function kind<T extends JsonValue>(
  fits: (value: JsonValue) => value is T,
  expected: string,
  schema: JsonObject,
): (add: (value: T, draft: OutputDraft) => OutputDraft) => ValueKind {
  return (add) => ({
    read({ draft }, value) {
      if (!fits(value)) return expected;
      Object.assign(draft, add(value, draft));
      return null;
    },
    schema,
  });
}

const isText = (value: JsonValue): value is string => typeof value === 'string';
const isFlag = (value: JsonValue): value is boolean => typeof value === 'boolean';
const text = kind(isText, 'a string', { type: 'string' });
const flag = kind(isFlag, 'true or false', { type: 'boolean' });
const strings = kind(areTexts, 'a list of strings', { type: 'array', items: { type: 'string' } });

const decision = kind(
  (value): value is string => isText(value) && Object.hasOwn(DECISIONS, value),
  '"block", "ask" or "allow"',
  { enum: Object.keys(DECISIONS) },
)((word) => ({ decision: DECISIONS[word] as 'block' | 'ask' | 'allow' }));

/** `defer` lets another program decide later, which no hook of HookMD can: the same as no decision. */
const permissionDecision: ValueKind = {
  read: (reading, value) => {
    if (value !== 'defer') return decision.read(reading, value);
    reading.warnings.push('`permissionDecision: "defer"` is no decision here');
    return null;
  },
  schema: { enum: [...Object.keys(DECISIONS), 'defer'] },
};

const reason = text((value) => ({ reason: value }));

const input = kind(
  (value): value is JsonObject | null => value === null || isJsonObject(value),
  'an object',
  { type: ['object', 'null'] },
)((value) => (value === null ? {} : { input: value }));

function inputKind(event: EventName): ValueKind {
  return eventRow(event).permits.includes('tools') ? offeredTools : input;
}

/** Where tools are offered, they are what may be changed before the fact. */
const offeredTools = kind(isOffer, '{tools: a list}', {
  anyOf: [
    { type: 'null' },
    {
      type: 'object',
      properties: { tools: { type: 'array' } },
      required: ['tools'],
      additionalProperties: false,
    },
  ],
})((value) => (value === null ? {} : { tools: value.tools }));

type Offer = JsonObject & { readonly tools: readonly JsonValue[] };

function isOffer(value: JsonValue): value is Offer | null {
  return (
    value === null ||
    (isJsonObject(value) && Array.isArray(value['tools']) && Object.keys(value).length === 1)
  );
}

const output = kind(
  (_): _ is JsonValue => true,
  '',
  {},
)((value) => (value === null ? {} : { output: value }));

const messages = kind(areMessages, 'a list of {role, content}', {
  type: 'array',
  items: {
    type: 'object',
    properties: { role: { enum: ['user', 'assistant'] }, content: { type: 'string' } },
    required: ['role', 'content'],
  },
})((value) => (value.length > 0 ? { messages: value } : {}));

const callback = kind(
  (value): value is string => isText(value) && value !== '',
  'the name of a host action',
  { type: 'string', minLength: 1 },
)((name, draft) => ({ callback: { name, args: draft.callback?.args ?? {} } }));

const callbackArgs = kind(
  (value): value is Readonly<Record<string, string>> => isJsonObject(value) && areTexts(Object.values(value)),
  'an object of strings',
  { type: 'object', additionalProperties: { type: 'string' } },
)((args, draft) => ({ callback: { name: draft.callback?.name ?? '', args } }));

/** PermissionRequest has an object where the other events have words. */
const permission = kind(
  (value): value is JsonObject =>
    isJsonObject(value) && (value['behavior'] === 'allow' || value['behavior'] === 'deny'),
  '{behavior: "allow" | "deny"}',
  { type: 'object', properties: { behavior: { enum: ['allow', 'deny'] } }, required: ['behavior'] },
)(({ behavior, message, updatedInput }) => ({
  decision: behavior === 'deny' ? 'block' : 'allow',
  ...(typeof message === 'string' ? { reason: message } : {}),
  ...(isJsonObject(updatedInput) ? { input: updatedInput } : {}),
}));

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
    ...flag((proceeds): OutputDraft => (proceeds ? {} : { halt: { reason: null } })),
  },
  stopReason: { permits: [], ...text(() => ({})) },
  suppressOutput: { permits: [], ...flag((suppressOutput) => ({ suppressOutput })) },
  systemMessage: { permits: [], ...text((value) => ({ userMessages: [value] })) },
  decision: { permits: [], ...decision },
  reason: { permits: [], ...reason },
  followUps: { permits: ['followUp'], ...strings((followUps) => ({ followUps })) },
  messages: { permits: ['replace'], ...messages },
  callback: { permits: ['replace'], ...callback },
  callbackArgs: { permits: ['replace'], ...callbackArgs },
};

/** Inside `hookSpecificOutput`. */
export const specific: Readonly<Record<string, KeyRow>> = {
  hookEventName: {
    permits: [],
    read: ({ event }, value) => (value === event ? null : `"${event}", the event it runs for`),
    schema: (event) => ({ const: event }),
  },
  decision: { permits: ['preApprove'], ...permission },
  permissionDecision: { permits: ['ask', 'preApprove'], ...permissionDecision },
  permissionDecisionReason: { permits: ['ask', 'preApprove'], ...reason },
  updatedInput: {
    permits: ['input', 'tools'],
    read: (reading, value) => inputKind(reading.event).read(reading, value),
    schema: (event) => inputKind(event).schema as JsonObject,
  },
  updatedToolOutput: { permits: ['output'], ...output },
  updatedMCPToolOutput: { permits: ['output'], ...output },
  displayContent: {
    permits: ['output'],
    events: ['MessageDisplay'],
    ...text((value) => ({ output: value })),
  },
  action: { permits: [], events: ELICITATIONS, ...elicited },
  content: { permits: [], events: ELICITATIONS, ...output },
  additionalContext: {
    permits: ['context', 'followUp'],
    ...text((value): OutputDraft => (value === '' ? {} : { context: [value] })),
  },
  hint: { permits: ['hint'], ...text((hint): OutputDraft => (hint === '' ? {} : { hint })) },
  redact: { permits: ['hint'], ...strings((redact) => ({ redact })) },
};

/** Keys that are read elsewhere: by the executor, or as the way into `specific`. */
const STRUCTURE = new Set(['hookSpecificOutput', 'async', 'asyncTimeout']);

/**
 * Parses an output strictly: a wrong type or a key of another event is an error (the caller makes it a failed run), an unknown
 * key a warning (G17 to G25).
 */
export function readClaudeOutput(document: JsonValue, event: EventName): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const reading: Reading = { event, draft: {}, warnings: [], unknown: [] };
  const nested = document['hookSpecificOutput'];
  if (nested !== undefined && nested !== null && !isJsonObject(nested)) {
    return { error: '`hookSpecificOutput` is not an object' };
  }
  const error =
    readKeys(reading, document, topLevel, '') ??
    (isJsonObject(nested) ? readKeys(reading, nested, specific, 'hookSpecificOutput.') : null);
  if (error !== null) return { error };
  if (reading.unknown.length > 0) reading.warnings.push(describeUnknown(reading.unknown));
  if (reading.draft.callback?.name === '') return { error: '`callbackArgs` needs `callback`' };
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

const MAX_NAMED = 3;
const MIN_ENDING = 5;

/** One sentence, also for an output that repeats its payload. */
function describeUnknown(keys: readonly string[]): string {
  const rest = keys.length - MAX_NAMED;
  const named = keys.slice(0, MAX_NAMED).join(', ');
  const list = `unknown key${keys.length === 1 ? '' : 's'} ${named}${rest > 0 ? ` and ${rest} more` : ''} in the output`;
  const word = keys.length === 1 ? (/\w+(?=`$)/.exec(named)?.[0] ?? '') : '';
  const meant = meantKey(word, [...Object.keys(topLevel), ...Object.keys(specific)]);
  if (meant === null) return list;
  const path = Object.hasOwn(topLevel, meant) ? meant : `hookSpecificOutput.${meant}`;
  return `${list}; did you mean \`${path}\`?`;
}

/** The key that was probably meant: by `context` it is `additionalContext`, by `decison` it is `decision`. */
function meantKey(word: string, keys: readonly string[]): string | null {
  const end = word.toLowerCase();
  const ending = end.length < MIN_ENDING ? [] : keys.filter((key) => key.toLowerCase().endsWith(end));
  return ending.length === 1 ? (ending[0] ?? null) : nearestName(word, keys);
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
      reading.unknown.push(`\`${prefix}${key}\``);
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

/** Gives each decision its one meaning for this kind of event. */
function settleMeaning({ event, draft }: Reading, document: JsonObject): HookOutput {
  const row = eventRow(event);
  const stopReason = typeof document['stopReason'] === 'string' ? document['stopReason'] : null;
  if (draft.halt) {
    draft.halt = { reason: stopReason };
    if (row.kind === 'before') {
      draft.decision = 'block';
      draft.reason = draft.reason ?? stopReason ?? 'stopped by a hook';
    }
  }
  if (draft.decision === 'block' && row.kind === 'after') {
    draft.feedback = draft.reason ?? 'a hook objects to this result';
    delete draft.decision;
  } else if (draft.decision === 'block' && row.kind === 'stop') {
    const followUps = [...(draft.followUps ?? []), ...(draft.reason === undefined ? [] : [draft.reason])];
    draft.followUps = followUps.length > 0 ? followUps : ['blocked without a reason'];
    delete draft.decision;
  }
  if (draft.context !== undefined && row.kind === 'stop') {
    draft.followUps = [...(draft.followUps ?? []), ...draft.context];
    delete draft.context;
  }
  return draft;
}

import type { Answer, AnswerReading } from '../protocol/answer.ts';
import { type EventName, eventRow, type Permit } from '../protocol/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../protocol/json.ts';
import { areMessages, areTexts } from './messages.ts';

/** Mutable while it is being read. */
type Draft = { -readonly [K in keyof Answer]: Answer[K] };

interface Reading {
  readonly event: EventName;
  readonly draft: Draft;
  readonly warnings: string[];
}

type KeyReader = (reading: Reading, value: JsonValue) => string | null;

interface KeyRow {
  /** The event must permit one of these, else the key belongs to another event. Empty = any event. */
  readonly permits: readonly Permit[];
  /** Reads the value into the draft; returns what was expected where it does not fit. */
  readonly read: KeyReader;
}

const VERDICTS: Readonly<Record<string, 'block' | 'ask' | 'allow'>> = {
  block: 'block',
  deny: 'block',
  ask: 'ask',
  allow: 'allow',
  approve: 'allow',
};

function text(put: (draft: Draft, value: string) => void): KeyReader {
  return ({ draft }, value) => {
    if (typeof value !== 'string') return 'a string';
    put(draft, value);
    return null;
  };
}

function flag(put: (draft: Draft, value: boolean) => void): KeyReader {
  return ({ draft }, value) => {
    if (typeof value !== 'boolean') return 'true or false';
    put(draft, value);
    return null;
  };
}

function strings(put: (draft: Draft, value: readonly string[]) => void): KeyReader {
  return ({ draft }, value) => {
    if (!areTexts(value)) return 'a list of strings';
    put(draft, value);
    return null;
  };
}

const verdict: KeyReader = ({ draft }, value) => {
  const word = typeof value === 'string' ? VERDICTS[value] : undefined;
  if (word === undefined) return '"block", "ask" or "allow"';
  draft.verdict = word;
  return null;
};

const input: KeyReader = ({ draft }, value) => {
  if (value === null) return null;
  if (!isJsonObject(value)) return 'an object';
  draft.input = value;
  return null;
};

/** Where tools are offered, they are what may be changed before the fact. */
const offeredTools: KeyReader = ({ draft }, value) => {
  if (value === null) return null;
  const tools = isJsonObject(value) ? value['tools'] : undefined;
  if (!isJsonObject(value) || !Array.isArray(tools) || Object.keys(value).length > 1)
    return '{tools: a list}';
  draft.tools = tools;
  return null;
};

const output: KeyReader = ({ draft }, value) => {
  if (value !== null) draft.output = value;
  return null;
};

const messages: KeyReader = ({ draft }, value) => {
  if (!areMessages(value)) return 'a list of {role, content}';
  if (value.length > 0) draft.messages = value;
  return null;
};

const callbackArgs: KeyReader = ({ draft }, value) => {
  if (!isJsonObject(value) || !Object.values(value).every((item) => typeof item === 'string')) {
    return 'an object of strings';
  }
  draft.callback = { name: draft.callback?.name ?? '', args: value as Readonly<Record<string, string>> };
  return null;
};

/** PermissionRequest has an object where the other events have words. */
const permission: KeyReader = ({ draft }, value) => {
  const behavior = isJsonObject(value) ? value['behavior'] : undefined;
  if (!isJsonObject(value) || (behavior !== 'allow' && behavior !== 'deny'))
    return '{behavior: "allow" | "deny"}';
  draft.verdict = behavior === 'deny' ? 'block' : 'allow';
  if (typeof value['message'] === 'string') draft.reason = value['message'];
  if (isJsonObject(value['updatedInput'])) draft.input = value['updatedInput'];
  return null;
};

/** Top level of an answer. Source: contracts.md §2. */
const topLevel: Readonly<Record<string, KeyRow>> = {
  continue: {
    permits: [],
    read: flag((draft, goesOn) => {
      if (!goesOn) draft.halt = { reason: draft.halt?.reason ?? null };
    }),
  },
  stopReason: { permits: [], read: text(() => {}) },
  suppressOutput: {
    permits: [],
    read: flag((draft, value) => {
      draft.suppressOutput = value;
    }),
  },
  systemMessage: {
    permits: [],
    read: text((draft, value) => {
      draft.userMessages = [value];
    }),
  },
  decision: { permits: [], read: verdict },
  reason: {
    permits: [],
    read: text((draft, value) => {
      draft.reason = value;
    }),
  },
  followUps: {
    permits: ['followUp'],
    read: strings((draft, value) => {
      draft.followUps = value;
    }),
  },
  messages: { permits: ['replace'], read: messages },
  callback: {
    permits: ['replace'],
    read: ({ draft }, value) => {
      if (typeof value !== 'string' || value === '') return 'the name of a recipe';
      draft.callback = { name: value, args: draft.callback?.args ?? {} };
      return null;
    },
  },
  callbackArgs: { permits: ['replace'], read: callbackArgs },
};

/** Inside `hookSpecificOutput`. */
const specific: Readonly<Record<string, KeyRow>> = {
  hookEventName: {
    permits: [],
    read: ({ event }, value) => (value === event ? null : `"${event}", the event it was asked about`),
  },
  decision: { permits: ['preApprove'], read: permission },
  permissionDecision: { permits: ['ask', 'preApprove'], read: verdict },
  permissionDecisionReason: {
    permits: ['ask', 'preApprove'],
    read: text((draft, value) => {
      draft.reason = value;
    }),
  },
  updatedInput: {
    permits: ['input', 'tools'],
    read: (reading, value) =>
      eventRow(reading.event).permits.includes('tools')
        ? offeredTools(reading, value)
        : input(reading, value),
  },
  updatedToolOutput: { permits: ['output'], read: output },
  updatedMCPToolOutput: { permits: ['output'], read: output },
  additionalContext: {
    permits: ['context'],
    read: text((draft, value) => {
      if (value !== '') draft.context = [value];
    }),
  },
  hint: {
    permits: ['hint'],
    read: text((draft, value) => {
      if (value !== '') draft.hint = value;
    }),
  },
  redact: {
    permits: ['hint'],
    read: strings((draft, value) => {
      draft.redact = value;
    }),
  },
};

/** Keys that are read elsewhere: by the executor, or as the way into `specific`. */
const STRUCTURE = new Set(['hookSpecificOutput', 'async', 'asyncTimeout']);

/**
 * Reads an answer strictly: a wrong type or a key of another event is an error (the caller makes it
 * a failed run), an unknown key a warning. Source: contracts.md §2, features.md G17 to G25.
 */
export function readClaudeAnswer(document: JsonValue, event: EventName): AnswerReading {
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
  return { answer: settleMeaning(reading, document), warnings: reading.warnings };
}

function readKeys(
  reading: Reading,
  object: JsonObject,
  rows: Readonly<Record<string, KeyRow>>,
  prefix: string,
): string | null {
  const permitted = eventRow(reading.event).permits;
  for (const [key, value] of Object.entries(object)) {
    if (prefix === '' && STRUCTURE.has(key)) continue;
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
    if (row === undefined || value === undefined) {
      reading.warnings.push(`unknown key \`${prefix}${key}\` in the answer`);
      continue;
    }
    if (row.permits.length > 0 && !row.permits.some((permit) => permitted.includes(permit))) {
      return `\`${prefix}${key}\` belongs to another event than ${reading.event}`;
    }
    const expected = row.read(reading, value);
    if (expected !== null) return `\`${prefix}${key}\` must be ${expected}`;
  }
  return null;
}

/** Gives each word its one meaning for this class of event (architecture.md §5). */
function settleMeaning({ event, draft }: Reading, document: JsonObject): Answer {
  const row = eventRow(event);
  const stopReason = typeof document['stopReason'] === 'string' ? document['stopReason'] : null;
  if (draft.halt) {
    draft.halt = { reason: stopReason };
    if (row.class === 'gate') {
      draft.verdict = 'block';
      draft.reason = draft.reason ?? stopReason ?? 'stopped by a hook';
    }
  }
  if (draft.verdict === 'block' && row.class === 'result') {
    draft.feedback = draft.reason ?? 'a hook objects to this result';
    delete draft.verdict;
  } else if (draft.verdict === 'block' && row.class === 'settle') {
    draft.followUps = [...(draft.followUps ?? []), ...(draft.reason === undefined ? [] : [draft.reason])];
    delete draft.verdict;
  }
  return draft;
}

import type { EventName, JsonObject, JsonValue, Message } from '@hookmd/core/events';
import { type HookAnswer, makeAnswer, type Said } from './answers.ts';
import type { Facts } from './facts.ts';
import { type Permit, type PermitOf, permitsOf } from './permits.ts';
import { isPlainObject } from './plain-json.ts';

/** `T` where the event permits one of `P`, else nothing: an answer the event has no place for does not compile. */
type Where<E extends EventName, P extends Permit, T> = [Extract<PermitOf<E>, P>] extends [never]
  ? unknown
  : T;

/** What a handler has on every event. */
export interface Always<Options> {
  /** A line for people, on standard error; standard output carries only the answer. */
  readonly log: (text: string) => void;
  /** Shows the user a text, on every event; the model does not see it. */
  readonly tellUser: (text: string) => HookAnswer;
  /** Aborted when nobody waits for the answer any more: pass it on to what takes long. */
  readonly signal: AbortSignal;
  /** The environment of this event. In a warm process `process.env` is that of its start. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The options of the package, as `options` reads them. */
  readonly options: Options;
}

interface Blocking {
  /** Refuses. After a tool call it cannot be undone any more: then the reason goes to the model as feedback. */
  readonly block: (reason: string) => HookAnswer;
}
interface Asking {
  /** Lets the user decide. */
  readonly ask: (reason: string) => HookAnswer;
}
interface Allowing {
  /** Answers the question for the user. Counts only with `preApprove` in the manifest. */
  readonly allow: (reason?: string) => HookAnswer;
}
interface Modifying<Patch> {
  /** Changes some arguments of the tool and leaves the others. Needs `modify: { PreToolUse: […] }` in the manifest. */
  readonly modify: (patch: Patch) => HookAnswer;
}
interface Replacing {
  /** Hands the output back with parts replaced by `[redacted]`. Needs `modify: { PostToolUse: redact }` in the manifest. */
  readonly redact: (output: JsonValue) => HookAnswer;
}
interface Hinting {
  /** Appends a text to the messages. Needs `modify: { PreModelCall: [hint] }` in the manifest. */
  readonly hint: (text: string) => HookAnswer;
  /** Takes the values of these keys (`token`, `auth.token`) out of the messages. Needs `modify: { PreModelCall: [redact] }`. */
  readonly redact: (...keys: string[]) => HookAnswer;
}
interface Offering {
  /** Offers the model only these tools, by name or as they were given. Needs `modify: { PreToolSelection: tools }`. */
  readonly keepTools: (...tools: JsonValue[]) => HookAnswer;
}
interface Telling {
  /** Tells the model something more. */
  readonly addContext: (text: string) => HookAnswer;
}
interface Continuing {
  /** Sends the agent back to work with these messages. */
  readonly continueWith: (...texts: string[]) => HookAnswer;
}
interface Rewriting {
  /** Puts these in the place of the conversation. Needs `modify: { Stop: messages }`. */
  readonly replaceMessages: (messages: readonly Message[]) => HookAnswer;
  /** Calls for a recipe of the host, such as `compact`. */
  readonly callback: (name: string, args?: Readonly<Record<string, string>>) => HookAnswer;
}

/** What a handler of one event has: the verbs that the event permits. Return what a verb gives, or nothing. */
export type Methods<E extends EventName, Patch = JsonObject, Options = JsonObject> = Always<Options> &
  Where<E, 'block' | 'feedback', Blocking> &
  Where<E, 'ask', Asking> &
  Where<E, 'preApprove', Allowing> &
  Where<E, 'input', Modifying<Patch>> &
  Where<E, 'output', Replacing> &
  Where<E, 'hint', Hinting> &
  Where<E, 'tools', Offering> &
  Where<E, 'context', Telling> &
  Where<E, 'followUp', Continuing> &
  Where<E, 'replace', Rewriting>;

interface MethodRow {
  readonly verb: string;
  /** Null = every event permits it. */
  readonly permit: Permit | null;
  readonly say: (...given: readonly unknown[]) => Said;
}

const row = (verb: string, permit: MethodRow['permit'], say: MethodRow['say']): MethodRow => ({
  verb,
  permit,
  say,
});

/** Every verb, with what an event must permit for it. */
export const methodRows: readonly MethodRow[] = [
  row('block', 'block', (reason) => ({ decision: 'block', reason: reasonOf(reason) })),
  row('block', 'feedback', (reason) => ({ feedback: reasonOf(reason) })),
  row('ask', 'ask', (reason) => ({ decision: 'ask', reason: reasonOf(reason) })),
  row('allow', 'preApprove', (reason) =>
    reason === undefined ? { decision: 'allow' } : { decision: 'allow', reason: reasonOf(reason) },
  ),
  row('modify', 'input', (patch) => ({ patch: check('modify', 'an object', isPlainObject, patch) })),
  row('redact', 'output', (output) => ({
    output: check(
      'redact',
      'the output',
      (one): one is JsonValue => one !== undefined && one !== null,
      output,
    ),
  })),
  row('redact', 'hint', (...keys) => ({ redact: texts('redact', keys) })),
  row('hint', 'hint', (text) => ({ hint: check('hint', 'a text', isText, text) })),
  row('keepTools', 'tools', (...tools) => ({ tools: tools as readonly JsonValue[] })),
  row('addContext', 'context', (text) => ({ context: [check('addContext', 'a text', isText, text)] })),
  row('continueWith', 'followUp', (...given) => ({ followUps: texts('continueWith', given) })),
  row('replaceMessages', 'replace', (messages) => ({
    messages: check('replaceMessages', 'a list of {role, content}', areMessages, messages),
  })),
  row('callback', 'replace', (name, args = {}) => ({
    callback: {
      name: check('callback', 'the name of a recipe', isText, name),
      args: check('callback', 'texts as arguments', areTextsByName, args),
    },
  })),
  row('tellUser', null, (text) => ({ userMessages: [check('tellUser', 'a text', isText, text)] })),
];

/** The verbs of one event. One that it does not permit is there too, and says so: not everybody has types. */
export function makeMethods(event: EventName, facts: Facts, options: unknown): object {
  let Made = handles[event];
  if (Made === undefined) {
    Made = handleOf(event);
    handles[event] = Made;
  }
  return new Made(facts, options);
}

type Handle = new (facts: Facts, options: unknown) => object;

// A handler may replace them: they are those of the time before it was loaded.
const { assign, freeze } = Object;
const handles: { [E in EventName]?: Handle } = {};

/** The verbs are the same for every event of a name, and making them anew takes longer than most answers. */
function handleOf(event: EventName): Handle {
  class Made {
    readonly #facts: Facts;
    readonly log: Facts['log'];
    readonly env: Facts['env'];
    readonly options: unknown;

    constructor(facts: Facts, options: unknown) {
      this.#facts = facts;
      this.log = facts.log;
      this.env = facts.env;
      this.options = options;
    }

    /** Asked for by few, and it costs. */
    get signal(): AbortSignal {
      return this.#facts.signal;
    }
  }
  freeze(assign(Made.prototype, methodsFor(event)));
  return Made;
}

function methodsFor(event: EventName): object {
  const permits: readonly Permit[] = permitsOf[event];
  const methods: Record<string, unknown> = {};
  for (const { verb, permit, say } of methodRows) {
    if (permit === null || permits.includes(permit))
      methods[verb] = (...given: unknown[]) => makeAnswer(say(...given));
    else methods[verb] ??= () => refuse(event, verb);
  }
  return methods;
}

function refuse(event: EventName, verb: string): never {
  throw new TypeError(`${event} does not permit \`${verb}\`; it permits ${methodsOf(event).join(', ')}`);
}

export function methodsOf(event: EventName): readonly string[] {
  const permits: readonly Permit[] = permitsOf[event];
  return [
    ...new Set(
      methodRows.filter(({ permit }) => permit === null || permits.includes(permit)).map(({ verb }) => verb),
    ),
  ];
}

/** A guard that forgot its reason blocks nevertheless: to throw here would be to let pass. */
function reasonOf(reason: unknown): string {
  return isText(reason) && reason.trim() !== '' ? reason : 'blocked without a reason';
}

function check<T>(verb: string, expected: string, holds: (value: unknown) => value is T, value: unknown): T {
  if (!holds(value)) throw new TypeError(`h.${verb} takes ${expected}`);
  return value;
}

function texts(verb: string, values: readonly unknown[]): readonly string[] {
  return values.map((value) => check(verb, 'texts', isText, value));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function areTextsByName(value: unknown): value is Readonly<Record<string, string>> {
  return isPlainObject(value) && Object.values(value).every(isText);
}

function areMessages(value: unknown): value is readonly Message[] {
  return Array.isArray(value) && value.every(isMessage);
}

function isMessage(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { role, content } = value;
  return (role === 'user' || role === 'assistant') && isText(content);
}

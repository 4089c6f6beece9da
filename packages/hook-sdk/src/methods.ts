import type { EventName, JsonObject, JsonValue, Message } from '@hookmd/core/events';
import { type Permit, type PermitOf, permitsOf } from './permits.ts';
import { isPlainObject } from './plain-json.ts';
import { type HookResult, type MethodResult, makeResult } from './results.ts';

/** `T` where the event permits one of `P`, else nothing: a method that the event does not permit does not compile. */
type Where<E extends EventName, P extends Permit, T> = [Extract<PermitOf<E>, P>] extends [never]
  ? unknown
  : T;

/** The members of `h` on every event. */
export interface Always<Options> {
  /** Prints a line to standard error. Standard output is for the result only. */
  readonly log: (text: string) => void;
  /** Shows the user a text, on every event; the model does not see it. */
  readonly notifyUser: (text: string) => HookResult;
  /** Aborted when the result is no longer needed: pass it to functions that take long. */
  readonly signal: AbortSignal;
  /** The environment of this event. In a warm process `process.env` is that of its start. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The options of the package, as `options` reads them. */
  readonly options: Options;
}

interface Blocking {
  /** Blocks. After a tool call, which cannot be undone, the reason goes to the model as feedback. */
  readonly block: (reason: string) => HookResult;
}
interface Prompting {
  /** Lets the user decide. */
  readonly ask: (reason: string) => HookResult;
}
interface Allowing {
  /** Allows the call without a prompt. Needs `preApprove` in the manifest. */
  readonly allow: (reason?: string) => HookResult;
}
interface Modifying<Patch> {
  /** Changes some arguments of the tool and leaves the others. Needs `modify: { PreToolUse: […] }` in the manifest. */
  readonly modify: (patch: Patch) => HookResult;
}
interface Replacing {
  /** Replaces the output by one with parts `[redacted]`. Needs `modify: { PostToolUse: redact }` in the manifest. */
  readonly redact: (output: JsonValue) => HookResult;
}
interface Hinting {
  /** Appends a text to the messages. Needs `modify: { PreModelCall: [hint] }` in the manifest. */
  readonly hint: (text: string) => HookResult;
  /** Removes the values of these keys (`token`, `auth.token`) from the messages. Needs `modify: { PreModelCall: [redact] }`. */
  readonly redact: (...keys: string[]) => HookResult;
}
interface Offering {
  /** Offers the model only these tools, by name or as objects. Needs `modify: { PreToolSelection: tools }`. */
  readonly keepTools: (...tools: JsonValue[]) => HookResult;
}
interface AddingContext {
  /** Adds a text for the model. */
  readonly addContext: (text: string) => HookResult;
}
interface Continuing {
  /** Continues the agent with these messages of the user. */
  readonly continueWith: (...texts: string[]) => HookResult;
}
interface Rewriting {
  /** Replaces the conversation. Needs `modify: { Stop: messages }`. */
  readonly replaceMessages: (messages: readonly Message[]) => HookResult;
  /** Calls for a host action, such as `compact`. */
  readonly callback: (name: string, args?: Readonly<Record<string, string>>) => HookResult;
}

/** The parameter `h` of `run`: the methods that the event permits. Return the result of a method, or nothing. */
export type Methods<E extends EventName, Patch = JsonObject, Options = JsonObject> = Always<Options> &
  Where<E, 'block' | 'feedback', Blocking> &
  Where<E, 'ask', Prompting> &
  Where<E, 'preApprove', Allowing> &
  Where<E, 'input', Modifying<Patch>> &
  Where<E, 'output', Replacing> &
  Where<E, 'hint', Hinting> &
  Where<E, 'tools', Offering> &
  Where<E, 'context', AddingContext> &
  Where<E, 'followUp', Continuing> &
  Where<E, 'replace', Rewriting>;

interface MethodRow {
  readonly method: string;
  /** Null = every event permits it. */
  readonly permit: Permit | null;
  readonly make: (...given: readonly unknown[]) => MethodResult;
}

const row = (method: string, permit: MethodRow['permit'], make: MethodRow['make']): MethodRow => ({
  method,
  permit,
  make,
});

/** Every method, with the permit that an event must have for it. */
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
      (given): given is JsonValue => given !== undefined && given !== null,
      output,
    ),
  })),
  row('redact', 'hint', (...keys) => ({ redact: texts('redact', keys) })),
  row('hint', 'hint', (text) => ({ hint: check('hint', 'a string', isText, text) })),
  row('keepTools', 'tools', (...tools) => ({ tools: tools as readonly JsonValue[] })),
  row('addContext', 'context', (text) => ({ context: [check('addContext', 'a string', isText, text)] })),
  row('continueWith', 'followUp', (...given) => ({ followUps: texts('continueWith', given) })),
  row('replaceMessages', 'replace', (messages) => ({
    messages: check('replaceMessages', 'a list of {role, content}', areMessages, messages),
  })),
  row('callback', 'replace', (name, args = {}) => ({
    callback: {
      name: check('callback', 'the name of a host action', isText, name),
      args: check('callback', 'strings as arguments', areTextsByName, args),
    },
  })),
  row('notifyUser', null, (text) => ({ userMessages: [check('notifyUser', 'a string', isText, text)] })),
];

/** The methods for one event. Those that it does not permit throw: JavaScript has no types. */
export function makeMethods(event: EventName, facts: Facts, options: unknown): object {
  return {
    log: facts.log,
    env: facts.env,
    options,
    // Few hooks use it, and making it takes time.
    get signal() {
      return facts.signal;
    },
    ...methodsFor(event),
  };
}

function methodsFor(event: EventName): object {
  const permits: readonly Permit[] = permitsOf[event];
  const methods: Record<string, unknown> = {};
  for (const { method, permit, make } of methodRows) {
    if (permit === null || permits.includes(permit))
      methods[method] = (...given: unknown[]) => makeResult(make(...given));
    else methods[method] ??= () => reject(event, method);
  }
  return methods;
}

function reject(event: EventName, method: string): never {
  throw new TypeError(`${event} does not permit \`${method}\`; it permits ${methodsOf(event).join(', ')}`);
}

export function methodsOf(event: EventName): readonly string[] {
  const permits: readonly Permit[] = permitsOf[event];
  return [
    ...new Set(
      methodRows
        .filter(({ permit }) => permit === null || permits.includes(permit))
        .map(({ method }) => method),
    ),
  ];
}

/** A guard without a reason blocks too: an exception here might allow the call. */
function reasonOf(reason: unknown): string {
  return isText(reason) && reason.trim() !== '' ? reason : 'blocked without a reason';
}

function check<T>(
  method: string,
  expected: string,
  holds: (value: unknown) => value is T,
  value: unknown,
): T {
  if (!holds(value)) throw new TypeError(`h.${method} takes ${expected}`);
  return value;
}

function texts(method: string, values: readonly unknown[]): readonly string[] {
  return values.map((value) => check(method, 'texts', isText, value));
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

/** The context of a run beside its event. */
export interface Facts {
  /** The environment of this event: `HOOK_*` and the variables that the manifest was granted. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
  /** Prints a line for the user. */
  readonly log: (text: string) => void;
  /** Prints the exception of a hook with `onFailure: 'block'`, with its stack. */
  readonly report: (error: unknown) => void;
}

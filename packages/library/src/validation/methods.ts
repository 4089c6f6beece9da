import type { Conversation, Session } from '../session/session.ts';
import { type CallRow, guardCall, optionalText, rejecting, throwing } from './calls.ts';
import { subagentOptions } from './options.ts';
import {
  aboveZero,
  aFunction,
  anObject,
  anything,
  count,
  eventName,
  filled,
  flag,
  list,
  listOf,
  maybe,
  objectOf,
  oneOf,
  openObjectOf,
  type Schema,
  signal,
  text,
} from './schema.ts';

/** A conversation as events have it. */
export const messages: Schema = listOf(openObjectOf({ role: oneOf('user', 'assistant'), content: text }));

const usage = maybe(
  openObjectOf({
    input_tokens: count,
    output_tokens: count,
    current_context_window: count,
    max_context_window: count,
  }),
);

const callRows = {
  name: text,
  input: anObject,
  id: maybe(text),
  needsPermission: maybe(flag),
  check: maybe(aFunction),
  signal: maybe(signal),
};
const call = openObjectOf(callRows);
const run = openObjectOf({ ...callRows, originalInput: maybe(anObject), durationMs: maybe(count) });

const which = { provider: text, model: text };
const request = openObjectOf({
  ...which,
  messages: list,
  tools: maybe(list),
  iteration: maybe(aboveZero),
  signal: maybe(signal),
});

/** What each method takes. A method without a row does not use what it is given. */
export const methodRows: Readonly<
  Record<Exclude<keyof Conversation, 'id' | 'began' | 'concerns' | 'fail'>, CallRow>
> = {
  fire: {
    takes: { event: eventName, payload: maybe(anObject) },
    example: "session.fire('Notification', { message })",
  },
  prompt: { takes: { text, signal: maybe(signal) }, example: 'session.prompt(text, signal)' },
  model: {
    takes: { request, call: aFunction, usageOf: maybe(aFunction) },
    example: 'session.model({ provider, model, messages }, (go) => …)',
  },
  preModelCall: {
    takes: { request },
    example: 'session.preModelCall({ provider, model, messages })',
  },
  postModelCall: {
    takes: { request: openObjectOf(which), response: anything, usage },
    example: 'session.postModelCall({ provider, model }, response, usage)',
  },
  tool: { takes: { call, execute: aFunction }, example: 'session.tool({ name, input }, (input) => …)' },
  preToolUse: { takes: { call }, example: 'session.preToolUse({ name, input })' },
  postToolUse: { takes: { run }, example: 'session.postToolUse({ name, input }, output)' },
  postToolUseFailure: { takes: { run }, example: 'session.postToolUseFailure({ name, input }, error)' },
  turn: {
    takes: { report: objectOf({ toolsUsed: flag, usage, response: maybe(text), number: maybe(aboveZero) }) },
    example: 'session.turn({ toolsUsed: true, response, usage })',
  },
  stop: {
    takes: {
      report: maybe(objectOf({ lastAssistantMessage: maybe(text), messages: maybe(messages), usage })),
    },
    example: 'session.stop({ messages, lastAssistantMessage })',
  },
  compact: {
    takes: {
      request: objectOf({ trigger: oneOf('manual', 'auto'), instructions: maybe(text) }),
      run: maybe(aFunction),
    },
    example: "session.compact({ trigger: 'manual' }, () => …)",
  },
  subagent: {
    takes: { options: objectOf(subagentOptions), run: aFunction },
    example: "session.subagent({ type: 'explorer' }, (child) => …)",
  },
};

const endRow: CallRow = { takes: { reason: optionalText }, example: "session.end('logout')" };

/** The same conversation, whose methods reject wrong arguments. */
export function guardMethods(conversation: Conversation): Conversation {
  const methods = Object.entries(methodRows).map(([name, row]) => [
    name,
    guardCall(`session.${name}`, row, conversation[name as keyof typeof methodRows], rejecting),
  ]);
  return { ...conversation, ...Object.fromEntries(methods) };
}

export function guardEnd(end: Session['end']): Session['end'] {
  return guardCall('session.end', endRow, end, rejecting);
}

const fire: CallRow = {
  takes: { event: eventName, payload: maybe(anObject) },
  example: "hooks.fire('Notification', { message })",
};
const quiet: CallRow = {
  takes: { context: filled, run: aFunction },
  example: "hooks.quiet('commit', () => …)",
};
const facts = openObjectOf({ name: filled, runs: oneOf('here', 'provider', 'client'), isWrapped: flag });
const coverage: CallRow = {
  takes: { tools: listOf(facts) },
  example: "hooks.coverage([{ name, runs: 'here', isWrapped: true }])",
};

const texts = maybe(listOf(text));
const rules: CallRow = {
  takes: { rules: objectOf({ deny: texts, ask: texts, allow: texts }) },
  example: "hooks.rules({ deny: ['Bash(git push*)'], allow: ['Read'] })",
};
const ruleCall: CallRow = {
  takes: { call: openObjectOf({ name: filled, input: anObject, cwd: maybe(filled) }) },
  example: "judge({ name: 'Bash', input: { command } })",
};

interface Guarded {
  fire(...given: never[]): Promise<unknown>;
  quiet(...given: never[]): unknown;
  coverage(...given: never[]): unknown;
  rules(...given: never[]): (...given: never[]) => unknown;
}

/** The same object, whose functions reject wrong arguments; `on` and `session` validate their own. */
export function guardHooks<H extends Guarded>(hooks: H): H {
  const evaluating = (...given: never[]): unknown =>
    guardCall('judge', ruleCall, hooks.rules(...given), throwing);
  return {
    ...hooks,
    fire: guardCall('hooks.fire', fire, hooks.fire, rejecting),
    quiet: guardCall('hooks.quiet', quiet, hooks.quiet, throwing),
    coverage: guardCall('hooks.coverage', coverage, hooks.coverage, throwing),
    rules: guardCall('hooks.rules', rules, evaluating, throwing),
  };
}
